"""What real versions of torch recorded, labelled again where torch is absent.

streams/VERSION.json holds, of each scenario, the events of its samples, the word that was
recorded, and the truth; scenario_table.py --save measured them. What is 0 or no is left out; of
the operations outside the graphs there is one name.
"""
import json
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "runner", "torch", "assay_torch"))
import labels  # noqa: E402, the file alone: the package sets hooks

VERSIONS = ["2.4.1", "2.5.1", "2.6.0", "2.8.0", "2.11.0", "2.15.0"]
WORDS = {"eager", "compiled", "mixed", "graph", "compiling", "torchscript", "unknown", "error"}

# Where the recorder is wrong: (its word, the truth).
WRONG = {}


def load(version):
    with open(os.path.join(HERE, "streams", version + ".json")) as f:
        return json.load(f)["scenarios"]


def label(scenario, sample, **other):
    known = {"step_events": sample["events"], "new_graphs": sample.get("new_graphs", 0),
             "attempts": sample.get("attempts", 0), "holds": scenario["holds"],
             "outside": sample.get("outside"), "script": sample.get("script", False),
             "graphs": scenario["graphs"], "precompiled": scenario["precompiled"]}
    return labels.label(**{**known, **other})


class Streams(unittest.TestCase):
    def each(self, holds):
        """Calls holds with each sample of each version that did not fail, and its scenario."""
        for version in VERSIONS:
            for name, scenario in load(version).items():
                for i, sample in enumerate(scenario["samples"]):
                    if sample["served"] != "error":
                        with self.subTest(version=version, scenario=name, call=i):
                            holds({**scenario, "name": name}, sample)

    def test_words_are_the_recorded_ones(self):
        self.each(lambda c, s: self.assertEqual(label(c, s), s["served"]))

    def test_words_are_true_or_unknown(self):
        wrong = set()

        def holds(scenario, sample):
            word, truth = label(scenario, sample), sample["truth"]
            if word not in (truth, "unknown"):
                wrong.add(scenario["name"])
                self.assertEqual((word, truth), WRONG.get(scenario["name"]))
        self.each(holds)
        self.assertEqual(wrong, set(WRONG))

    def test_every_version_has_every_word(self):
        for version in VERSIONS:
            scenarios = load(version)
            self.assertGreaterEqual(len(scenarios), 35, version)
            words = {s["served"] for c in scenarios.values() for s in c["samples"]}
            self.assertEqual(words, WORDS, version)

    def test_errors_are_true(self):
        for version in VERSIONS:
            for name, scenario in load(version).items():
                for s in scenario["samples"]:
                    self.assertEqual(s["served"] == "error", s["truth"] == "error", name)

    def test_nothing_is_told_where_a_hook_failed(self):
        self.each(lambda c, s: self.assertEqual(label(c, s, holds=False), "unknown"))

    def test_inductor_without_its_code_is_unknown(self):
        def holds(scenario, sample):
            graphs = [e for e in sample["events"] if e >= 0]
            if any(scenario["graphs"][e]["backend"] == "inductor" for e in graphs):
                word = label(scenario, sample, step_events=graphs)
                self.assertIn(word, ("unknown", "compiling"))
        self.each(holds)

    def test_compiled_needs_the_check(self):
        def holds(scenario, sample):
            if sample["served"] == "compiled":
                self.assertNotEqual(label(scenario, sample, outside=None), "compiled")
        self.each(holds)


if __name__ == "__main__":
    unittest.main()
