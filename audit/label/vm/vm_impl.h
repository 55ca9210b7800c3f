/* vm_impl.h - what the files of the machine share among themselves (see vm.h). */
#ifndef LABEL_VM_IMPL_H
#define LABEL_VM_IMPL_H

#include "vm.h"

/* exec.c */
xstat vm_taken(vm *m);
xstat vm_body(vm *m, scope *s, uint32_t node);

/* assign.c */
xstat vm_exec_assign(vm *m, scope *s, uint32_t node);

/* declare.c */
xstat vm_decl(vm *m, scope *s, uint32_t node);

/* partial.c: text of which parts are not known */
value vm_partial(vm *m, const char *text);             /* a part that is not known is {what} */
const char *vm_partial_text(const vm *m, value v);     /* of a V_STR, too; NULL */
size_t vm_partial_put(const vm *m, value v, char *out, size_t n); /* v as a part; its length, below n */
value vm_partial_join(vm *m, value a, value b);

/* text_file.c */
value vm_text_file(vm *m, const char *path);           /* what a text file of the tree holds; V_UNDEF */
value vm_text_of_file(vm *m, const char *full);        /* the same of one at that path */

/* coerce.c */
cell *vm_named_type(vm *m, scope *s, const char *name); /* what a dotted name of a type means: of its namespace, where several have it; NULL */
value vm_type_named(vm *m, scope *s, uint32_t type, const cell *c); /* vm_type() of a TYPE whose name means that; NULL */
value vm_type(vm *m, scope *s, uint32_t type);         /* of a TYPE: a class, a name outside, or a template of it with its arguments */
value vm_coerce(vm *m, value type, value v, uint32_t node); /* {a, b} as a value of the type; others as they are */
value vm_typed(vm *m, scope *s, uint32_t type, value v, uint32_t node); /* the same by a TYPE: an initialiser, argument, result */
value vm_fresh(vm *m, scope *s, uint32_t decl, uint32_t type); /* what a DECL without a value holds */
value vm_default(vm *m, value type, uint32_t node);    /* T{}; V_UNDEF of a type that is no class or container */
value vm_like(vm *m, scope *s, uint32_t target, value v); /* {a, b} that is assigned to a target */
int vm_container(vm *m, value type, const args *a, value *out); /* a container of std that is made of arguments */
value vm_copied(vm *m, value v);                       /* of a struct: one of its own */
int vm_copies(vm *m, const obj *cls);                  /* has it a constructor that copies? */
int vm_is_container(const char *name);                 /* of a type: a vector, map, pair or the like, which is copied with what it holds */
value vm_pointers(vm *m, value v, uint32_t key);       /* v, the arguments of a template at key, with those that only point to a class told from it */
int vm_is_value(const vm *m, value type);              /* a class, or such a type; true where only that is known of it */
int vm_is_followed(const vm *m, value type);           /* are elements of it objects, pointers or handles, and no numbers? */
int vm_is_template(const vm *m, value v);               /* a type with arguments: std::vector<float> */
void vm_capture(vm *m, scope *s, obj *f);              /* gives a lambda that is made in s its own copies of what it takes by value; capture.c */
value vm_template_arg(vm *m, value t, int64_t k);     /* argument k of a template; V_UNDEF */
obj *vm_struct_of(vm *m, scope *s, uint32_t type);     /* the class that a TYPE names, if its values are copied; NULL */

/* static_class.c: what is known of an object before it runs */
uint32_t vm_variable(const vm *m, uint32_t func, uint32_t name); /* the DECL or PARAM of a function's variable; 0 */
obj *vm_static_class(vm *m, scope *s, uint32_t node, obj *of); /* the class that an expression has, or points or refers to, of an object of class of; NULL: not told */

int vm_is_choice(const char *name);                    /* of a type: std::optional, std::variant */
int vm_choice_type(vm *m, const args *a, int64_t k, value *type); /* the k-th type of the variant that is the first operand; 0: not known */
int vm_by_value(vm *m, scope *s, uint32_t node);       /* is an expression an object or a container itself, by what is declared? */
int vm_elements_by_value(vm *m, scope *s, uint32_t node); /* the same of what a container or array holds */

/* copies.c: objects and containers of C++ and C that are copied with their variables */
/* lib_memory.c */
int lib_memory(vm *m, const char *f, args *a, value *out);

/* lib_range.c */
int lib_range(vm *m, const char *f, args *a, value *out);
void vm_opened(vm *m, value v, const char *name, uint32_t node); /* nor what it holds */
void vm_scrambled(vm *m, value v, const char *name, uint32_t node); /* what stands where in a container, or that of an iterator, is not known any more */

