# labelaudit --src: an object of Qt's QProcess hides something where it may be told to start a program, and nowhere else; who it is called of is asked.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh
SUFFIX=cpp
Q='#include <QProcess>'

# what is started elsewhere, is of no concern here
job() { printf '%s\nstruct Job { QProcess p; QProcess::ProcessState s; void go(const char *file) { %s } void other(const char *file) { %s } };\nstatic QProcess::ExitStatus last;\n' "$Q" "$1" "$2"; }
clean elsewhere 'Job j; j.go(file); last = QProcess::NormalExit;' "$(job 'p.start("ls");' 'p.kill();')
void aside(Job *j, const char *file) { j->p.start(file); }"
open there 'Job j; j.go(file);' "$(job 'p.start(file);' '')"
open there_too 'Job j; j.other(file);' "$(job 'p.start("ls");' 'p.setProgram(file); p.start();')"
open by_another 'Job j; aside(&j, file);' "$(job '' '')
void aside(Job *j, const char *file) { j->p.start(file); }"
clean alike 'Job j; j.go(file); Line l; l.p(3);' "$(job 'p.start("ls");' '')
struct Line { void p(int) {} };"
open program_set 'Job j; j.go(file);' "$(job 'p.setProgram("cc"); p.start();' '')"
open detached 'Job j; j.go(file);' "$(job 'p.setProgram("ls"); p.startDetached("cc k.c");' '')"
open command 'Job j; j.go(file);' "$(job 'p.startCommand("cc k.c");' '')"
open executed 'Job j; j.go(file);' "$(job 'QProcess::execute("cc", {file});' '')"
clean executed_other 'Job j; j.go(file);' "$(job 'QProcess::execute("ls", {file});' '')"

# no shell takes the line apart: where it would write is a word, and so is what it would start behind that
clean no_shell 'Job j; j.go(file);' "$(job 'p.start(QString("tifftopnm > ") + file);' '')"
clean no_shell_and 'Job j; j.go(file);' "$(job 'p.start("ls & cc k.c");' '')"
open no_shell_first 'Job j; j.go(file);' "$(job 'p.start("2>&1 cc k.c");' '')"
open no_shell_next 'Job j; j.go(file);' "$(job 'p.start("find . -exec ls ; -exec cc k.c ;");' '')"
open no_shell_script 'Job j; j.go(file);' "$(job 'p.start("sed s&a&cc&e k.c");' '')"
open no_shell_run 'Job j; j.go(file);' "$(job 'p.start("find . ( -exec cc k.c )");' '')"
open no_shell_line 'Job j; j.go(file);' "$(job 'p.start("sh -c (cc&)");' '')"

