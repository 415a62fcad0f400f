"""``adjudicator journal``: the whole story of a campaign, in the order of time."""

from __future__ import annotations

import click

from adjudicator.cli.console import (
    Command,
    folder_argument,
    json_option,
    language_option,
    open_campaign,
    print_json,
    say,
)


@click.command("journal", cls=Command)
@folder_argument
@json_option
@language_option
def command(folder: str, as_json: bool) -> None:
    """Tell the story of a campaign, for its MJ."""
    from adjudicator.campaign.stages import progress_of
    from adjudicator.proof.story import said, story
    from adjudicator.speech.voice import capitalised

    campaign, voice = open_campaign(folder)
    events = story(progress_of(campaign))
    if as_json:
        print_json(events)
    elif not events:
        say(voice, "journal.nothing")
    else:
        for event in events:
            click.echo(capitalised(voice.phrase(said(event, campaign))))