enum { FUNC_CAPTURES = 32 };                           /* self_flags of an O_FUNC: a lambda that has variables of its own */
value vm_lambda_copy(vm *m, const obj *f);             /* with its own of these */
static inline int vm_is_elsewhere(value v) { return v.kind == V_UNK && !(v.flags & (VF_UNINIT | VF_INPUT)); } /* a pointer that may point to what is known by another name */
int vm_moves_known(vm *m, scope *s, uint32_t target);   /* a place that is not followed: does it come of an object that is? */
int vm_overwrites(vm *m, scope *s, uint32_t target, value v); /* the object or container at target takes the members or elements of v, a copy that is its own; 0: there is none like it */
uint32_t vm_member_decl(const vm *m, const obj *cls, uint32_t name); /* the DECL of a member of the class itself; 0 */
void vm_bindings(vm *m, scope *s, uint32_t target, value v); /* auto [a, b] = v: names for the parts of v, or of a copy of it */
value vm_plain_copy(vm *m, value v);                   /* member by member; what is no object or container as it is */
value vm_init_copy(vm *m, scope *s, uint32_t type, uint32_t def, value v); /* what a variable of a TYPE that is given def holds */
enum { THING_ASTRAY = 32 };                            /* self_flags of a struct: what a moved pointer points to */
int vm_is_memory(const vm *m, value v);                /* was it allocated in C, or is it a struct whose type is not in the tree? */
value vm_first(const vm *m, value p);                  /* the first element of such memory; V_UNDEF: none was stored */
value vm_as_struct(vm *m, value p);                    /* such memory as the struct that it begins with, where its index 0 was used; else p */
void vm_copy_memory(vm *m, value to, value from);      /* memcpy of a struct: members of an object or of such memory */
int vm_binds(vm *m, scope *s, uint32_t node);            /* m(x) of a constructor, of a member that is a reference: it becomes x; 0: it is no such */

/* dispatch.c: which function of a class of C++ and its bases a call means */
enum { SAYS_VIRTUAL = 1, SAYS_OVERRIDE = 2, DECORATED_OUTSIDE = 4 /* of Python: by a library that is not known (strange.c) */ }; /* of an O_FUNC: declared */
uint8_t vm_says(const vm *m, uint32_t func);
value vm_dispatch(vm *m, scope *s, uint32_t node, value f); /* f, a method as the object's class has it, called by the ATTR at node */
value vm_dispatch_plain(vm *m, const scope *s, value self, uint32_t name, value f); /* the same, called by its name in a method */
value vm_sliced(vm *m, scope *s, uint32_t type, value v); /* an object that becomes one of a base, named by a TYPE, is that base's */
value vm_sliced_to(vm *m, obj *cls, value v);              /* the same of an element or member of a class */

/* overload.c */
obj *vm_choose(vm *m, obj *f, const args *a);          /* the overload that a call means */
uint32_t vm_count_params(const vm *m, uint32_t node, uint32_t *least);
int vm_visit(vm *m, args *a, value *out);              /* std::visit(f, variant) */
int vm_alternative(vm *m, const char *f, value type, args *a, value *out); /* std::get<type>(variant) and its kin */

/* operator.c */
int vm_free_operator(vm *m, scope *s, const char *op, value a, value b, uint32_t node, value *out); /* operator+ and its kin that the tree has outside of classes */
int vm_pointer_to_text(vm *m, const scope *s, uint32_t at, uint32_t literal); /* are a char * and a literal compared as pointers? */

/* branch.c */
/* star.c */
void vm_import_all(vm *m, scope *s, obj *module, uint32_t node); /* from module import *; sets pending */
void vm_import_starting(vm *m, scope *s, const char *module); /* the same of a library: what the tree uses of it that starts programs, runs text or loads code */
xstat vm_branch(vm *m, scope *s, uint32_t node);
xstat vm_switching(vm *m, scope *s, uint32_t node);

/* jump.c */
uint32_t jump_label(const vm *m, uint32_t node, uint32_t name); /* the LABEL within a statement; 0 */
uint32_t jump_kid(const vm *m, uint32_t node);         /* the one that holds what is entered; 0 */
uint32_t jump_case(vm *m, scope *s, uint32_t node, value v, uint32_t *open);
xstat jump_computed(vm *m, scope *s, uint32_t node);

/* loop.c; what is gone through: iterate.c */
enum { LOOP_KNOWN = 400, LOOP_UNKNOWN = 2, LOOP_COUNT = 24 }; /* how often, where its end is known; where nothing is; where it counts or asks an object */
xstat vm_while_loop(vm *m, scope *s, uint32_t node);
xstat vm_for_loop(vm *m, scope *s, uint32_t node);

/* except.c */
xstat vm_try_block(vm *m, scope *s, uint32_t node);
xstat vm_exec_raise(vm *m, scope *s, uint32_t node);
int vm_catches(vm *m, value type, int depth);

/* context.c */
xstat vm_with_from(vm *m, scope *s, uint32_t node, uint32_t item);
xstat vm_resume(vm *m, scope *s, uint32_t node, uint32_t at, int again);
int ctx_stack(vm *m, const char *f, value self, args *a, value *out); /* methods of an ExitStack */

/* carray.c */
void vm_array(vm *m, scope *s, uint32_t decl, uint32_t type, obj *l, int zero); /* all elements of l, the array that a DECL declares, if their number is known and they are no numbers; those that it has not yet are zero or not set */
value vm_zeroed(vm *m, value v);                       /* v, an object or array, with all of it that is not set zero */
void vm_emptied(vm *m, value v);                        /* all of an object or array of objects zero */
cell *vm_element(vm *m, obj *l, int64_t i, uint32_t node); /* element i of an array; one of a class is made */

/* arith.c */
value vm_member(vm *m, value of, uint32_t name, uint32_t node);
value vm_text_of(value input);
int vm_tests(const char *op);
int vm_own_compare(vm *m, const char *op, value a, value b, uint32_t node, value *out);

