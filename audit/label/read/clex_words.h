/* clex_words.h - the keywords that the reader of C knows: X(constant, spelling, where).
 * where: 'c' C and C++, '+' C++ alone. In the order of their groups, which ranges rely on. */
#ifndef LABEL_CLEX_WORDS_H
#define LABEL_CLEX_WORDS_H

#include "clex.h"

#define C_WORDS(X) \
	/* statements */ \
	X(IF, "if", 'c') X(ELSE, "else", 'c') X(WHILE, "while", 'c') X(DO, "do", 'c') X(FOR, "for", 'c') \
	X(SWITCH, "switch", 'c') X(CASE, "case", 'c') X(DEFAULT, "default", 'c') X(BREAK, "break", 'c') \
	X(CONTINUE, "continue", 'c') X(RETURN, "return", 'c') X(GOTO, "goto", 'c') X(TRY, "try", '+') \
	X(CATCH, "catch", '+') X(CO_RETURN, "co_return", '+') \
	/* built-in types */ \
	X(VOID, "void", 'c') X(BOOL, "bool", 'c') X(BOOL_, "_Bool", 'c') X(CHAR, "char", 'c') X(SHORT, "short", 'c') \
	X(INT, "int", 'c') X(LONG, "long", 'c') X(FLOAT, "float", 'c') X(DOUBLE, "double", 'c') \
	X(SIGNED, "signed", 'c') X(UNSIGNED, "unsigned", 'c') X(WCHAR, "wchar_t", '+') X(CHAR8, "char8_t", '+') \
	X(CHAR16, "char16_t", '+') X(CHAR32, "char32_t", '+') X(INT128, "__int128", 'c') X(COMPLEX, "_Complex", 'c') \
	X(HALF, "_Float16", 'c') \
	/* types from something else */ \
	X(AUTO, "auto", 'c') X(STRUCT, "struct", 'c') X(UNION, "union", 'c') X(ENUM, "enum", 'c') X(CLASS, "class", '+') \
	X(TYPENAME, "typename", '+') X(DECLTYPE, "decltype", '+') X(TYPEOF, "typeof", 'c') X(TYPEOF_, "__typeof__", 'c') \
	X(TYPEOF__, "__typeof", 'c') X(ATOMIC, "_Atomic", 'c') \
	/* specifiers and qualifiers */ \
	X(CONST, "const", 'c') X(CONST_, "__const", 'c') X(VOLATILE, "volatile", 'c') X(VOLATILE_, "__volatile__", 'c') \
	X(RESTRICT, "restrict", 'r') X(RESTRICT_, "__restrict__", 'c') X(RESTRICT__, "__restrict", 'c') \
	X(STATIC, "static", 'c') X(EXTERN, "extern", 'c') X(REGISTER, "register", 'c') X(TYPEDEF, "typedef", 'c') \
	X(INLINE, "inline", 'c') X(INLINE_, "__inline__", 'c') X(INLINE__, "__inline", 'c') \
	X(FORCEINLINE, "__forceinline__", 'c') X(FORCEINLINE_, "__forceinline", 'c') X(NORETURN, "_Noreturn", 'c') \
	X(THREAD, "_Thread_local", 'c') X(THREAD_, "__thread", 'c') X(THREAD__, "thread_local", 'c') \
	X(EXTENSION, "__extension__", 'c') X(CONSTEXPR, "constexpr", '+') X(CONSTEVAL, "consteval", '+') \
	X(CONSTINIT, "constinit", '+') X(VIRTUAL, "virtual", '+') X(EXPLICIT, "explicit", '+') \
	X(FRIEND, "friend", '+') X(MUTABLE, "mutable", '+') X(NOINLINE, "__noinline__", 'c') \
	X(GLOBAL, "__global__", 'c') X(DEVICE, "__device__", 'c') X(HOST, "__host__", 'c') \
	X(SHARED, "__shared__", 'c') X(CONSTANT, "__constant__", 'c') X(MANAGED, "__managed__", 'c') \
	X(CDECL, "__cdecl", 'c') X(STDCALL, "__stdcall", 'c') \
	/* with an argument in parentheses */ \
	X(ATTRIBUTE, "__attribute__", 'c') X(ATTRIBUTE_, "__attribute", 'c') X(DECLSPEC, "__declspec", 'c') \
	X(ALIGNAS, "alignas", 'c') X(ALIGNAS_, "_Alignas", 'c') X(ALIGN, "__align__", 'c') X(LAUNCH_BOUNDS, "__launch_bounds__", 'c') \
	X(CLUSTER_DIMS, "__cluster_dims__", 'c') X(PRAGMA, "_Pragma", 'c') X(PRAGMA_, "__pragma", 'c') \
	/* declarations of other shapes */ \
	X(NAMESPACE, "namespace", '+') X(USING, "using", '+') X(TEMPLATE, "template", '+') X(CONCEPT, "concept", '+') \
	X(REQUIRES, "requires", '+') X(PUBLIC, "public", '+') X(PRIVATE, "private", '+') X(PROTECTED, "protected", '+') \
	X(ASM, "asm", 'c') X(ASM_, "__asm__", 'c') X(ASM__, "__asm", 'c') X(STATIC_ASSERT, "static_assert", 'c') \
	X(STATIC_ASSERT_, "_Static_assert", 'c') \
	/* in expressions */ \
	X(OPERATOR, "operator", '+') X(NEW, "new", '+') X(DELETE, "delete", '+') X(THIS, "this", '+') X(THROW, "throw", '+') \
	X(NOEXCEPT, "noexcept", '+') X(SIZEOF, "sizeof", 'c') X(ALIGNOF, "alignof", 'c') X(ALIGNOF_, "_Alignof", 'c') \
	X(ALIGNOF__, "__alignof__", 'c') X(OFFSETOF, "offsetof", 'c') X(OFFSETOF_, "__builtin_offsetof", 'c') \
	X(TYPEID, "typeid", '+') X(STATIC_CAST, "static_cast", '+') X(DYNAMIC_CAST, "dynamic_cast", '+') \
	X(CONST_CAST, "const_cast", '+') X(REINTERPRET_CAST, "reinterpret_cast", '+') X(EXPECT, "__builtin_expect", 'c') \
	X(GENERIC, "_Generic", 'c') X(CO_AWAIT, "co_await", '+') X(CO_YIELD, "co_yield", '+') \
	X(TRUE, "true", 'c') X(FALSE, "false", 'c') X(NULL, "NULL", 'c') X(NULLPTR, "nullptr", 'c')

enum {
	CW_BEFORE = C_KEYWORD - 1,
#define X(name, spelling, where) CW_##name,
	C_WORDS(X)
#undef X
	CW_END
};

#endif
