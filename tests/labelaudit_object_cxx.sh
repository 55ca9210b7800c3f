# labelaudit --src: objects of Qt's QProcess hide something by what they are told, not by their class.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh
SUFFIX=cpp

# local variables
clean start 'QProcess p; p.start("lscpu", QStringList()); p.waitForFinished();' '#include <QProcess>'
clean literal 'QProcess p(0); p.setProcessChannelMode(QProcess::MergedChannels); p.start(QStringLiteral("pidof"), QStringList("k"));'
clean pointer 'QProcess *p = new QProcess(0); p->start("ls", {"-l", file}); if (p->state() == QProcess::Running) p->kill(); delete p;'
clean line 'QProcess p; p.start("tar -xf k.tar"); '
clean mode 'QProcess p; p.start("ls -l", QIODevice::ReadOnly); puts(p.readAll());'
clean held 'auto p = new QProcess; p->start("ls", QStringList(file)); p->deleteLater();'
clean owner 'std::unique_ptr<QProcess> p(new QProcess); p->start("ls", QStringList());'
clean said 'QProcess p; p.setProgram("ls"); p.setArguments(QStringList(file)); p.start();'
clean static_one 'QProcess::execute("ls", QStringList(file));'
clean asked 'QProcess p; if (!p.waitForStarted()) puts("no"); p.start("ls", QStringList(file));'
open compiler 'QProcess p; p.start("cc", QStringList(file));'
open compiler_line 'QProcess p; p.start("gcc -c k.c");'
open nvcc 'QProcess *p = new QProcess(0); p->start("nvcc", {"-c", file});'
open python 'QProcess p; p.start("python3", {"k.py"});'
open script 'QProcess p; p.start("./k.sh", QStringList());'
open shell 'QProcess p; p.start("sh", {"-c", file});'
clean shell_known 'QProcess p; p.start("sh", {"-c", "ls -l | wc"});'
open shell_compiler 'QProcess p; p.start("sh", {"-c", "ls; cc k.c"});'
open strange 'QProcess p; p.start("ktool", QStringList());'
open of_user 'QProcess p; p.start(file, QStringList());'
open of_two 'QProcess p; p.start(argc > 3 ? "ls" : "make", QStringList());'
open said_compiler 'QProcess p; p.setProgram("make"); p.start();'
open static_compiler 'QProcess::execute("make", QStringList(file));'
open static_detached 'if (!QProcess::startDetached("cmake --build .")) puts("no");'
open word_runs 'QProcess p; p.start("tar", {"-xf", file, "--to-command=cc"});'
open words_unknown 'QProcess p; p.start("awk", args(file));' 'QStringList args(const char *);'
open said_words 'QProcess p; p.setProgram("awk"); p.setArguments(args(file)); p.start();' 'QStringList args(const char *);'

# who else may tell it something
open handed 'QProcess p; tell(&p); p.start("ls", QStringList());' 'template <class T> void tell(T *p) { p->start("cc"); }'
open other_name 'QProcess p; auto *q = &p; q->start("cc"); p.start("ls", QStringList());'
open other_again 'QProcess *p = new QProcess; auto q = p; q->start("cc"); p->start("ls", QStringList());'
open reference 'QProcess p; QProcess &q = p; q.start("cc"); p.start("ls", QStringList());'
clean reference_too 'QProcess p; QProcess &q = p; q.start("cat"); p.start("ls", QStringList());'
open by_name 'QProcess p; QMetaObject::invokeMethod(&p, "start", Q_ARG(QString, "cc")); p.start("ls", QStringList());'
open by_member 'QProcess p; auto f = &QProcess::start; (p.*f)("cc");'
open by_macro 'QProcess p; RUN; p.start("ls", QStringList());' '#define RUN p.start("cc")'
open kept_all 'QList<QProcess *> all; all[0]->start("cc");'
open given_back 'make()->start("cc");' 'QProcess *make(void);'
open inherited 'Mine p; p.go();' 'struct Mine : public QProcess { void go() { start("cc"); } };'
open renamed 'P p; p.start("cc");' 'typedef QProcess P;'
open renamed_too 'P p; p.start("cc");' 'using P = QProcess;'
open at_once 'QProcess().start("cc");'
clean at_once_too 'QProcess().start("ls", QStringList());'
open cast 'static_cast<QProcess *>(what)->start("cc");' '#include <QProcess>
extern QObject *what;'
clean cast_too 'static_cast<QProcess *>(what)->start("ls", {});' '#include <QProcess>
extern QObject *what;'
open cast_sent '((QProcess *)sender())->start("cc");' '#include <QProcess>
QObject *sender();'
clean timer 'static_cast<QTimer *>(what)->start(1000);' '#include <QProcess>
extern QObject *what;'
open cast_held 'QProcess *p = qobject_cast<QProcess *>(what); p->start("cc");' 'extern QObject *what;'
clean cast_asked 'QProcess *p = qobject_cast<QProcess *>(what); if (p) p->kill();' 'extern QObject *what;'
open in_lambda 'QProcess *p = new QProcess; QObject::connect(what, &QTimer::timeout, [p]() { p->start("cc"); });' 'extern QTimer *what;'
clean joined 'QProcess *p = new QProcess; QObject::connect(p, &QProcess::finished, [p](int, QProcess::ExitStatus) { p->deleteLater(); }); p->start("ls", {file});'
open slot_of_it 'QProcess *p = new QProcess; QObject::connect(what, &Line::said, p, &QProcess::start);' 'extern Line *what;'