/* display.c */
void vm_display(vm *m, scope *s, uint32_t from, uint32_t end, obj *l);
value vm_display_dict(vm *m, scope *s, uint32_t node, obj *d);
value vm_comprehension(vm *m, scope *s, uint32_t node);

/* scope.c */
value vm_expanded(vm *m, scope *s, value v);                        /* what a V_THUNK that is used in s stands for, statements too; another value is itself */
obj *vm_variadic(vm *m, const scope *s, uint32_t node);            /* the O_TUPLE of V_THUNK that a NAME is in a macro of C: __VA_ARGS__; NULL */
scope *vm_expands_in(vm *m, scope *s, const cell *macro); /* where the names in a V_THUNK are meant that is used in s: an argument's where it was given, a macro's where it is used */

/* place.c */
cell *vm_indexed_place(vm *m, value b, value k, uint32_t node, int make); /* of b[k] */
cell *vm_member_place(vm *m, scope *s, uint32_t node, int make, value *of); /* as vm_place, of an ATTR; *of: the object, where there is such a place */
cell *vm_returned_place(vm *m, scope *s, uint32_t node, value v); /* of what a function that gives a reference returns; NULL */
value vm_address(vm *m, scope *s, uint32_t node);

/* eval_op.c: of a BIN, UN, COND */
value vm_eval_binary(vm *m, scope *s, uint32_t node);
value vm_eval_unary(vm *m, scope *s, uint32_t node);
value vm_eval_cond(vm *m, scope *s, uint32_t node);

/* eval_index.c */
value vm_eval_index(vm *m, scope *s, uint32_t node);
value vm_slice(vm *m, scope *s, uint32_t node);          /* of a key of an INDEX that is a slice: an O_THING of three; V_UNDEF */
value vm_slice_of(vm *m, value from, value to, value step, uint32_t node); /* slice(from, to, step) */

/* attr.c */
int vm_unwrapped(value v, const char *s, value *out); /* the function or module that v was compiled from, if s asks for it: _orig_mod, py_func */
value vm_method(vm *m, value self, uint32_t name, uint32_t node);

/* descr.c: attributes that code stands behind */
enum { FUNC_PROPERTY = 2, FUNC_KEPT = 16 };            /* self_flags of an O_FUNC: its attribute is a call; and kept once it was made */
int descr_data(vm *m, value member);                   /* a member of a class that comes before what the object holds */
int descr_get(vm *m, value member, value inst, obj *cls, uint32_t node, value *out); /* 0: no descriptor */
int descr_set(vm *m, value inst, uint32_t name, value v, uint32_t node); /* 0: the attribute is stored as it is */
value descr_property(vm *m, value get, value set);
int descr_decorates(vm *m, value d, value v, value *out); /* @x.setter and the like */
void descr_named(vm *m, obj *cls, uint32_t node);      /* tells the members of a class their names */
void vm_delete_member(vm *m, value of, uint32_t name); /* del x.name */
value descr_members(vm *m, obj *of, uint32_t node);    /* __dict__, vars() */
int descr_dict_set(vm *m, value base, uint32_t name, value v, uint32_t node); /* self.__dict__ = v, or a member where that is the object itself: 1 if so */
void descr_written(obj *d);                            /* after a dictionary was changed: one of members changes its object */

/* gen.c: an element at a time. 1, 0 at the end or with something pending, -1 not known */
int gen_next(vm *m, obj *g, value sent, uint32_t node, value *out);
int gen_begun(const obj *g);
void gen_broken(vm *m, obj *g, scope *s, uint32_t at, uint32_t node); /* a loop over node was left while it stood at a yield */
void gen_left(vm *m);                                  /* the end of a path: those that stand */
void gen_run(vm *m, const obj *g, args *a, struct yield_hook *h); /* its function, with what it was called with; h for each of its yields */
int iter_next(vm *m, value v, uint32_t node, value *out);
int gen_method(vm *m, const char *f, value self, args *a, value *out);

/* lib_func.c: functools, operator, itertools */
int lib_func(vm *m, const char *f, args *a, value *out);
int func_thing(vm *m, value f, args *a, value *out);   /* a call of operator.itemgetter(...) and the like */
int func_decorates(vm *m, value d, value v, uint32_t node);
int func_method(vm *m, const char *f, value self, args *a, value *out);
obj *func_chosen(vm *m, obj *f, args *a);              /* of a singledispatch: by its first argument */
int func_memo(vm *m, obj *f, value self, int has_self, const args *a, cell **at); /* 1: it was called so before; at: where that is kept, NULL */

/* lib_inspect.c */
value annotated(vm *m, scope *s, uint32_t type);       /* what a TYPE of Python names */
int inspect_hints(vm *m, value of, int bases, uint32_t node, value *out); /* names and their annotations */
int inspect_match_args(vm *m, obj *cls, uint32_t node, value *out);
int lib_inspect(vm *m, const char *f, args *a, value *out);

enum { LIST_ARGUMENTS = 1, LIST_ORDER_OPEN = 2 };     /* self_flags of an O_LIST, and of an O_DICT of C++: how many is open; which stands where is open */