# by whom it is reached
open in_list 'QList<QProcess *> all; for (auto p : all) p->start(file);' "$Q"
clean in_list_too 'QList<QProcess *> all; for (auto p : all) p->kill();' "$Q"
open in_loop 'QList<QProcess *> all; foreach (QProcess *p, all) p->start(file);' "$Q"
clean in_loop_too 'QList<QProcess *> all; foreach (QProcess *p, all) p->kill();' "$Q"
open in_map 'for (auto it = all.begin(); it != all.end(); it++) it->second->start(file);' "$Q
extern std::map<int, QProcess *> all; struct Other { double second; };"
clean in_map_too 'for (auto it = all.begin(); it != all.end(); it++) it->second->kill();' "$Q
extern std::map<int, QProcess *> all;"
clean made 'QList<QProcess *> all; all.append(new QProcess(0)); all[0]->start("ls");' "$Q"
open at 'QMap<int, QProcess *> all; all.value(3)->start(file);' "$Q"
open by_iterator 'QList<QProcess *> all; (*all.begin())->start(file);' "$Q"
open by_function 'Job j; (argc > 3 ? j.get() : j.get())->start(file);' "$Q
struct Job { QProcess *p; QProcess *get() { return p; } };"
open by_auto 'Job j; auto x = j.get(); x->start(file);' "$Q
struct Job { QProcess *p; QProcess *get() { return p; } }; static QTimer *x;"
open shadowed '{ QTimer p; p.start(1000); } QProcess p; p.start(file);' "$Q"
open shadows '{ QProcess p; p.start(file); } QTimer p; p.start(1000);' "$Q"
clean other_class 'QProcess p; p.start("ls"); Line l; l.start(file); QThread t; t.start(argc);' "$Q
struct Line { void start(const char *s) { puts(s); } };"
clean owned 'QProcess p; sound->start(line); thread.start(QThread::LowPriority); p.start("ls");' "$Q
static QScopedPointer<QAudioInput> sound; static QIODevice *line; static QThread thread;"
open owned_object 'run->start(file);' "$Q
extern QScopedPointer<QProcess> run;"
open owned_any 'run->start(file);' "$Q
extern QPointer<QObject> run;"
open owned_of_template 'go(run, file);' "$Q
extern std::unique_ptr<QProcess> run; struct Timer { };
template <class Timer> void go(std::unique_ptr<Timer> &p, const char *s) { p->start(s); }"
open said_by_class 'QProcess p; p.start(QTool::Name);' "$Q
struct QTool { static const char *Name; };"
clean converter 'QProcess p; p.start("ddjvu", {"--format=pdf", file}); p.waitForFinished();' "$Q"
open parameter_of_template 'QProcess p; go(p, file);' "$Q
struct Timer { void start(const char *) {} };
template <class Timer> void go(Timer &p, const char *s) { p.start(s); }"
open own_template 'Keep<QProcess> k; k.it->start(file);' "$Q
template <class T> struct Keep { T *it; };"
open own_template_base 'Mixed<QProcess> k; k.go(file);' "$Q
template <class T> struct Mixed : T { void go(const char *s) { this->start(s); } };"
open captured 'QProcess p; auto f = [q = &p](const char *s) { q->start(s); }; f(file);' "$Q
static QTimer *q;"
open bound 'auto [n, q] = make(); q->start(file);' "$Q
std::pair<int, QProcess *> make(); struct T { QTimer *q; };"
open cast_away '((QProcess *)timer)->start(file);' "$Q
extern QTimer *timer;"
open cast_plain 'static_cast<QProcess *>(job)->start(file);' "$Q
extern Base *job; struct Base { };"
clean kept 'Job j; j.p = new QProcess(0); j.all.append(j.p); take(j.p); j.p->start("ls");' "$Q
struct Job { QProcess *p; QList<QProcess *> all; };
static void take(QProcess *p) { p->closeWriteChannel(); }"
open taken 'QProcess *p = new QProcess(0); take(p, file);' "$Q
static void take(QProcess *p, const char *s) { p->start(s); }"
open handed_out 'QProcess *p = new QProcess(0); take(p); p->start("ls");' "$Q
void take(QProcess *p);"
open by_macro 'RUN(start)(file);' "$Q
static QProcess job;
#define RUN(m) job.m"
open by_macro_too 'RUN(job, start);' "$Q
static QProcess job;
#define RUN(o, m) o.m(file)"
open by_macro_whole 'RUN(start);' "$Q
static QProcess job;
#define RUN(m) job.m(file)"
open quoted 'QProcess p; p.QProcess::start(file);' "$Q"
open by_pointer 'void (QProcess::*f)(const char *) = &QProcess::start; QProcess p; (p.*f)(file);' "$Q"
open derived 'Mine m; m.start(file);' "$Q
struct Mine : public QProcess { };"
open modifier 'QProcess p; p.setChildProcessModifier([] { system("cc"); }); p.start("ls");' "$Q"

