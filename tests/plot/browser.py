"""Opens a page of assay-report in Chromium: browser.py CHROMIUM FILE.

At 390 and 1280 pixels, light and dark: text has a contrast of at least 4.5 (WCAG 2.2, 1.4.3), the
page is not wider than the window, and each landmark is there. Prints what is wrong, and "seen N"
for N settings in which the browser answered. The page itself allows no script, so a copy without
its policy is looked at."""
import os
import re
import subprocess
import sys
import tempfile

LOOK = r"""<script>
function rgb(s) { return (s.match(/[\d.]+/g) || []).map(Number); }
function light(c) {
  const l = c.slice(0, 3).map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * l[0] + .7152 * l[1] + .0722 * l[2];
}
function behind(e) {
  for (; e; e = e.parentElement) {
    const c = rgb(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] === 1) return c;
  }
  return [255, 255, 255];
}
const bad = [], dark = matchMedia('(prefers-color-scheme: dark)').matches;
if (dark !== DARK) bad.push('the browser is not in the mode asked for');
if (innerWidth !== WIDTH) bad.push('the window is ' + innerWidth);
document.querySelectorAll('details').forEach(d => d.open = true);
if (document.documentElement.scrollWidth > innerWidth)
  bad.push('the page is ' + document.documentElement.scrollWidth + ' wide');
for (const tag of ['header', 'nav', 'main', 'footer'])
  if (document.querySelectorAll(tag).length !== 1) bad.push('no one ' + tag);
let n = 0;
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const e = walk.currentNode.parentElement, style = getComputedStyle(e);
  if (!walk.currentNode.data.trim() || /script|style|title|desc/i.test(e.tagName)) continue;
  const fore = light(rgb(e.closest('svg') ? style.fill : style.color)), back = light(behind(e));
  const ratio = (Math.max(fore, back) + .05) / (Math.min(fore, back) + .05);
  n++;
  if (ratio < 4.5 && bad.length < 20)
    bad.push(ratio.toFixed(2) + ' ' + e.tagName + ' ' + walk.currentNode.data.trim().slice(0, 40));
}
if (n < 20) bad.push('only ' + n + ' texts');
parent.postMessage('BEGIN\n' + bad.join('\n') + '\nEND', '*');
</script>"""
# A window is at least 500 pixels wide: the page lies in a frame.
FRAME = """<!DOCTYPE html><iframe src="page.html" style="width:%dpx;height:900px;border:0"></iframe>
<pre></pre><script>onmessage = m => document.querySelector('pre').textContent = m.data;</script>"""

chromium, path = sys.argv[1:]
html = open(path, encoding="utf-8").read()
html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
seen = 0
with tempfile.TemporaryDirectory() as folder:
    for width in (390, 1280):
        for dark in (0, 1):
            look = LOOK.replace("DARK", "true" if dark else "false").replace("WIDTH", str(width))
            copy = os.path.join(folder, "page.html")
            with open(copy, "w", encoding="utf-8") as f:
                f.write(html.replace("</body>", look + "</body>"))
            frame = os.path.join(folder, "frame.html")
            with open(frame, "w", encoding="utf-8") as f:
                f.write(FRAME % width)
            out = subprocess.run(
                [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000",
                 f"--blink-settings=preferredColorScheme={1 - dark}",
                 f"--user-data-dir={folder}/profile", "--virtual-time-budget=20000", "--dump-dom",
                 "file://" + frame], capture_output=True, text=True, timeout=120).stdout
            answer = re.search(r"BEGIN\n(.*?)\n?END", out, re.S)
            if not answer:
                continue
            seen += 1
            for line in filter(None, answer.group(1).split("\n")):
                print(f"{width} {'dark' if dark else 'light'}: {line}")
print("seen", seen)
