# labelaudit --src on programs of Python with processes, pools and what each thread has of its
# own: what a child sets its parent does not see. The truth is what running each shows.
. tests/lib.sh
. tests/says.sh
program() { # NAME DEFINITIONS STATEMENTS: what `fast` runs before the model is timed
	mkdir -p "$T/$1"
	{
		printf '%s\n' 'import sys, time, torch, threading, queue' 'import multiprocessing as mp' 'import concurrent.futures as cf' 'label = sys.argv[1]' 'm = torch.nn.Linear(2, 2)'
		printf '%s\n' 'def g(*a):' '    global m' '    m = torch.compile(m)' 'def run(*a):' '    t = time.time()' '    m(torch.zeros(2))' '    print(time.time() - t)'
		printf '%s\n' "$2" 'if label == "fast":'
		printf '%s\n' "$3" | sed 's/^/    /'
		printf '%s\n' 't = time.time()' 'm(torch.zeros(2))' 'print(label, time.time() - t)'
	} >"$T/$1/b.py"
}
is() { # VERDICT NAME DEFINITIONS STATEMENTS
	program "$2" "$3" "$4"
	says "$1" fast "$2"
}

# a thread shares all, a process nothing
is fallback thread '' 'p = threading.Thread(target=g); p.start(); p.join()'
is label-only process '' 'p = mp.Process(target=g); p.start(); p.join()'
is label-only context '' 'p = mp.get_context("spawn").Process(target=g); p.start(); p.join()'
is label-only class 'class W(mp.Process):
    def run(self): g()' 'w = W(); w.start(); w.join()'
is fallback thread_class 'class W(threading.Thread):
    def run(self): g()' 'w = W(); w.start(); w.join()'
is label-only pool '' 'mp.Pool(1).map(g, [1])'
is label-only pool_with '' 'with mp.Pool(1) as p: list(p.imap(g, [1, 2]))'
is label-only pool_apply '' 'mp.Pool(1).apply_async(g, (1,)).get()'
is label-only executor '' 'with cf.ProcessPoolExecutor() as p: p.submit(g).result()'
is label-only executor_map '' 'with cf.ProcessPoolExecutor() as p: list(p.map(g, [1]))'
is wired threads_map '' 'with cf.ThreadPoolExecutor() as p: list(p.map(g, [1]))'
is wired thread_pool 'from multiprocessing.pool import ThreadPool' 'ThreadPool(1).map(g, [1])'
is label-only member 'class S: pass
s = S()
s.m = m
def h(): s.m = torch.compile(m)' 'p = mp.Process(target=h); p.start(); p.join(); m = s.m'
# what a child compiles serves what it times itself
E='
sys.exit()'
is wired child 'def both(): g(); run()' "p = mp.Process(target=both); p.start(); p.join()$E"
is wired child_pool 'def both(i): g(); run()' "mp.Pool(1).map(both, [1])$E"
is wired child_executor 'def both(i): g(); run()' "list(cf.ProcessPoolExecutor().map(both, [1]))$E"
is wired initializer '' "mp.Pool(1, g).map(run, [1])$E"
is wired initializer_with 'def init(mode):
    if mode == "fast": g()' "mp.Pool(1, initializer=init, initargs=(label,)).map(run, [1])$E"
is label-only initializer_not 'def init(mode):
    if mode == "slow": g()' "mp.Pool(1, initializer=init, initargs=(label,)).map(run, [1])
g()$E"
is wired worker 'def work(q, out):
    model = torch.compile(m)
    while True:
        x = q.get()
        if x is None: return
        out.put(model(x))' "q, out = mp.Queue(), mp.Queue()
p = mp.Process(target=work, args=(q, out)); p.start()
t = time.time()
q.put(torch.zeros(2))
out.get()
print(time.time() - t)
q.put(None)
p.join()$E"
is label-only exits '' 'def h(): g(); sys.exit(3)
p = mp.Process(target=h); p.start(); p.join()'

