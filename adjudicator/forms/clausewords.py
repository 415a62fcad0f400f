"""With what words a page writes orders with conditions, and with what sentences it says what was understood of them."""

from __future__ import annotations

from adjudicator.core.conditions import AND, ONCE, OR, THEN, UNLESS
from adjudicator.core.faults import Phrase
from adjudicator.core.standing_orders import IF
from adjudicator.orders.remarks import scalar
from adjudicator.speech.voice import Voice

LABELS = ("and-if", "clause-add", "if", "once", "or-if", "remove", "then", "unless", "with")
"""What stands beside fields, by its keys in the catalogue under ``click``."""


def clause_words(voice: Voice, none_holds: Phrase) -> dict[str, str]:
    """Return these words and sentences; where a sentence has places, their names stand in braces.

    ``none_holds`` is what is said of who leaves nothing behind them.
    """
    return {
        **{f"label-{key}": voice.say(f"click.{key}") for key in LABELS},
        **{f"write-{key}": voice.word("clauses", key) for key in (IF, AND, OR, UNLESS, THEN, ONCE)},
        "write-yes": scalar(voice.word("booleans", "true")),
        "clause": voice.say("clause", number="{number}", facts="{facts}", list="{list}"),
        "clause-once": voice.say("clause.once", number="{number}", facts="{facts}", list="{list}"),
        "clause-else": voice.say("clause.else", list="{list}"),
        "clause-nothing": voice.phrase(none_holds),
        "clause-next": voice.say("clause.next", one="{one}", other="{other}"),
        "clause-and": voice.say("clause.and", one="{one}", other="{other}"),
        "clause-or": voice.say("clause.or", one="{one}", other="{other}"),
        "clause-group": voice.say("clause.group", facts="{facts}"),
        "clause-if": voice.say("clause.if", facts="{facts}"),
        "clause-unless": voice.say("clause.unless", but="{but}"),
        "clause-if-unless": voice.say("clause.if-unless", facts="{facts}", but="{but}"),
        "clauses": voice.say("receipt.clauses"),
        "exactly": voice.say("click.exactly"),
        "at-least": voice.word("bounds", "at_least"),
        "at-most": voice.word("bounds", "at_most"),
        "said-least": voice.say("bound.at-least", at_least="{least}"),
        "said-most": voice.say("bound.at-most", at_most="{most}"),
        "said-both": voice.say("bound.at-least.at-most", at_least="{least}", at_most="{most}"),
        "dots": "…",
        "facts": voice.say("fault.clause-facts", count="{count}", limit="{limit}"),
        "denied": voice.say("fault.clause-denied", word=voice.word("clauses", UNLESS)),
        "unreached": voice.say("fault.clause-unreached", number="{number}", other="{other}"),
        "unseen": voice.say("click.unseen", orders="{}"),
        "never": voice.say("fault.condition-never", word="{word}", least="{least}", most="{most}"),
        "senseless": voice.say("click.senseless"),
        "against": voice.say("fault.condition-against", word="{word}", related="{related}"),
        "needed": voice.say("fault.condition-needed", word="{word}", related="{related}"),
        "anyhow": voice.say("receipt.clause.anyhow", number="{number}", fact="{fact}", order="{order}"),
        "idle": voice.say("clause.nothing"),
        "crossed": voice.say("fault.bound-crossed", at_least="{least}", at_most="{most}"),
    }
