"""Entry point of ``python -m adjudicator`` and of the ``adjudicator`` command."""

import gc

gc.set_threshold(50_000)  # before any import: most commands end before there is garbage worth collecting

from adjudicator.cli.main import run  # noqa: E402

if __name__ == "__main__":
    run()
