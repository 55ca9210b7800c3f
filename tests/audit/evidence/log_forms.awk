# Makes of fixtures/logs/forms.txt one log a form, as DIR/NUMBER, behind one prefix, and prints
# "NUMBER|version|form" of each. awk -v name= -v mode= -v text= -v dir= -f log_forms.awk forms.txt
function put(line) { print line >(dir "/" n) }
function before(s,  k) {
	s = text
	gsub(/%D/, sprintf("%03d", ++stamp % 1000), s)
	while ((k = index(s, "\\r")) > 0) s = substr(s, 1, k - 1) "\r" substr(s, k + 2)
	return s
}
function end_message(s, k) {
	if (mode != "json" || !open) return
	s = before()
	k = index(s, "%M")
	put(substr(s, 1, k - 1) message substr(s, k + 2))
	open = 0
}
function escape(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); return s }
/^#/ { next }
/^@/ {
	end_message()
	if (n) close(dir "/" n)
	split(substr($0, 3), head, "|")
	print ++n "|" head[1] "|" head[2]
	next
}
/^>/ {
	end_message()
	line = substr($0, 3)
	if (mode == "json") { message = escape(line); open = 1 }
	else put(before() line)
}
/^\|/ {
	line = substr($0, 3)
	# no bar alone in a line
	if (mode == "json") message = message "\\n" escape(line)
	else put((mode == "each" && (line != "" || index(text, "\\r") == 0) ? before() : "") line)
}
END { end_message() }