/* lib_sort.c */
void sort_known(vm *m, obj *l, args *a);               /* in place */
int list_method(vm *m, const char *f, obj *l, args *a, value *out); /* those that depend on the order */
int set_arith(vm *m, const char *op, value a, value b, uint32_t node, value *out);
int sort_best(vm *m, int largest, args *a, value *out);

/* lib_order.c */
cell *order_place(vm *m, obj *d, uint64_t key, value kv); /* map_get() of a dict: a key that was taken out of it comes last */
int order_method(vm *m, const char *f, obj *d, args *a, value *out);
void lib_blur(vm *m, obj *o, const char *f, uint32_t node); /* o, a list or a dict, was changed by f: whatever it held, it may hold something else */
int lib_order(vm *m, const char *f, args *a, value *out);

/* object.c */
enum { FUNC_UNBOUND = 64 };                            /* self_flags of an O_FUNC: it takes no object */
int object_new(vm *m, obj *cls, args *a, value *out);  /* by its __new__; 0: it has none */
int object_method(vm *m, const char *f, value self, args *a, value *out);
value object_replaced(vm *m, const obj *of, const args *a); /* like it, but for the members that are named */
value object_bound(vm *m, value v, const char *name);   /* the method of that name that the class of an O_INST has; V_UNDEF: none, or v is no such object */
int object_calls(vm *m, value v, const char *name, uint32_t node, uint32_t n, const value *given, value *out); /* calls it; 0: there is none */
value object_special(vm *m, value v, const char *name, const char *other); /* a method of an O_INST by one of two names: __enter__, __aenter__; V_UNDEF */
value object_part_method(vm *m, value part, value self, uint32_t node); /* a partialmethod of an object */
value object_truth(vm *m, value v, uint32_t node);     /* what __bool__ or __len__ say of it */
int object_applied(vm *m, const char *f, obj *cls, args *a, value *out); /* F.apply(x) of a torch.autograd.Function: its forward */
void object_parts(vm *m, obj *o, args *a, int depth);  /* what a library was handed to make of it something that is called, it calls: modules of a Sequential */
int lib_object(vm *m, const char *f, args *a, value *out);

/* metaclass.c: what runs where a class is made, and what its metaclass (cls of an O_CLASS) does */
void meta_begin(vm *m, obj *cls, value meta, uint32_t node); /* meta: as the class names it; V_UNDEF */
void meta_hooks(vm *m, obj *cls, uint32_t node, const args *options); /* __set_name__, __init_subclass__ */
value meta_end(vm *m, obj *cls, value meta, uint32_t node); /* the class, or what it was made */
int meta_call(vm *m, obj *cls, args *a, value *out);   /* 0: its metaclass has nothing for it */
int meta_attr(vm *m, obj *cls, uint32_t name, uint32_t node, value *out);
int meta_index(vm *m, obj *cls, value key, uint32_t node, value *out);
void meta_enum_member(vm *m, obj *cls, obj *e, uint32_t node);

/* lazy.c */
int vm_dropped(vm *m, uint32_t node);                  /* does nobody take the value of the expression? */

/* lib_mock.c: unittest.mock.patch */
int lib_mock(vm *m, const char *f, args *a, value *out);
value vm_owner(vm *m, scope *s, const char *target, uint32_t *last, uint32_t node); /* the object of a dotted name, without its last part, which goes to *last */
int mock_begin(vm *m, value patch, uint32_t node);     /* 0: it is none */
void mock_end(vm *m, value patch, uint32_t node);
int mock_method(vm *m, const char *f, value self, uint32_t node, value *out);
value mock_wraps(vm *m, value patch, value fn, uint32_t node); /* @patch(...) */
int mock_call(vm *m, obj *f, args *a, value *out);     /* of an O_PARTIAL */

/* certain.c: what fails in Python whatever is put in */
const char *certain_operator(const vm *m, const char *op, value a, uint32_t left, value b, uint32_t right); /* the error, or NULL */
int certain_operand(const vm *m, uint32_t node);       /* a literal that has no elements */
int certain_arguments(const vm *m, const obj *f, int has_self, const args *a); /* may it be called so? */
int certain_abstract(vm *m, obj *cls, const args *a);  /* can no object of it be made? */
int certain_fields(vm *m, obj *cls, const args *a);    /* may an object of a dataclass be made so? */
int certain_frozen(vm *m, const obj *cls, uint32_t name); /* may that member of an object of it not be set? */
int certain_not_listed(vm *m, const obj *module, uint32_t name); /* a name of __all__: has the module none such, and nothing gives it one? */
int certain_given(const char *name); /* of Python: has a name before a program binds one, or may it? */
int certain_not_built_in(vm *m, uint32_t node); /* a NAME that is not bound: is builtins the only one that could have it? */
int certain_endless(const vm *m, const obj *f, uint32_t call); /* does it do nothing but call itself there? */
int certain_member(const vm *m, uint32_t node);        /* an ATTR of a literal number that numbers do not have */

/* certain_name.c: names of Python that surely stand for nothing */
int certain_no_name(vm *m, uint32_t node);             /* a NAME */
int certain_deleted(vm *m, const scope *s, uint32_t node); /* a NAME that was bound, and is not any more */
int certain_no_member(vm *m, const obj *module, uint32_t name, uint32_t node); /* of a module of the tree, asked for at an ATTR or ALIAS */
const char *certain_no_place(vm *m, uint32_t node, int set); /* an INDEX that is deleted or set, a CALL that takes an element out, of a display that has none such: the error, or NULL */

