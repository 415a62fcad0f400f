"""The program: ``python -m adjudicator``, and what the command ``adjudicator`` runs."""

import gc

gc.disable()  # before anything is loaded: a command is over before there is anything worth collecting

from adjudicator.cli.main import run  # noqa: E402

if __name__ == "__main__":
    run()
