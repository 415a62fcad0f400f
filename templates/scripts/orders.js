"use strict";
/**
 * A form by clicks: what is chosen becomes an order file, and is said at once as the receipt will say it.
 *
 * What may be chosen, and each sentence, is in the data that stand before this script. Places in sentences are private
 * characters, four for a part: its column, its row, all it is, its name.
 *
 * @typedef {import("./form-data").Data} Data
 * @typedef {import("./form-data").Section} Section
 * @typedef {import("./form-data").Unit} Unit
 * @typedef {import("./form-data").Fillable} Fillable
 * @typedef {import("./form-data").Part} Part
 * @typedef {import("./form-data").Cells} Cells
 * @typedef {import("./form-data").Value} Value
 * @typedef {import("./form-data").Values} Values
 * @typedef {{values: Values[], none: boolean}} State
 */

/** @type {Data} */
const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("data")).textContent || "");
const { words, board } = data;
for (const section of data.sections) {
  section.units.forEach((unit, n) => Object.assign(unit, section.rests[n]));
  (section.facts || []).forEach((fact, n) => Object.assign(fact, section.possible?.[n]));
  for (const unit of [...section.units, ...(section.facts || [])]) {
    unit.said = data.shared[Number(unit.said)];
    for (const part of unit.parts) if (part.options !== undefined) part.options = data.shared[Number(part.options)];
  }
}
/** Of a section nothing is chosen. @param {Section} section @returns {State} */
const blank = (section) => ({ values: section.units.map(() => ({})), none: false });
/** @type {Record<string, State>} */
const states = Object.fromEntries(data.sections.map((one) => [one.name, blank(one)]));
let turn = data.turn;
/** What orders with conditions add, on a page that has them (clauses.js). */
const left = {
  show: () => {},
  clear: () => {},
  /** What is said of standing orders, of which these are the plain ones. @param {string} plain */
  said: (plain) => (plain ? [put(words.standing, plain)] : []),
  /** @returns {string[]} */
  wrongs: () => [],
  /** What stands below their word in the file; empty for none. */
  written: () => "",
};

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The sections that are shown: orders are for this turn or a later one. */
const shown = () => data.sections.filter((one) => one.name !== (turn === data.turn ? "later" : "now"));

/** A sentence with something in its place. @param {string} sentence @param {string} text */
const put = (sentence, text) => sentence.split("{}").join(text);

/** Parts as a list within a sentence: by semicolons if one has commas itself. @param {string[]} parts */
const asList = (parts) => parts.join(parts.join("").includes(words.comma) ? words.semicolon : words.comma);

// How a unit is filled

/** @param {Part} part @param {Value} value */
function textOf(part, value) {
  if (value.cell) return `(${value.cell[0]};${value.cell[1]})`;
  if (value.text !== undefined) return part.number ? value.text : JSON.stringify(value.text);
  const texts = (value.several || [value.option]).map((number) => option(part, number || 0));
  const written = texts.map(([, label, text]) => text || label);
  return value.several ? `[${written.join(", ")}]` : written[0];
}

/** @param {Part} part @param {number} number @returns {[number, string, string?]} */
const option = (part, number) => (part.options || []).find(([n]) => n === number) || [0, ""];

/** @param {Part} part @param {Value} value */
function labelOf(part, value) {
  if (value.several) return asList(value.several.map((number) => option(part, number)[1]));
  return value.option === undefined ? value.text || textOf(part, value) : option(part, value.option)[1];
}

/** What the sentences tell apart of a value. @param {Part} part @param {Value} value */
function keyOf(part, value) {
  if (value.cell) return "c";
  if (value.several) return `n${Math.min(value.several.length, part.apart || value.several.length)}`;
  if (value.text !== undefined) return "w";
  if (part.mine && value.option === data.me) return "m";
  return part.open ? "o" : `:${value.option}`;
}

/** Fill a part, or leave it; what cannot stand beside it goes. @param {Fillable} unit @param {Values} values @param {number} part @param {Value | null} value */
function fillPart(unit, values, part, value) {
  if (value) values[part] = value;
  else delete values[part];
  for (const other of filled(values))
    if (other !== part && !unit.shapes.some((shape) => shape.includes(other) && shape.includes(part)))
      delete values[other];
}

/** @param {Values} values */
const filled = (values) => Object.keys(values).map(Number);