/* lib_flag.c: enum.Flag and enum.auto() */
value enum_auto(vm *m, obj *cls, uint32_t name);       /* of the next member of cls */
int flag_is(const vm *m, value v);
int flag_of(vm *m, obj *cls, value v, value *out);     /* cls(3) of bits that it has */
int flag_arith(vm *m, const char *op, value a, value b, value *out);
int flag_compare(vm *m, const char *op, value a, value b, value *out);
int flag_truth(vm *m, value v);                        /* 1, 0; -1: it is none, or not known */

/* lib_load.c: what is had by a text, or was stored */
int lib_load(vm *m, const char *f, args *a, value *out);
value vm_by_dotted(vm *m, scope *s, const char *name, uint32_t node); /* "module.name", "module:name"; with an edge where that is no such name */
void vm_stored_called(vm *m, value f, uint32_t node);  /* f is called: it may be what a file of pickles holds */

/* lib_text.c: values that stand in texts */
int lib_text(vm *m, const char *f, args *a, value *out);

/* handed.c: functions that are given to what is not in the tree */
int vm_switches_off(const char *what); /* a variable or function by which a compiler is switched off */
int vm_disabled(vm *m, value v);                       /* a function, or the forward of a module, that is not to be compiled */
void vm_off(vm *m, uint32_t node, const char *what); /* an edge: what compiles may do nothing from here on */
void vm_lost(vm *m, value v, uint32_t node);           /* stored where it is not seen again: what may compile, or was, may run anywhere */
void vm_given(vm *m, const char *name, const args *a); /* to a function of a library that may keep them */
void vm_class_declared(vm *m, obj *cls);               /* what others make of it: an object that is read back, a test */
void vm_object_made(vm *m, obj *cls);                  /* an object of cls: what runs of it without being called */
void vm_call_back(vm *m, const char *name, int known, args *a); /* calls what was passed to be called; known: the library is, and an error of it is one of the call, unless that makes an object of Python */
void vm_later_left(vm *m);                             /* the end of a path: what was handed over and failed where it was run at once */
void vm_run_generators(vm *m, const args *a);

/* mro.c */
value vm_super_attr(vm *m, obj *s, uint32_t name, uint32_t node);
value vm_inst_attr_own(vm *m, value base, uint32_t name, uint32_t node); /* whatever its __getattribute__ */
value vm_inst_attr(vm *m, value base, uint32_t name, uint32_t node);

/* ext.c: the fingerprint of a path; of what it is given step by step, and its end */
static inline uint64_t
trace_step(uint64_t h, uint64_t x)
{
	return (h ^ x) * 1099511628211u;
}
static inline void
trace_end(vm *m, uint64_t h)
{
	m->trace = (h ^ h >> 29) * 0xff51afd7ed558ccdu;
}
void vm_trace(vm *m, uint32_t node, const char *name, const args *a);

/* use.c */
uint32_t vm_deep_comp(vm *m, value v, int depth);
uint32_t vm_deep_opq(vm *m, value v);
uint32_t vm_args_comp(vm *m, const args *a, int wraps);
int vm_makes(const char *name);
uint32_t vm_args_opq(vm *m, const args *a);
value vm_fail(vm *m, uint32_t node, const char *name, int status);
void vm_read_into(vm *m, scope *s, uint32_t at);
void vm_written(vm *m, const char *name, const args *a, uint32_t opq); /* what a call of C outside the tree was handed by address, or reads into, is not known any more */
void vm_set_operand(vm *m, args *a, uint32_t k, const char *name, uint32_t comp, uint32_t opq, int loose);
value vm_first_operand(vm *m, const args *a);
value vm_use(vm *m, uint32_t node, uint32_t comp, const char *name, int status);
value vm_by_symbol(vm *m, const symbol *y, const char *name, value self, args *a);
int vm_compiles_in_place(vm *m, value self, const args *a);
int vm_compile_options(vm *m, const args *a);          /* are they those of module.compile(), not of keras or of a pattern? */
int vm_in_place(const vm *m, value v);                 /* was it compiled so: model.compile()? */

/* Are two words the same? */
static inline int
vm_is(const char *f, const char *a)
{
	return *f == *a && strcmp(f, a) == 0;
}

/* lib_builtin.c */
value vm_listed(vm *m, value v, okind k, uint32_t node);
value vm_range(vm *m, args *a);
int vm_builtins(vm *m, const char *f, args *a, value *out);
int lib_convert(vm *m, const char *f, args *a, value x, value *out); /* lib_convert.c; x, y: the first arguments */
int lib_member(vm *m, const char *f, args *a, value x, value y, value *out); /* lib_member.c */
int vm_isinstance(vm *m, value v, value cls);          /* 1, 0, -1 */

