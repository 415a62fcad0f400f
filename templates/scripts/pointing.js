/**
 * The board of a form by clicks: for which order the next cell is, what is chosen on it, what is impossible and why.
 *
 * @typedef {{section: Section, unit: number, part: number}} Asked
 */

/** The part that the next cell clicked is for, where the player has said it. @type {Asked | null} */
let target = null;
/** @type {[number, number]} */
let cursor = board ? board.here || [1, 1] : [1, 1];
/** Whether the player goes over the board by keys: then it says where he is. */
let steered = false;

/** @param {Asked} one @param {Asked | null} other */
const same = (one, other) => one.section === other?.section && one.unit === other.unit && one.part === other.part;

/** @param {Asked} asked */
const partOf = ({ section, unit, part }) => section.units[unit].parts[part];

/** The cell that a part is filled with, if any; none of which but the column is chosen. @param {Asked} asked */
function cellOf({ section, unit, part }) {
  const cell = states[section.name].values[unit][part]?.cell;
  return cell?.every(Boolean) ? cell : undefined;
}

/** Whether all orders are given together, one part for each player. @param {Section} section */
const together = (section) => section.path.length === 0;

/** What may have a cell; standing orders only while one of them was asked for. @returns {Asked[]} */
function askable() {
  const parts = shown().flatMap((section) =>
    section.units.flatMap((unit, number) => unit.parts.map((_, part) => ({ section, unit: number, part }))),
  );
  return parts.filter((one) => partOf(one).cell && (one.section.name !== "standing" || same(one, target)));
}

/** What a part that has a cell is called. @param {Asked} asked */
function askedName({ section, unit, part }) {
  const { names, parts } = section.units[unit];
  const label = parts[part].label;
  if (together(section)) return label;
  const name = parts.filter(({ cell }) => cell).length > 1 ? `${names[0]}${words.colon}${label}` : names[0];
  return section.name === "standing" ? put(words["standing-one"], name) : name;
}

/** Who asks for a cell: the part that was pointed at, else the first that may have one. @returns {Asked | null} */
function asking() {
  const all = askable();
  return all.find((one) => same(one, target)) || all.find((one) => !together(one.section) || !cellOf(one)) || null;
}

/** @param {Asked | null} asked */
function aim(asked) {
  target = asked;
  steered = false;
  show("");
}

/** @param {[number, number]} cell */
function point(cell) {
  cursor = cell;
  steered = false;
  const all = askable();
  const asks = asking();
  const there = all.find((one) => together(one.section) && cellOf(one)?.join() === cell.join());
  if (there && !(asks && same(there, asks))) return aim(there);
  if (!asks) return show(all.length ? words.who : "");
  const { section, unit, part } = asks;
  const why = toldOf(partOf(asks).refused, cell);
  if (board?.here?.join() === cell.join()) {
    const next = all[(all.findIndex((one) => same(one, asks)) + 1) % all.length];
    if (!target) return aim(asks);
    if (why || toldOf(partOf(asks).warned, cell)) return aim(next);
  }
  if (why) return show(fill(why, section.units[unit], { [part]: { cell } }));
  if (together(section)) target = null;
  choose(section, unit, part, { cell });
}

/** Buttons that say for which order the next cell is. @param {Asked | null} asks */
function askButtons(asks) {
  const made = askable().map((one) => {
    const id = `ask-${one.section.name}-${one.unit}-${one.part}`;
    const pressed = asks !== null && same(one, asks);
    const button = element("button", { type: "button", id, "aria-pressed": String(pressed) }, askedName(one));
    button.addEventListener("click", () => aim(one));
    return button;
  });
  byId("asks").hidden = !made.length;
  byId("ask").replaceChildren(...made);
}

/** What is said of the board. @param {Asked | null} asks */
function pointedAt(asks) {
  if (!steered) return asks ? put(cellOf(asks) ? words.repoint : words.point, askedName(asks)) : "";
  const about = asks ? partOf(asks) : undefined;
  const why = toldOf(about?.refused, cursor) || toldOf(about?.warned, cursor);
  const said = why && asks ? fill(why, asks.section.units[asks.unit], { [asks.part]: { cell: cursor } }) : "";
  return `(${cursor.join(";")})${said ? words.colon + said : ""}`;
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} text */
function drawn(name, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** The cells laid over the picture, to be pointed at, and what is chosen of them. */
function overlay() {
  const picture = document.getElementById("board")?.querySelector("svg");
  if (!board || !picture) return;
  for (const old of picture.querySelectorAll(".cells, .tints")) old.remove();
  const { side } = board;
  const asks = asking();
  const about = asks ? partOf(asks) : null;
  const group = drawn("g", { class: "cells" });
  const tints = drawn("g", { class: "tints" });
  const kinds = new Set();
  for (let y = 1; y <= board.height; y += 1)
    for (let x = 1; x <= board.width; x += 1) {
      /** @type {[number, number]} */
      const cell = [x, y];
      const refused = about && toldOf(about.refused, cell);
      const fine = about?.warned && !refused && !toldOf(about.warned, cell);
      const kind = refused ? "no" : fine ? "fine" : "";
      kinds.add(kind);
      const at = cursor.join() === cell.join() ? " at" : "";
      const box = { x: (x - 1) * side, y: (y - 1) * side, width: side, height: side };
      const rect = drawn("rect", { class: `cell ${kind}${at}`, ...box });
      rect.addEventListener("click", () => point(cell));
      group.append(rect);
      if (kind) tints.append(drawn("rect", { class: `tint ${kind}`, ...box }));
    }
  for (const one of askable()) {
    const cell = cellOf(one);
    if (!cell) continue;
    const [x, y] = [(cell[0] - 1) * side, (cell[1] - 1) * side];
    const now = asks && same(one, asks) ? " now" : "";
    group.append(drawn("rect", { class: `picked${now}`, x: x + 3, y: y + 3, width: side - 6, height: side - 6 }));
    const { label } = partOf(one);
    const name = label.length > 7 ? `${label.slice(0, 6)}.` : label;
    if (together(one.section)) group.append(drawn("text", { x: x + side / 2, y: y + side / 2 + 5 }, name));
  }
  const piece = picture.querySelector(".token, .spirit, .flag");
  if (piece) piece.before(tints);
  else picture.append(tints);
  picture.append(group);
  askButtons(asks);
  byId("pointing").textContent = pointedAt(asks);
  byId("fine").hidden = !kinds.has("fine");
  byId("no").hidden = !kinds.has("no");
}

/** @param {KeyboardEvent} event */
function steer(event) {
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const way = ways[/** @type {keyof typeof ways} */ (event.key)];
  if (way && board) {
    const clamp = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(Math.max(at, 1), size);
    cursor = [clamp(cursor[0] + way[0], board.width), clamp(cursor[1] + way[1], board.height)];
    steered = true;
    overlay();
  } else if (event.key === "Enter" || event.key === " ") point(cursor);
  else return;
  event.preventDefault();
}