/** @param {Values} values */
const isFilled = (values) => filled(values).length > 0;

/** The shape that is filled, if it is whole. @param {Fillable} unit @param {Values} values */
const shapeOf = (unit, values) =>
  unit.shapes.find((shape) => shape.length === filled(values).length && shape.every((number) => number in values));

/** @param {Fillable} unit @param {Values} values @param {number[]} shape */
const wayOf = (unit, values, shape) =>
  shape.map((number) => `${number}${keyOf(unit.parts[number], values[number])}`).join("|");

/** The ways in which it is filled: one, or one of each part. @param {Fillable} unit @param {Values} values */
function waysOf(unit, values) {
  const shape = shapeOf(unit, values) || [];
  return (unit.each ? shape.map((number) => [number]) : [shape]).map((way) => wayOf(unit, values, way));
}

/** A sentence with its places filled. @param {string} text @param {Fillable} unit @param {Values} values */
function fill(text, unit, values) {
  return text.replace(/[\ue000-\uf8ff]/g, (place) => {
    const code = place.charCodeAt(0) - 0xe000;
    const number = code >> 2;
    const value = values[number];
    if (code % 4 === 3 || !value) return unit.parts[number].label;
    if (value.several && unit.parts[number].apart) {
      const [last, ...before] = [...value.several].reverse();
      return labelOf(unit.parts[number], { several: code % 4 && before.length ? before.reverse() : [last] });
    }
    return code % 4 === 2 || !value.cell ? labelOf(unit.parts[number], value) : String(value.cell[code % 4]);
  });
}

/** Why a cell is told about, if it is. @param {Cells | undefined} cells @param {[number, number] | undefined} cell */
function toldOf(cells, cell) {
  if (!cells || !board || !cell?.every(Boolean)) return "";
  const sign = cells.at[(cell[1] - 1) * board.width + cell[0] - 1];
  return sign === "." ? "" : cells.why[sign.charCodeAt(0) - 48];
}

/** What is still to be filled. @param {Fillable} unit @param {Values} values @returns {string[]} */
function missing(unit, values) {
  const cell = filled(values).flatMap((number) => values[number].cell || []);
  const axes = cell.flatMap((at, axis) => (at ? [] : [axis % 2 ? words.row : words.column]));
  if (axes.length || shapeOf(unit, values)) return axes;
  const alone = unit.shapes.filter(({ length }) => length === 1);
  if (alone.length > 1 && !isFilled(values)) return [alone.map(([number]) => unit.parts[number].label).join(" / ")];
  const whole = unit.shapes.find((each) => filled(values).every((number) => each.includes(number)));
  return (whole || []).filter((number) => !(number in values)).map((number) => unit.parts[number].label);
}

/** What is wrong with how a unit is filled; empty for nothing. @param {Fillable} unit @param {Values} values */
function wrong(unit, values) {
  const lacks = missing(unit, values);
  if (lacks.length) return put(words.missing, lacks.join(words.comma));
  const whys = [
    ...filled(values).map((number) => toldOf(unit.parts[number].refused, values[number].cell)),
    ...(unit.alike || []).map(
      ([one, other, why]) =>
        values[one] &&
        values[other] &&
        textOf(unit.parts[one], values[one]) === textOf(unit.parts[other], values[other]) &&
        why,
    ),
    ...(unit.never || []).map(
      ([one, n, other, m, why]) => values[one]?.option === n && values[other]?.several?.includes(m) && why,
    ),
    ...waysOf(unit, values).map((way) => unit.why?.[way]),
  ];
  return fill(whys.find(Boolean) || "", unit, values);
}

/** The units of a section that are filled. @param {Section} section */
const chosen = (section) =>
  section.units
    .map((unit, number) => ({ unit, number, values: states[section.name].values[number] }))
    .filter(({ values }) => isFilled(values));

/** What is said of a section, actions and what is none. @param {Section} section @returns {[number, string][]} */
const saidOf = (section) => (states[section.name].none ? section.none || [] : saidTogether(chosen(section)));

