# labelaudit --src: signals of Qt, whose bodies the build writes: they run what is connected to them.
. tests/lib.sh
. tests/says.sh

# qt NAME CLASS CODE: a window of that class; "fast" sends its signal
qt() {
	mkdir "$T/$1"
	printf '#include <QObject>\n%s\n' "$2" >"$T/$1/window.h"
	cat >"$T/$1/window.cpp" <<C
#include "window.h"
#include <cstdlib>
#include <cstring>
#include <memory>
$3
struct Start { virtual void go() { Window w; w.start(); } };
std::unique_ptr<Start> made(const char *kind);
void make(const char *kind) { if (!strcmp(kind, "fast")) made(kind)->go(); }
std::unique_ptr<Start> made(const char *) { return std::make_unique<Start>(); }
C
}
window() { printf 'class Window : public QObject {\n\tQ_OBJECT\npublic:\n\tWindow();\n\tvoid start();\n%s\n};' "$1"; }
qt plain "$(window 'signals:
	void done(int x);
private slots:
	void finish(int x);')" 'Window::Window() { connect(this, SIGNAL(done(int)), this, SLOT(finish(int))); }
void Window::start() { emit done(1); }
void Window::finish(int) {}'
says label-only fast plain
qt new_way "$(window 'Q_SIGNALS:
	void done(int x);
	void two();')" 'Window::Window() { connect(this, &Window::done, this, [](int) {}); }
void Window::start() { Q_EMIT done(1); two(); }'
says label-only fast new_way
# what is connected runs
qt slot "$(window 'signals:
	void done();
private slots:
	void finish();')" 'Window::Window() { connect(this, SIGNAL(done()), this, SLOT(finish())); }
void Window::start() { emit done(); }
void Window::finish() { system(getenv("K")); }'
says unknown fast slot
qt free "$(window 'signals:
	void done();')" 'static void finish() { system(getenv("K")); }
Window::Window() {}
static void join(Window *w) { QObject::connect(w, &Window::done, finish); }
void (*joins)(Window *) = join;
void Window::start() { emit done(); }'
says unknown fast free
# sent through an object, of its own class or of another
qt other 'class Button : public QObject {
signals:
	void done(int x);
};
class Window { Button *b; public: Window(); void start(); };' 'Window::Window() { QObject::connect(b, &Button::done, b, [](int) {}); }
void Window::start() { emit b->done(1); }'
says label-only fast other
qt joined 'class Button : public QObject {
signals:
	void done(int x);
};
class Window { Button *b; public: Window(); void start(); };' 'static void finish(int) { system(getenv("K")); }
static void join(Button *b) { QObject::connect(b, &Button::done, finish); }
void (*joins)(Button *) = join;
Window::Window() {}
void Window::start() { emit b->done(1); }'
says unknown fast joined
qt method 'class Button : public QObject {
signals:
	void done(int x);
};
class Other { public: void done(int x); };
class Window { Other *b; public: Window(); void start(); };' 'Window::Window() {}
void Window::start() { b->done(1); }'
says unknown fast method
# behind signals: is the end of them
qt after "$(window 'signals:
	void done();
public:
	void engine();')" 'Window::Window() {}
void Window::start() { engine(); }'
says unknown fast after
qt slots_after "$(window 'signals:
	void done();
private slots:
	void engine();')" 'Window::Window() {}
void Window::start() { engine(); }'
says unknown fast slots_after
qt inner "$(window 'signals:
	void done();
	class In { void engine(); void go() { engine(); } } in;')" 'Window::Window() {}
void Window::start() { emit done(); }'
says unknown fast inner
# a function that is declared elsewhere too is not known by it
qt elsewhere "$(window 'signals:
	void done();')
void done(int);" 'Window::Window() {}
void Window::start() { ::done(1); }'
says unknown fast elsewhere
# what the tree itself says to be something else is no word of Qt
qt own "#define signals public
$(window 'signals:
	void engine();')" 'Window::Window() {}
void Window::start() { engine(); }'
says unknown fast own
# one member that is declared as a signal, and what stands behind it
qt single "$(window '	Q_SIGNAL void done(int x) const;
	void engine();')" 'Window::Window() { connect(this, &Window::done, this, [](int) {}); }
void Window::start() { Q_EMIT done(1); }'
says label-only fast single
sed -i 's/Q_EMIT done(1)/engine()/' "$T/single/window.cpp"
says unknown fast single
qt single_joined "$(window '	Q_SIGNAL void done(int x) const;')" 'static void finish(int) { system(getenv("K")); }
static void join(Window *w) { QObject::connect(w, &Window::done, finish); }
void (*joins)(Window *) = join;
Window::Window() {}
void Window::start() { Q_EMIT done(1); }'
says unknown fast single_joined
qt single_own "#define Q_SIGNAL
$(window '	Q_SIGNAL void engine(int x);')" 'Window::Window() {}
void Window::start() { engine(1); }'
says unknown fast single_own
# without a word before the call, by a value
for how in 'b.done(1)' 'Q_EMIT b.done(1)' 'this->b.done(1)'; do
	i=$((${i:-0} + 1))
	qt "value$i" 'class Button : public QObject {
Q_SIGNALS:
	void done(int x);
};
class Window { Button b; public: Window(); void start(); };' "Window::Window() { QObject::connect(&b, &Button::done, &b, [](int) {}); }
void Window::start() { $how; }"
	says label-only fast "value$i"
	sed -i 's/^Window::Window.*/static void finish(int) { system(getenv("K")); }\nstatic void join(Button *b) { QObject::connect(b, \&Button::done, finish); }\nvoid (*joins)(Button *) = join;\nWindow::Window() {}/' "$T/value$i/window.cpp"
	says unknown fast "value$i"
done