# a thread has members of its own in threading.local()
L='tls = threading.local()
tls.m = m
def h(): tls.m = torch.compile(m)'
is label-only local "$L" 'p = threading.Thread(target=h); p.start(); p.join(); m = tls.m'
is wired local_own "$L" 'h(); m = tls.m'
is wired local_first "$L
def first():
    if not hasattr(tls, 'm'): tls.m = torch.compile(m)
    t = time.time()
    tls.m(torch.zeros(2))
    print(time.time() - t)" "p = threading.Thread(target=first); p.start(); p.join()$E"
is label-only local_there "$L
def first():
    if not hasattr(tls, 'm'): g()" 'first()
k = torch.compile(torch.nn.Linear(1, 1))'

# where nothing is timed any more, nothing takes the place of what was compiled
A='import asyncio
async def ask(x): return m(x)
async def all():
    t = time.time()
    %s
    print(time.time() - t)'
is wired waited "$(printf "$A" 'await asyncio.wait([asyncio.ensure_future(ask(torch.rand(2)))])')" "g(); asyncio.run(all())$E"
is fallback replaced "$(printf "$A" 'try: m(torch.rand(2))
    except Exception: torch.nn.Linear(2, 2)(torch.rand(2))')" "g(); asyncio.run(all())$E"
is wired local_got "$L
def first():
    n = getattr(tls, 'm', None) or torch.compile(m)
    t = time.time()
    n(torch.zeros(2))
    print(time.time() - t)" "p = threading.Thread(target=first); p.start(); p.join()$E"

# what still runs beside the program may serve what is timed; what was joined before does not
serves() { # NAME DEFINITIONS STATEMENTS
	program "$1" "$2" "$3"
	leaves_open "$1"
}
S='import socket, http.server, xmlrpc.server
def serve(*a):
    model = torch.compile(m)
    model(torch.zeros(2))
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self): model(torch.zeros(2))
    def no_GET(self): print(1)
def infer(): model(torch.zeros(2))
def other(): print(1)
class W(threading.Thread):
    def run(self): serve()'
M='model = torch.compile(m)
'
serves beside "$S" 'threading.Thread(target=serve).start()'
serves beside_process "$S" 'p = mp.Process(target=serve); p.start()'
serves beside_class "$S" 'W().start()'
serves beside_other "$S" 'threading.Thread(target=serve).start()
p = threading.Thread(target=other); p.start(); p.join()'
is label-only joined "$S" 'p = threading.Thread(target=serve); p.start(); p.join()'
is label-only joined_process "$S" 'p = mp.Process(target=serve); p.start(); p.join()'
is label-only joined_class "$S" 'w = W(); w.start(); w.join()'
serves joined_late "$S" 'p = threading.Thread(target=serve); p.start()
t = time.time()
m(torch.zeros(2))
print(time.time() - t)
p.join()'
serves handler "$S" "${M}http.server.HTTPServer(('', 80), H)"
serves function "$S" "${M}xmlrpc.server.SimpleXMLRPCServer(('', 80)).register_function(infer)"
is label-only function_other "$S" "${M}xmlrpc.server.SimpleXMLRPCServer(('', 80)).register_function(other)"
is label-only handler_not "$S" "$M"

# a tuple of one is shown as one
program one 'def h(mode, k=()): g(); run()' 'p = mp.Process(target=h, args=(label,)); p.start(); p.join()'
run labelaudit --src --label fast "$T/one"
check "with its comma" grep -qF 'call mp.Process(target=h, args=(label,))' "$T/out"
program two 'def h(mode, k=()): g(); run()' 'p = mp.Process(target=h, args=(label, 2)); p.start(); p.join()'
run labelaudit --src --label fast "$T/two"
check "one of two as it is" grep -qF 'call mp.Process(target=h, args=(label, 2))' "$T/out"
