"""Entry point of ``python -m adjudicator`` and of the ``adjudicator`` command."""

import gc

gc.disable()  # turned off before any import: a command ends before there is garbage worth collecting

from adjudicator.cli.main import run  # noqa: E402

if __name__ == "__main__":
    run()