/** What is said of units given together. @param {{unit: Unit, values: Values}[]} units @returns {[number, string][]} */
function saidTogether(units) {
  const those = [...units].sort((one, other) => one.unit.rank - other.unit.rank);
  if (!those.length) return [];
  const extra = (those[0].unit.extra || []).filter(([, text]) =>
    those.every(({ unit }) => (unit.extra || []).some(([, other]) => other === text)),
  );
  const own = those.flatMap(({ unit, values }) => {
    const parts = waysOf(unit, values).flatMap((way) => unit.said[way] || []);
    return parts.map(([kind, text]) => /** @type {[number, string]} */ ([kind, fill(text, unit, values)]));
  });
  return [...extra, ...own];
}

/** All that will be understood, as the receipt says it; empty while nothing is chosen. */
function sentence() {
  /** @type {string[]} */
  const actions = [];
  /** @type {string[]} */
  const besides = [];
  for (const section of shown()) {
    const said = saidOf(section);
    if (section.name === "standing") {
      const list = asList(said.map(([, text]) => text));
      if (states.standing.none) besides.push(words["standing-none"]);
      else besides.push(...left.said(list));
      if (turn !== data.turn && (states.standing.none || left.written() || list))
        besides.push(put(words["at-once"], String(turn)));
      continue;
    }
    for (const [kind, text] of said) (kind ? besides : actions).push(text);
    if (said.length && section.name === "later") besides.push(put(words.later, String(turn)));
  }
  const parts = [...(actions.length ? [actions.join(words.then)] : []), ...besides];
  return parts.length ? put(words.sentence, parts.join(words.besides).replace(/\.$/, "")) : "";
}

/** What keeps the file from being written, and what will fail as things stand. */
function troubles() {
  /** @type {string[]} */
  const wrongs = [...left.wrongs()];
  /** @type {string[]} */
  const warnings = [];
  for (const section of shown()) {
    const those = chosen(section);
    for (const { unit, values } of those) {
      const text = wrong(unit, values);
      if (text) wrongs.push(`${unit.names[0]}${words.colon}${text}`);
    }
    const first = those.sort((one, other) => one.unit.rank - other.unit.rank)[0];
    if (first && section.name === "now") warnings.push(...warningOf(first.unit, first.values));
  }
  return { wrongs, warnings };
}

/** @param {Unit} unit @param {Values} values */
function warningOf(unit, values) {
  return filled(values).flatMap((number) => {
    const part = unit.parts[number];
    const { cell, option: one } = values[number];
    const text = cell ? toldOf(part.warned, cell) : (part.warnedOptions || {})[String(one)];
    return text ? [put(words.warning, fill(text, unit, values))] : [];
  });
}

// The file

/** @returns {string} empty while there is nothing to send */
function file() {
  /** @type {[string[], string][]} */
  const lines = data.envelope.map(([key, value]) => [[key], key === words.turn ? String(turn) : value]);
  let count = 0;
  for (const section of shown()) {
    if (states[section.name].none) lines.push([section.path, words.nothing]);
    count += Number(states[section.name].none);
    const clauses = section.facts ? left.written() : "";
    if (clauses) lines.push([[...section.path, words["write-if"]], clauses]);
    count += Number(clauses !== "");
    for (const { unit, values } of chosen(section)) {
      const alone = (unit.short || []).filter((number) => number in values && filled(values).length === 1);
      for (const number of filled(values)) {
        const path = unit.parts[number].path;
        lines.push([alone.includes(number) ? path.slice(0, -1) : path, textOf(unit.parts[number], values[number])]);
        count += 1;
      }
    }
  }
  for (const [id, key] of [
    ["luck", words.luck],
    ["note", words.note],
  ]) {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    const text = field ? field.value.trim() : "";
    if (text) lines.push([[key], JSON.stringify(text)]);
    count += Number(id === "luck" && text !== "");
  }
  return count ? inLines(lines) : "";
}

/** Lines of YAML: what begins alike stands below it once. @param {[string[], string][]} entries */
function inLines(entries) {
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  let above = [];
  for (const [path, text] of entries) {
    let depth = 0;
    while (depth < path.length - 1 && path[depth] === above[depth]) depth += 1;
    for (; depth < path.length - 1; depth += 1) lines.push(`${"  ".repeat(depth)}${path[depth]}:`);
    const below = text.startsWith("\n");
    lines.push(`${"  ".repeat(path.length - 1)}${path[path.length - 1]}:${below ? "" : " "}${text}`);
    above = path.slice(0, -1);
  }
  return `${lines.join("\n")}\n`;
}
