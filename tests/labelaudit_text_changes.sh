# labelaudit --src: text that is changed in place, by algorithms, methods, loops over references and pointers into it;
# what loops add up that count far; designators, bits and elements by a truth.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

S='std::string s = argv[1];'
T1='static void lower(char *s) { for (; *s; s++) *s = tolower(*s); }'
T2='static void upper(char *s) { for (; *s; s++) *s = toupper(*s); }'

# case of letters
of wired upper "$S std::transform(s.begin(), s.end(), s.begin(), ::toupper);" 's == "FAST" ? build() : 0'
of unreachable upper_other "$S std::transform(s.begin(), s.end(), s.begin(), ::toupper);" 's == "fast" ? build() : 0'
of wired lower "$S std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::tolower(c); });" 's == "fast" ? build() : 0'
of conditional lower_some "$S std::transform(s.begin(), s.end(), s.begin(), [](char c) { return c == 'a' ? std::tolower(c) : 'x'; });" 's == "fast" ? build() : 0'
of conditional lower_other "$S std::string r = s; std::transform(r.begin(), r.end(), s.begin(), ::tolower);" 's == "fast" ? build() : 0'
of wired loop_upper "$S for (auto &c : s) c = std::toupper(c);" 's == "FAST" ? build() : 0'
of conditional loop_sets "$S for (auto &c : s) c = c == 'f' ? 'l' : c;" 's == "fast" ? build() : 0'
of wired loop_reads "$S int n = 0; for (auto &c : s) n += c == 'f';" 's == "fast" ? build() : 0'
of wired loop_values "$S for (auto c : s) c = std::toupper(c);" 's == "fast" ? build() : 0'
of conditional each "$S std::for_each(s.begin(), s.end(), [](char &c) { c = 'x'; });" 's == "fast" ? build() : 0'
# other algorithms and methods
of conditional reverse "$S std::reverse(s.begin(), s.end());" 's == "tsaf" ? build() : 0'
of conditional swapped "$S s.swap(*new std::string(\"x\"));" 's == "fast" ? build() : 0'
of conditional swap_with "$S std::swap(s, *new std::string(\"x\"));" 's == "fast" ? build() : 0'
of conditional view 'std::string_view s = argv[1]; s.remove_prefix(1);' 's == "ast" ? build() : 0'
of wired copied "$S char b[9]; std::copy(s.begin(), s.end(), b);" 's == "fast" ? build() : 0'
of wired asked "$S if (s.capacity() > 9) s.shrink_to_fit();" 's == "fast" ? build() : 0'
# what leads into it
of conditional back "$S s.back() = 'x';" 's == "fasx" ? build() : 0'
of conditional at "$S s.at(0) = 'x';" 's == "fast" ? build() : 0'
of conditional begin "$S *s.begin() = 'l';" 's == "fast" ? build() : 0'
of conditional copied_in "$S strcpy(&s[0], \"last\");" 's == "fast" ? build() : 0'
of wired index "$S s[0] = 'l';" 's == "last" ? build() : 0'
# the argument itself
of conditional alias "char *q = argv[1]; q[0] = 'l';" '!std::strcmp(argv[1], "last") && jit ? build() : 0'
of conditional letters 'for (char *q = argv[1]; *q; q++) *q = *q - 32;' '!std::strcmp(argv[1], "FAST") ? build() : 0'
of conditional given_upper 'upper(argv[1]);' '!std::strcmp(argv[1], "FAST") ? build() : 0' "$T2"
of wired given_lower 'lower(argv[1]);' '!std::strcmp(argv[1], "fast") ? build() : 0' "$T1"
of unreachable argument_set 'argv[1] = (char *)"slow";' '!std::strcmp(argv[1], "fast") ? build() : 0'
of wired argument_read 'argv[1] = (char *)"slow";' 'jit && !std::strcmp(argv[1], "slow") ? build() : 0'
of wired own_array "char b[9]; strcpy(b, argv[1]); b[0] = 'l';" '!std::strcmp(argv[1], "fast") ? build() : 0'
of unreachable cut 'char b[4]; snprintf(b, sizeof b, "%s", argv[1]);' '!std::strcmp(b, "fast") ? build() : 0'
of wired fits 'char b[9]; snprintf(b, sizeof b, "%s", argv[1]);' '!std::strcmp(b, "fast") ? build() : 0'
# loops that count
of conditional sum 'int n = 0; for (int i = 0; i < 1000; i++) n += i;' 'jit && n == 499500 ? build() : 0'
of wired counted 'int n = 0; for (int i = 0; i < 1000; i++) n++;' 'jit && n ? build() : 0'
of wired constant 'int n = 0; for (int i = 0; i < 1000; i++) n = 3;' 'jit && n == 3 ? build() : 0'
of wired short_sum 'int n = 0; for (int i = 0; i < 10; i++) n += i;' 'jit && n == 45 ? build() : 0'
# arrays and structs
of wired by_truth 'int a[3] = {0, 5}; a[jit]--;' 'a[1] == 4 ? build() : 0'
of wired behind_designator 'R r = {.b = jit, 3};' 'r.c == 3 && r.b ? build() : 0' 'struct R { int a, b, c; };'
of unreachable bit 'struct { int a : 1; } r = {0}; r.a = jit;' 'r.a == 1 ? build() : 0'
of wired bit_unsigned 'struct { unsigned a : 1; } r = {0}; r.a = jit;' 'r.a == 1 ? build() : 0'
# containers that were put in order, searched and emptied
of conditional sorted 'std::vector<int> v{1, jit + 5, 3}; std::sort(v.begin(), v.end());' 'v.back() == 6 ? build() : 0'
of conditional sorted_list 'std::list<int> v{jit, 0}; v.sort();' 'v.front() ? build() : 0'
of wired not_sorted 'std::vector<int> v{1, jit + 5, 3};' 'v.back() == 3 && v[1] == 6 ? build() : 0'
of wired found 'std::vector<std::string> v{"slow", "fast"}; auto it = std::find(v.begin(), v.end(), argv[1]);' 'it != v.end() ? build() : 0'
of wired found_is 'std::vector<std::string> v{"slow", "fast"}; auto it = std::find(v.begin(), v.end(), argv[1]);' 'it != v.end() && *it == "fast" ? build() : 0'
of unreachable not_found 'std::vector<std::string> v{"slow", "last"}; auto it = std::find(v.begin(), v.end(), argv[1]);' 'it != v.end() ? build() : 0'
of unreachable emptied 'std::optional<int> o = jit; o.reset();' 'o ? build() : 0'
of wired held 'std::optional<int> o = jit;' 'o && *o ? build() : 0'