# members
member() { printf 'struct W { QProcess *proc = nullptr; QProcess own; W(); void go(const char *file); void other(); };\nW::W() : proc(new QProcess) {}\nvoid W::go(const char *file) { %s }\nvoid W::other() { %s }' "$1" "$2"; }
clean member 'W w; w.go(file);' "$(member 'proc->start("ls", {file}); own.start("lscpu");' 'own.kill(); delete proc;')"
open member_told 'W w; w.go(file);' "$(member 'proc->start("ls", {file});' 'proc->start("cc", {});')"
open member_given 'W w; w.go(file);' "$(member 'proc->start("ls", {file});' 'give(proc);')"
open member_hidden 'W w; w.go(file);' "$(member 'proc->start("cc"); { int proc = 1; proc++; }' '')"
clean member_alike 'W w; w.go(file);' "$(member 'own.start("ls");' 'int own = 1; own++;')"
open member_outside 'W w; w.go(file); w.own.start("cc");' "$(member 'own.start("ls");' '')"

# its environment
clean env 'auto e = QProcessEnvironment::systemEnvironment(); e.insert("LC_ALL", "C"); QProcess p; p.setProcessEnvironment(e); p.start("ls", {});'
open env_path 'auto e = QProcessEnvironment::systemEnvironment(); e.insert("PATH", file); QProcess p; p.setProcessEnvironment(e); p.start("ls", {});'
open env_unknown 'auto e = QProcessEnvironment::systemEnvironment(); e.insert(file, "x"); QProcess p; p.setProcessEnvironment(e); p.start("ls", {});'
open env_given 'QProcess p; p.setProcessEnvironment(make()); p.start("ls", {});' 'QProcessEnvironment make();'
clean env_list 'QStringList e = QProcess::systemEnvironment(); e << "LANG=C" << "TZ=UTC"; QProcess p; p.setEnvironment(e); p.start("ls", {});'
open env_list_path 'QStringList e = QProcess::systemEnvironment(); e << "LANG=C" << "LD_PRELOAD=./k.so"; QProcess p; p.setEnvironment(e); p.start("ls", {});'

# a method of the class that calls it, not those of that name of others
clean own_method 'W w; w.go();' 'struct V { const char *source() { return "cc"; } };
struct W { const char *source() { return "ls"; } void go() { system(source()); } };'
open own_method_of_two 'W w; w.go();' 'struct W { virtual const char *source() { return "ls"; } void go() { system(source()); } };
struct V : W { const char *source() override { return "cc"; } };'
open own_method_compiles 'W w; w.go();' 'struct V { const char *source() { return "ls"; } };
struct W { const char *source() { return "cc k.c"; } void go() { system(source()); } };'
open not_own_method 'W w; w.go();' 'struct V { const char *source() { return "cc"; } };
struct W { const char *name() { return "ls"; } void go() { V v; system(v.source()); } };'
