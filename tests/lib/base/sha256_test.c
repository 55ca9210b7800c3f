/* SHA-256 against the examples of FIPS 180-4 (NIST, SHA256.pdf and the long one). */
#include <string.h>

#include "sha256.h"
#include "unit_check.h"

int
main(void)
{
	static const char million[] = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
	char hex[AS_SHA256_HEX], a[1000];
	as_sha256 s;
	as_err e;

	as_sha256_of("abc", 3, hex);
	unit_ok(strcmp(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") == 0,
	    "abc");
	as_sha256_of("", 0, hex);
	unit_ok(strcmp(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855") == 0,
	    "nothing");
	as_sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, hex);
	unit_ok(strcmp(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1") == 0,
	    "56 bytes");
	memset(a, 'a', sizeof a);
	as_sha256_init(&s);
	for (int i = 0; i < 1000; i++)
		as_sha256_add(&s, a, sizeof a);
	as_sha256_hex(&s, hex);
	unit_ok(strcmp(hex, million) == 0, "a million a, in thousands");
	as_sha256_init(&s);
	for (int n = 1, left = 1000000; left > 0; left -= n, n = n % 131 + 1) {
		n = n < left ? n : left;
		as_sha256_add(&s, a, (size_t)n);
	}
	as_sha256_hex(&s, hex);
	unit_ok(strcmp(hex, million) == 0, "a million a, in uneven pieces");
	unit_ok(as_sha256_file("/no/such/file", hex, NULL, &e) < 0,
	    "a file that is not there is an error");
	return 0;
}
