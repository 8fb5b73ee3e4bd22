"""Rules: texts, axes, presets."""

import copy
import pickle

import numpy as np
import pytest

import waribashi
from waribashi import Position, Rules, RulesError


def test_a_text_and_keywords_say_the_same():
    assert Rules("suicide,fingers=6") == Rules("suicide", fingers=6)
    assert Rules("many,hands=4:7") == Rules("many", hands=(4, 7))
    assert Rules("suicide,fingers=6", fingers=7) == Rules("suicide,fingers=7")
    assert Rules("self-tap", repetition=None, own_tap=False) == Rules("attacks")
    assert Rules("attacks", start=Position("12-34", "attacks")) == Rules("attacks,start=12-34")
    assert Rules("attacks", fingers=np.int64(6)) == Rules("attacks,fingers=6")
    assert Rules() == Rules("self-tap")
    assert Rules("school").replace(fingers=6) == Rules("school,fingers=6")


def test_a_uniform_start_follows_the_number_of_hands():
    assert str(Rules("suns", hands=3).start) == "444-444"


def test_every_axis_is_an_attribute():
    rules = Rules("taps-split", fingers=6, hands=(2, 3), repetition=4)
    assert rules.fingers == 6 and rules.hands == (2, 3) and str(rules.start) == "11-111"
    assert rules.overflow == "rollover" and rules.adds == "tapped" and rules.goal == "survive"
    assert rules.divide == "any" and rules.transfer == "off" and rules.lone_divide is True
    assert rules.dead_target is True and rules.own_tap is False
    assert rules.empty_by_split is False and rules.pass_by_split is False
    assert rules.repetition == 4 and Rules("attacks").repetition is None
    for axis in waribashi.axes():
        assert hasattr(rules, axis.key.replace("-", "_")), axis
        assert axis.key in rules.axes


def test_the_canonical_text_means_the_same_rules():
    for preset in waribashi.presets():
        rules = preset.rules
        assert Rules(str(rules)) == rules == Rules(preset.name) == Rules(rules.name)
        assert hash(Rules(str(rules))) == hash(rules)
        assert ",".join(f"{key}={value}" for key, value in rules.axes.items()) == str(rules)
        assert Rules.from_toml(rules.to_toml()) == rules
        for again in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
            assert again == rules
        assert rules.sentences and rules.sentence.endswith(".")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"fingers": 1}, "2 to 255"),
        ({"fingers": 10**30}, "2 to 255"),
        ({"fingers": None}, "2 to 255"),
        ({"hands": 0}, "1 hand or more"),
        ({"hands": (1, 2, 3)}, "hands"),
        ({"hands": "2,fingers=6"}, "one value"),
        ({"bogus": 1}, "expected one of fingers"),
        ({"start": "99-11"}, "0 to 4"),
        ({"repetition": 1}, "2nd time"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(changes, told):
    with pytest.raises(RulesError, match=told):
        Rules("cutoff", **changes)


@pytest.mark.parametrize("text", ["", "nope", "self-tap,", "fingers=x", "self-tap\0", "\ud800"])
def test_a_text_that_is_no_rule_set_is_refused(text):
    with pytest.raises(ValueError):
        Rules(text)


@pytest.mark.parametrize("value", [3, 1.5, b"self-tap", ["self-tap"], object()])
def test_rules_of_another_type_are_a_type_error(value):
    with pytest.raises(TypeError):
        Rules(value)
    if not isinstance(value, int):
        with pytest.raises(TypeError):
            Rules(fingers=value)


def test_the_messages_are_those_of_the_engine():
    with pytest.raises(RulesError) as caught:
        Rules("suicide,fingers=x")
    message = str(caught.value)
    for part in ['"suicide,fingers=x"', "at character 17", "expected 2 to 255", "for example"]:
        assert part in message
