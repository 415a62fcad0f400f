"""A browser to look at pages with: Chromium without a window, that fetches nothing of its own.

``make test`` sees to it that there is one (tests/browser.sh): Chromium on the PATH, or Playwright's own.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

_FLAGS = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser, and end it: that takes longer than to look at a page, so one is enough for all tests."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    flags = [*_FLAGS, *(["--no-sandbox"] if getattr(os, "geteuid", int)() == 0 and os.name == "posix" else [])]
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=found, args=flags)
        except Error as error:
            pytest.fail(f"There is no browser to show the pages in; `make browser` sets one up.\n{error}")
        yield opened
        opened.close()


def watch(page: Page) -> list[str]:
    """Return a list to which comes all that a page asks for, says on the console, or shows besides itself."""
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("dialog", lambda dialog: (seen.append(dialog.message), dialog.dismiss()))
    return seen


COLOURS = """
const rgba = text => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
const behind = one => {
  const layers = [];
  for (let at = one; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
  const canvas = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
  return layers.reverse().reduce((under, top) => over(top, under), canvas);
};
const faded = one => {
  let all = 1;
  for (let at = one; at; at = at.parentElement) all *= getComputedStyle(at).opacity;
  return all;
};
const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
const light = colour => {
  const [r, g, b] = colour.slice(0, 3).map(v => linear(v / 255));
  return .2126 * r + .7152 * g + .0722 * b;
};
const ratio = (one, other) => {
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + .05) / (low + .05);
};
"""
"""JavaScript: colours as they are seen one over the other, and how much one stands out from another (WCAG 2)."""
