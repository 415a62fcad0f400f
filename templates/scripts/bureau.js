"use strict";

// What is copied is ticked, and the next one comes under the finger. Ticks are kept by the marks of posts: one that was
// made anew has another mark, and is not ticked.

/**
 * @typedef {object} Post
 * @property {string} mark
 * @property {HTMLElement} box
 * @property {HTMLTextAreaElement} text
 * @property {HTMLInputElement} tick
 * @property {HTMLButtonElement} copy
 */

/**
 * The one element that a selector finds; each page has it.
 * @template {HTMLElement} T
 * @param {ParentNode} where
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T}
 */
function one(where, selector, kind) {
  const found = where.querySelector(selector);
  if (!(found instanceof kind)) throw new TypeError(selector);
  return found;
}

/** @type {{kept: string}} */
const data = JSON.parse(one(document, "#data", HTMLScriptElement).text);
const bar = document.querySelector("#bar");

/**
 * A digest of a text, of 53 bits: another text has another one, as good as surely.
 * @param {string} text
 * @returns {string}
 */
function digest(text) {
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 2654435761);
    high = Math.imul(high ^ text.charCodeAt(at), 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36);
}

/** @type {Post[]} */
const posts = [...document.querySelectorAll(".post")].map((box) => {
  if (!(box instanceof HTMLElement)) throw new TypeError(box.nodeName);
  const text = one(box, "textarea", HTMLTextAreaElement);
  return {
    mark: `${box.dataset.file} ${digest(text.value)}`,
    box,
    text,
    tick: one(box, "input", HTMLInputElement),
    copy: one(box, "button", HTMLButtonElement),
  };
});

// Ticks -----------------------------------------------------------------------------------------------------------

/**
 * The marks that were ticked before; none where a browser keeps nothing.
 * @returns {string[]}
 */
function ticked() {
  try {
    const kept = JSON.parse(localStorage.getItem(data.kept) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Keep the ticks, as far as the browser does. */
function keep() {
  const marks = posts.filter((post) => post.tick.checked).map((post) => post.mark);
  try {
    localStorage.setItem(data.kept, JSON.stringify(marks));
  } catch {
    // they last as long as the page does
  }
}

/** Tick what was ticked before, here or in another window. */
function restore() {
  const marks = new Set(ticked());
  for (const post of posts) post.tick.checked = marks.has(post.mark);
  count();
}

/** Show how many are posted, and which. */
function count() {
  const done = posts.filter((post) => post.tick.checked).length;
  one(document, "#done", HTMLElement).textContent = String(done);
  one(document, "#all", HTMLElement).hidden = done < posts.length;
  one(document, "#next", HTMLElement).hidden = done === posts.length;
  for (const post of posts) post.box.classList.toggle("posted", post.tick.checked);
  tell();
}

/**
 * The number of what a post is a part of.
 * @param {Post} post
 * @returns {string | undefined}
 */
function numberOf(post) {
  const delivery = post.box.closest(".delivery");
  return delivery instanceof HTMLElement ? delivery.dataset.number : undefined;
}

/** Show the command by which the program learns what is posted whole. */
function tell() {
  const open = new Set(posts.filter((post) => !post.tick.checked).map(numberOf));
  const numbers = new Set(posts.map(numberOf).filter((number) => !open.has(number)));
  const told = one(document, "#told", HTMLElement);
  one(told, "input", HTMLInputElement).value = [told.dataset.command, folder(), ...numbers].join(" ");
  told.hidden = !numbers.size;
}

/**
 * The campaign's folder as a command takes it: where the page lies.
 * @returns {string}
 */
function folder() {
  const lies = decodeURIComponent(location.pathname).replace(/\/[^/]*$/, "");
  const name = lies.replace(/^\/(?=[A-Za-z]:)/, ""); // a disk of Windows stands behind a slash
  return /^[\w./:-]+$/.test(name) ? name : `"${name}"`;
}

/** Keep and show what has just been ticked. */
function changed() {
  keep();
  count();
}

// Copies ----------------------------------------------------------------------------------------------------------

/**
 * Select a text and copy that, as browsers do without a clipboard for scripts.
 * @param {HTMLTextAreaElement | HTMLInputElement} text
 * @returns {boolean}
 */
function copySelected(text) {
  text.focus();
  text.select();
  return document.execCommand("copy");
}

/**
 * Copy a text to the last character; where that is refused it is left selected, and the page says what to do.
 * @param {HTMLTextAreaElement | HTMLInputElement} text
 * @returns {Promise<boolean>} whether it was copied
 */
async function copied(text) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    done = copySelected(text);
  }
  if (bar) one(document, "#refused", HTMLElement).hidden = done;
  return done;
}

/**
 * Let a button say that it has copied, and no other one.
 * @param {HTMLButtonElement} button
 */
function say(button) {
  for (const each of document.querySelectorAll(".copier")) {
    const [before, after] = each.querySelectorAll("span");
    if (before && after) [before.hidden, after.hidden] = [each === button, each !== button];
  }
}

/**
 * Bring the next post under the finger, the one after ``post`` first; at the end, what says so.
 * @param {Post} post
 */
function goOn(post) {
  const after = posts
    .slice(posts.indexOf(post) + 1)
    .concat(posts)
    .find((other) => !other.tick.checked);
  const place = after ? after.copy : one(document, "#bar", HTMLElement);
  (after ? after.box : place).scrollIntoView({ block: "center" });
  place.focus({ preventScroll: true });
}

/**
 * Copy a post, tick it, and go on.
 * @param {Post} post
 */
async function hand(post) {
  if (!(await copied(post.text))) return;
  say(post.copy);
  post.tick.checked = true;
  changed();
  goOn(post);
}

/**
 * Copy a line, or the file of what the MJ decides; the focus stays, for posts are still to be copied.
 * @param {HTMLElement} line
 */
async function handLine(line) {
  const button = one(line, "button", HTMLButtonElement);
  const text = line.querySelector("textarea");
  if (!(await copied(text || one(line, "input", HTMLInputElement)))) return;
  say(button);
  button.focus();
}

// The page --------------------------------------------------------------------------------------------------------

for (const post of posts) {
  post.copy.addEventListener("click", () => hand(post));
  post.tick.addEventListener("change", changed);
}
for (const line of document.querySelectorAll(".line")) {
  if (line instanceof HTMLElement)
    one(line, "button", HTMLButtonElement).addEventListener("click", () => handLine(line));
}
if (bar) {
  one(document, "#next", HTMLButtonElement).addEventListener("click", () => {
    const first = posts.find((post) => !post.tick.checked);
    if (first) hand(first);
  });
  window.addEventListener("storage", restore);
}
for (const hidden of document.querySelectorAll("[data-script]")) {
  if (hidden instanceof HTMLElement) hidden.hidden = false;
}
if (bar) restore();