/* decide.c */
uint32_t vm_new_site(vm *m, uint32_t node, const char *name); /* a compile call; its number, from 1 */
const event *vm_site(const vm *m, uint32_t k);         /* the compile call of that number; NULL */
void vm_loud(vm *m, uint32_t node);                       /* an edge where what runs there has a name of a library that hides: cone_loud_at() */
void vm_loud_class(vm *m, const obj *cls);                /* the same of a class and its bases */
void vm_edge_widen(vm *m, uint32_t k);                 /* the edge of that number may have changed anything */
void vm_opaque_use(vm *m, uint32_t node, uint32_t k);  /* what came across the edge of that number is used */
void *vm_more(vm *m, void *p, uint32_t n, uint32_t *cap, size_t size);
const char *vm_named(const vm *m, value v, char *buf, size_t n);

/* ext.c, ext_method.c: what is outside of the tree */
uint32_t ext_name(vm *m, const char *name, const args *a, int *all); /* "torch.load('x')": a name for what a call gives; *all: it tells all arguments */
value ext_method(vm *m, const char *name, uint32_t id, value self, args *a); /* name: the string id */
value ext_value(vm *m, value f, args *a);              /* a call of the value itself: model(x) */
int ext_may_be_no(const char *s);                      /* may what a function or method of that name gives be false, 0 or nothing? */

/* call.c */
value vm_made(vm *m, obj *cls, args *a);

/* outside.c: what a caller that is not in the tree hands over */
void outside_args(vm *m, scope *in, uint32_t fn, int receiver, args *a); /* receiver: without its first PARAM */
void outside_fields(vm *m, obj *cls, obj *o);
value outside_object(vm *m, obj *cls, uint32_t node);  /* made by its constructor; pending if that fails */

/* text_poke.c, text_open.c: text of C and C++ that is changed in place */
int vm_text_opened(vm *m, scope *s, uint32_t node);    /* it is not known any more, where the expression leads into one: s.begin(), &s[0], s.back(); 0: into none */
void vm_texts_opened(vm *m, const args *a, uint32_t first); /* the same of what a call is handed from there on, but for plain names */
int vm_same_text(const vm *m, uint32_t a, uint32_t b); /* do two expressions lead into the same variable? */
void vm_text_mapped(vm *m, scope *s, uint32_t node, uint32_t by); /* each character is set to what the function or expression at `by` gives for it; 0: to anything */
void vm_text_looped(vm *m, scope *s, uint32_t target, uint32_t it, uint32_t body); /* after a loop over it */
void vm_poke(vm *m, scope *s, uint32_t base, value b, value k, value v); /* b[k] = v, where the expression `base` gives b, a text of C */

/* process.c */
value vm_process(vm *m, const char *name, args *a);    /* a call that starts another program */
void vm_told_to_start(vm *m, const char *method, const args *a); /* an edge where an object of C++ that starts programs may be told to by a method of that name */
int vm_is_process(vm *m, uint32_t name); /* is_process() of a name, kept */
void vm_process_handed(vm *m, const char *name, const args *a); /* of Python: an edge if a call is handed what starts one */

/* defaults.c: what is not given */
void vm_unset(vm *m, const char *shown);               /* it has no default, and is first taken not to be given */
int vm_leans(vm *m, uint32_t sym);                     /* a test: 1 or 0 where it is not given; -1: it says nothing of that */
int vm_at_default(vm *m, const char *shown);           /* keeps what is shown so its default? */
int vm_option_default(vm *m, const args *a, const char *shown, value *out); /* of an option, declared by a; 0: it is open */
int vm_decl_default(vm *m, scope *in, uint32_t decl, const char *shown, value *out); /* of a PARAM or DECL; 0: it is open */

/* lib_range.c */
int bound_args(vm *m, const obj *p, const args *a, args *b); /* p is of std::bind: how a call of it with a calls what it binds; 0: it has no places */

/* template.c */
value template_trait(vm *m, const char *name, value key, uint32_t at); /* name<key> of the library, as is_same_v<A, B> */

/* lib_ordered.c: the order in which containers of C++ hold what they hold */
void ordered_as(vm *m, obj *o, value type, const char *name); /* o is made as a container of that type, called so */
int ordered_once(const vm *m, const obj *o);           /* a set? */
int ordered_has(vm *m, const obj *o, value v, uint32_t node); /* holds it that? 1, 0, -1 */
void ordered_now(vm *m, obj *o, uint32_t node);        /* before it is gone through: its slots as they come, else LIST_ORDER_OPEN */

/* lib_named.c: named tuples */
obj *named_class(vm *m, const char *name, uint32_t node);
void named_field(obj *cls, uint32_t name);
int named_make(vm *m, args *a, value *out);
int named_fill(vm *m, obj *cls, obj *o, const args *a);
value named_tuple(vm *m, value v);                     /* as a tuple; v if it is none */
int named_method(vm *m, const char *f, value self, args *a, value *out);

/* option.c: an option that a program of Python declares by a call, whose arguments are a */
void option_names(vm *m, const args *a, char *dest, size_t n, char *shown, size_t ns); /* what it is kept under: dest, or its first long name, or its first; how it is shown */
int option_offers_label(const vm *m, value choices);   /* has a list, tuple or dictionary the label? */
value option_value(vm *m, const args *a, const char *shown); /* the label if it is that one, else not known */