# which environment it has
clean environment 'QProcess p; p.setEnvironment(QProcess::systemEnvironment()); p.start("ls");' "$Q"
open environment_given 'QProcess p; p.setEnvironment(QStringList() << "PATH=k"); p.start("ls");' "$Q"
open environment_of_all 'qputenv("PATH", file); QProcess p; p.start("ls");' "$Q"
open environment_by_name 'const char *name = "LD_PRELOAD"; qputenv(name, file); QProcess p; p.start("ls");' "$Q"
clean environment_other 'qputenv("QT_SCALE_FACTOR", file); QProcess p; p.start("ls");' "$Q"
open not_a_declaration 'decltype(proc) *x = &proc; x->start(file);' "$Q
static QProcess proc; struct T { QTimer *x; };"
open constant_of_space 'QProcess p; p.start(QTool::Name);' "$Q
namespace QTool { const char *Name = \"cc\"; }"
open constant_of_other 'QProcess p; p.start(QTools::Compiler);' "$Q"
open constant_of_library 'QProcess p; p.start(QLibraryInfo::Compiler);' "$Q"
open constant_of_thread 'QProcess p; p.start(QThread::Compiler);' "$Q"
n=0
for arrow in 'QProcess *operator->()' 'QProcess *operator ->() const' 'auto operator->()'; do
	n=$((n + 1))
	open "arrow$n" 'P p; p->start(file);' "$Q
class P { QProcess *q; public: P() : q(new QProcess) {} $arrow { return q; } };"
done
open arrow_of_member 'T t; t.go(file);' "$Q
class P { QProcess *q; public: QProcess *operator->() const { return q; } }; struct T { P p; void go(const char *s) { p->start(s); } };"
clean no_arrow 'QProcess p; p.start("ls"); P q; q.start(file);' "$Q
class P { public: void start(const char *s) { puts(s); } };"

# more ways by which one is reached
open way_a1 'P p; p.start(file);' "$Q
#define P QProcess"
open way_a2 'run(file);' "$Q
static void run(const char *s) { QProcess *p = new QProcess; connect(timer, &QTimer::timeout, [=] { p->start(s); }); }
extern QTimer *timer;"
open way_a3 'W w; w.go(file);' "$Q
struct W { std::vector<std::unique_ptr<QProcess>> all; void go(const char *s) { for (auto &p : all) p->start(s); for (size_t i = 0; i < all.size(); i++) all[i]->start(s); } };"
open way_a4 'W w(file);' "$Q
struct W { QProcess p; W(const char *s) { p.start(s); } };"
open way_a5 'W *w = new W; w->p()->start(file);' "$Q
struct W { QProcess *q; QProcess *p() { return q; } };"
open way_a6 'W w; w.go();' "$Q
struct W { QProcess p; QString cmd; void go() { p.start(cmd, QStringList()); } };"
open way_a7 'QProcess *p; p = QProcessFactory::make(); p->start(file);' "$Q"
open way_a8 'start(file);' "$Q
static QProcess proc; static void start(const char *s) { ::proc.start(s); }"
open way_a9 'decltype(proc) *x = &proc; x->start(file);' "$Q
static QProcess proc; struct T { QTimer *x; };"
open way_b1 'extern QProcess timer; timer.start(file);' "$Q"
open way_b2 'W w; w.timer->start(file); w.timer->waitForFinished();' "$Q
struct W { QProcess *timer; }; struct V { QTimer *timer; };"
open way_b3 'QProcess p; QProcessEnvironment e = QProcessEnvironment::systemEnvironment(); e.insert("PATH", "/tmp/k:" + e.value("PATH")); p.setProcessEnvironment(e); p.start("ls");' "$Q"
open way_b4 'X x; x.start(file);' "$Q
using Base = QProcess; struct X : Base { };"
open way_b5 'X x; x.go(file);' "$Q
struct X : private QProcess { void go(const char *s) { this->start(s); } };"
open way_b6 'QProcess p; p.start(cmd());' "$Q
static QString cmd() { return QString(\"c\") + \"c k.c\"; }"
open way_b7 'QProcess p; p.open(QIODevice::ReadWrite); p.setProgram(file); p.open();' "$Q"
open way_b8 'QProcess p; (p).start(file); ' "$Q"
open way_b9 'QProcess p[3]; p[1].start(file);' "$Q"
open way_c1 'QProcess p; auto go = std::bind(&QProcess::start, &p, file); go();' "$Q"
open way_c2 'auto p = std::make_unique<QProcess>(); auto r = std::move(p); r->start(file);' "$Q"
open way_c3 'std::optional<QProcess> p; p.emplace(); p->start(file);' "$Q"
open way_c4 'W::instance().proc.start(file);' "$Q
struct W { QProcess proc; static W &instance(); };"
open way_c5 'QProcess p; QProcess *const &q = &p; if (auto r = q) r->start(file);' "$Q"
open way_c7 'for (QProcess *p = first(); p; p = next(p)) p->start(file);' "$Q
QProcess *first(); QProcess *next(QProcess *);"
open way_c8 'switch (argc) { case 3: QProcess p; p.start(file); }' "$Q"
open way_c9 'try { throw new QProcess; } catch (QProcess *p) { p->start(file); }' "$Q"
