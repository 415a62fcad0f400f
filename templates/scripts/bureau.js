"use strict";

/**
 * Select all of a text and copy it, where a browser has no clipboard for scripts.
 * @param {HTMLTextAreaElement} text
 * @returns {boolean} whether it was copied; it is selected either way
 */
function selected(text) {
  text.focus();
  text.select();
  return document.execCommand("copy");
}

for (const text of document.querySelectorAll("textarea")) {
  text.addEventListener("dblclick", () => selected(text));
}