/* command.c: commands of click, typer and fire */
enum { FUNC_COMMAND = 8 };                             /* self_flags of an O_FUNC: its parameters are options */
value command_name(vm *m, const obj *f);               /* that of the command which a function is */
void command_add(vm *m, obj *group, value name, value f, uint32_t node); /* f: a function; of argparse, a parser */
int command_started(vm *m, const char *f, args *a, value *out); /* typer.run(f) and its kin */
int command_method(vm *m, const char *f, value self, args *a, value *out);

/* lib_command.c: what they are handed beside their options */
int command_takes(vm *m, obj *f, uint32_t param, int first, value *out); /* what a parameter is that is no option: the context, or what it holds */
int lib_command(vm *m, const char *f, args *a, value *out); /* methods of the context */

/* lib_argv.c: sys.argv once the program changes it, and lists of arguments */
value argv_now(vm *m, value v);                        /* the list that sys.argv is by now; v if it is not that, or as it was */
value argv_list(vm *m, value v, uint32_t node);        /* the same, made now where v is sys.argv */
int argv_method(vm *m, const char *name, args *a, value *out); /* sys.argv.append(...) and its kin */
void list_splice(vm *m, obj *l, const obj *key, value v, uint32_t node); /* l[key] = v; V_UNDEF: deleted */
/* An option that o declares, the nth that has no dash, of a parser with options, where it parses that list; 0: as with any command line. */
int argv_option(vm *m, const obj *list, const obj *options, const args *o, uint32_t nth, value *out);

/* str_open.c, str_join.c: methods of strings, for lib_str() */
int str_open(vm *m, const char *f, value self, args *a, value *out); /* of text from outside */
value str_made(vm *m, const char *s, size_t n, value from); /* of n bytes, following from the label where from does */
value str_join(vm *m, value self, value of);
value str_replace(vm *m, value self, const char *a, const char *b);
value str_format(vm *m, value self, args *a, int percent); /* "{}-{name}".format(...), "%s-%d" % (...): with known strings and numbers */

/* lib_cli.c: libraries of C and C++ that read the command line */
int cli_fresh(vm *m, scope *s, const char *type, uint32_t node, value *out); /* an object of such a type; 0: it is none */
int cli_flag(vm *m, const char *name, uint32_t node, value *out); /* FLAGS_x; 0: the tree has no such flag */
int lib_cli(vm *m, const char *f, args *a, value *out);
int cli_template(vm *m, value of, value type, args *a, value *out); /* f<type>(...), x.f<type>(...) */
int cli_method(vm *m, const char *f, value self, args *a, value *out);
int cli_call(vm *m, value self, args *a, value *out);
value cli_getopt(vm *m, args *a, int is_long);         /* the next option, as its letter or value; -1 */
int cli_index(vm *m, value base, value key, uint32_t node, value *out);

/* lib_folder.c: folders of the tree */
int lib_folder(vm *m, const char *f, args *a, value *out);
int folder_method(vm *m, const char *f, value self, args *a, value *out); /* of a path */
uint32_t module_name(vm *m, uint32_t file);

/* lib_path.c: paths */
/* kept.c */
void kept_given(vm *m, value self, const char *name, const args *a); /* a method of self is given arguments: what it gives from then on may be what was compiled */
value kept_gives(vm *m, value self, value v, uint32_t node); /* v, as a method or a call of self gave it: perhaps what self was made of */
value kept_one(vm *m, value items, uint32_t node);     /* one of them, which is not known */
value kept_back_later(vm *m, value v, const char *name, uint32_t node); /* v, which a method that was handed what was compiled gave */
int kept_back(vm *m, value f, value *out);             /* what an object that is called gives back as it got it */
int kept_anew(vm *m, value v, int pickled, uint32_t node, value *out); /* does a class in v say how it is copied or pickled? out is not known then */
void kept_files(vm *m, const char *name, value self, const args *a); /* files of code that a call writes, moves or links: an edge */
const char *path_text(vm *m, value v);                 /* of a text or a pathlib.Path; NULL */
int path_is_end(vm *m, value v);                       /* its beginning is not known */
value path_value(vm *m, const char *path, int end, uint32_t node); /* a pathlib.Path; path NULL: nothing of it is known */
value path_below(vm *m, value a, value b, uint32_t node); /* a / b */
int lib_path(vm *m, const char *f, args *a, value *out);
int path_method(vm *m, const char *f, value self, args *a, value *out);
int path_attr(vm *m, value self, const char *name, uint32_t node, value *out);

/* lib_module.c: modules that a program loads by itself */
value modules_at(vm *m, value of, value name);         /* sys.modules[name]; V_UNDEF: `of` is not that, or has none that is known */
int modules_has(const vm *m, value of, value name);    /* 1, 0, -1 */
int modules_put(vm *m, value of, value name, value v); /* sys.modules[name] = v; 0: `of` is not that */
int lib_module(vm *m, const char *f, args *a, value *out);
int module_method(vm *m, const char *f, value self, args *a, value *out);

/* module.c */
obj *module_new(vm *m, uint32_t file, value name);     /* of a file, not run yet */
void module_run(vm *m, obj *o, int aside);             /* pending if it fails; aside: to import it is not what is looked at */

