/* pattern_test.c - tests of audit/label/facts/pattern. */
#include "../audit/label/facts/pattern.h"

#include "unit.h"

int
main(void)
{
	unit_ok(pattern_fits("a", "a") && !pattern_fits("a", "ab") && !pattern_fits("ab", "a"), "a name without unknown parts is itself");
	unit_ok(pattern_fits("##", "") && pattern_fits("##", "abc") && pattern_fits("####", "abc"), "anything, and nothing");
	unit_ok(pattern_fits("ff_##_neon", "ff_put_neon") && pattern_fits("ff_##_neon", "ff__neon"), "beginning and end");
	unit_ok(!pattern_fits("ff_##_neon", "ff_neon") && !pattern_fits("ff_##_neon", "xff_put_neon") && !pattern_fits("ff_##_neon", "ff_put_neon2"), "which do not overlap, and are all of it");
	unit_ok(pattern_fits("##_8tap_##", "put_8tap_v") && !pattern_fits("##_8tap_##", "put_8_tap_v"), "what stands between two");
	unit_ok(pattern_fits("##a##a", "aa") && !pattern_fits("##a##a", "a") && pattern_fits("##ab##b", "abab"), "parts follow each other");
	unit_ok(!pattern_fits("##b##a##", "ab") && pattern_fits("##b##a##", "aba"), "in their order");
	unit_ok(pattern_letters("ff_##_neon") == 8 && pattern_letters("##") == 0 && pattern_letters("name") == 4, "letters that are known");
	unit_ok(pattern_head("ff_##_##x") == 3 && pattern_head("##x") == 0 && pattern_head("x") == 1, "the beginning");
	return 0;
}
