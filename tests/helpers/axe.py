"""What axe-core finds on a page; PyPI's ``axe-playwright-python`` brings it along. It looks at no text in pictures."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

WIDE, PHONE = 1100, 360
"""How wide a window is."""
SCHEMES: tuple[Any, ...] = ("light", "dark")


def show(page: Page, width: int = WIDE, scheme: Any = "light", unfolded: bool = True, **media: Any) -> None:
    """Let a page be shown in a window of this width, with all that is folded on it open or not."""
    if page.viewport_size != {"width": width, "height": 900}:
        page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(**{"media": "screen", "color_scheme": scheme, "forced_colors": "none", **media})
    page.evaluate("open => document.querySelectorAll('details').forEach(one => { one.open = open; })", unfolded)


LEFT_OUT = ("wcag2aaa", "experimental", "deprecated")
"""Tags of rules that are not asked for: stricter than AA; of which axe-core itself says that they err; given up.

All others are: A and AA of WCAG 2.0, 2.1 and 2.2 (these sleep in axe-core until they are asked for), and all that is
called best practice.
"""

_AXE = """
async ([colours, leftOut]) => {
  const ids = axe.getRules().filter(rule => !rule.tags.some(tag => leftOut.includes(tag))).map(rule => rule.ruleId);
  const ask = (where, rules) => axe.run(where,
    {runOnly: rules, resultTypes: ["violations", "incomplete"], elementRef: true, selectors: false});
  const found = [await ask(document, ids.filter(id => id !== "color-contrast"))];
  const place = one => one ? `${place(one.parentElement)} ${one.tagName}.${one.className}` : "";
  const says = one => [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const texts = [...document.body.querySelectorAll("*")].filter(one => says(one) && !one.closest("svg, title"));
  const oneOfEach = [...new Map(texts.reverse().map(one => [place(one), one])).values()];
  if (colours === "of all") found.push(await ask(document, ["color-contrast"]));
  if (colours === "of each kind" && texts.length) found.push(await ask({include: oneOfEach}, ["color-contrast"]));
  const measured = node => node.element.closest("svg");
  const unsure = rules => rules.map(rule => ({...rule, nodes: rule.nodes.filter(node => !measured(node))}));
  return found.flatMap(({violations, incomplete}) => [...violations, ...unsure(incomplete)])
    .flatMap(rule => rule.nodes.map(node =>
      `${rule.id}: ${node.html.slice(0, 100)} (${[...node.any, ...node.all, ...node.none][0]?.message})`));
}
"""
"""All that the rules find, and of what they are not sure: of text in pictures they never are, see below.

To look at the colours of every text takes longer than all else. Of texts that stand in elements of the same kinds and
classes, all the way up, the stylesheet makes the same: of these one is enough (every day).
"""


def found(page: Page, colours: str = "of each kind") -> list[str]:
    """Return what axe-core finds on a page as it is shown."""
    told: list[str] = page.evaluate(_AXE, [colours, LEFT_OUT])
    return told