/* task.c: what runs beside the program. A future, a task among them, has result_ or raised_ once done_ is 1 */
obj *task_new(vm *m, const char *name, value fn, const args *a, uint32_t node); /* a thing of that name, with copies of what is called and with what */
void task_go(vm *m, obj *task);                        /* runs it from its start, or from where it stands, until it ends or stands */
void task_stand(vm *m, const args *a, obj *q);         /* the task that runs stands at a call, until the queue has something */
void task_settle(vm *m, obj *f, value v, int raised);  /* sets a future to a value, or to what was raised */
int task_is(const vm *m, value v);                     /* a future? */
value task_result(vm *m, value f, uint32_t node);      /* what a future comes to */
value task_raised(vm *m, value f, uint32_t node);      /* what it failed with, as a value; none if it did not */
value task_await(vm *m, value v, uint32_t node);       /* what a future comes to; else v */
value task_start(vm *m, value fn, args *a);            /* a coroutine; its future */
value task_run(vm *m, value f, const args *a, obj *pool, uint32_t node); /* a future of f(...), run by a pool or NULL */
void task_joined(vm *m, obj *thread);                  /* it has ended */
void task_beside(vm *m);                               /* the end of a path: what ran beside it may have served it */
void task_pump(vm *m);                                 /* what stands goes on, as far as it can */

/* lib_task.c: threads, pools, tasks, queues, futures */
int lib_task(vm *m, const char *f, args *a, value *out);
int task_method(vm *m, const char *f, value self, args *a, value *out);
int task_spawns(const char *callee);                   /* starts the coroutine that is its operand */
xstat task_group_end(vm *m, value v, xstat x, uint32_t node); /* a with block of v, left by x: what a task of the group raised is raised */

/* lib_child.c: what other processes and threads do not see */
void child_keeps(vm *m, cell *c);                      /* c is about to be set in m->child */
struct child *child_begin(vm *m, obj *of);             /* what `of` runs in its process begins or goes on; what ran before it, for child_end */
void child_end(vm *m, struct child *was);              /* ends or stands */
void child_locals(vm *m, obj *thread);                 /* it begins or goes on; once more: it ends or stands */
int child_is_pool(const vm *m, value v);
int child_apart(const vm *m, const obj *o);            /* does it run in a process of its own? */
int child_method(vm *m, const char *f, value self, args *a, value *out);
int lib_child(vm *m, const char *f, args *a, value *out);

/* convert.c */
value vm_converted(vm *m, scope *s, uint32_t type, value v, uint32_t node); /* v, or the object that a class of C++, by that TYPE, makes of it */
void vm_not_given(vm *m, scope *s, uint32_t type);     /* of a parameter of that TYPE: its default, which is not seen */
value vm_converted_to(vm *m, obj *cls, value v, uint32_t node);

/* destroy.c: objects of C++ end */
void vm_object_lives(vm *m, obj *o);                   /* one was made */
void vm_never_was(obj *o);                             /* its constructor failed, or it is the same as a copy of it */
void vm_may_make(vm *m, obj *cls);                     /* an object of it may be made here, and end, in a way that is not followed */
void vm_new_array(vm *m, scope *s, const char *text);  /* new T[n], text is from T on */
void vm_objects_left(vm *m);                           /* the end of a path: destructors of those that were not seen to end, if they may compile, are marked */
void vm_destroyed(vm *m, value v);                     /* it ends, its members and bases with it; nothing if it has, or is none */
void vm_let_go(vm *m, value v);                       /* a container lets go what it holds */
void vm_block_ends(vm *m, scope *s, uint32_t block, uint32_t to); /* left at the node `to`: what it declared by value ends, the last first */
void vm_params_end(vm *m, scope *in, const obj *f, uint32_t since, const args *a); /* those that were made for the call, after that serial or where the argument stands */
int vm_is_temporary(const vm *m, value v, uint32_t at); /* is it an object that the CALL at made? */
void vm_given_back(const vm *m, value v);              /* a variable of a function that returns; is it what that gives? */
value vm_returned_copy(vm *m, value v, uint32_t node); /* of what a function gives to the CALL node */
void vm_delete(vm *m, scope *s, uint32_t target);      /* what a pointer of C++ points to */

/* construct.c */
void vm_c_fields(vm *m, obj *cls, obj *inst);
uint32_t vm_fill(vm *m, obj *cls, obj *inst, const args *a, uint32_t pos);
void vm_class_fields(vm *m, obj *cls, obj *l);
value vm_enum_member(vm *m, obj *cls, value v, uint32_t node);

/* told_call.c: libraries of Python that a keyword tells to compile */
uint32_t told_to_compile(vm *m, const char *name, const args *a); /* the edge that the call then is; 0 */

/* strange.c: libraries of Python that are not in the tree */
int strange_holds(vm *m, value v, uint32_t node);      /* is it, or holds it, code that may compile? */
int strange_symbol(vm *m, const args *a);              /* is among the operands, or in them, what compiles? */
void strange_decorates(vm *m, value d, value v, uint32_t node); /* of v, a function or class: if d is of such a library */
void strange_decorated(vm *m, obj *f, uint32_t node); /* f, a function or class, is called: an edge if it was decorated so */
void strange_compiled(vm *m, const obj *f, uint32_t node); /* something was compiled in it, which may run at another time, or elsewhere */
uint32_t strange_call(vm *m, const char *name, const args *a, int quiet); /* the edge that a call of one that is not known is; 0. quiet: cone_quiet() */

#endif
