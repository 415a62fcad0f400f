/**
 * Orders that hang on conditions, in a form by clicks: up to twelve, « if … unless … then … », before the plain standing
 * orders. What may be wrong with one is what ``check`` would say of it (adjudicator/core/clauses.py).
 *
 * @typedef {import("./form-data").Fact} Fact
 * @typedef {import("./form-data").Row} Row
 * @typedef {import("./form-data").Clause} Clause
 * @typedef {"facts" | "unless" | "orders"} Kind
 * @typedef {{of: number, unit: Unit & Fact, values: Values}} Chosen
 */

const MOST_CLAUSES = 12;
const MOST_FACTS = 24;
const MOST_ROWS = 6;
const standing = /** @type {Section} */ (data.sections.find((section) => section.facts));
const facts = standing.facts || [];
/** @type {Clause[]} */
let clauses = [];

/** A sentence with something in its places. @param {string} key @param {Record<string, string | number>} values */
const say = (key, values) => words[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

// What a condition's word tells of it is put in

for (const fact of facts) {
  const [word] = fact.names;
  if (typeof fact.said === "string") {
    const [exact, least, most] = [0, 1, 2].map((number) => String.fromCharCode(0xe002 + 4 * number));
    const whole = fact.said;
    const put = (/** @type {string} */ key) => whole.replace(exact, say(key, { least, most }));
    fact.said = { "0w": whole, "1w": put("said-least"), "2w": put("said-most"), "1w|2w": put("said-both") };
    const [from, to] = /** @type {[number, number]} */ (fact.numbers);
    fact.numbers = { 0: [from, to], 1: [from + 1, to], 2: [from, to - 1] };
    fact.parts = [words.exactly, words["at-least"], words["at-most"]].map((label) => ({ label, path: [word, label] }));
    fact.parts[0].path = [word];
    fact.shapes = [[0], [1], [2], [1, 2]];
  }
  fact.shapes = fact.shapes || [[0]];
  fact.parts.forEach((part, n) => {
    part.label = part.label || word;
    part.path = part.path || (fact.parts.length > 1 ? [word, part.label] : [word]);
    const only = fact.only?.[n];
    if (part.options && only) part.options = part.options.filter(([number]) => only.includes(number));
    part.number = /** @type {Record<string, [number, number]>} */ (fact.numbers || {})[n];
    part.refused = fact.barred?.[n];
    part.apart = 2; // one name, or several
  });
}

// What is chosen

/** @param {Kind} kind */
const unitsOf = (kind) => /** @type {(Unit & Fact)[]} */ (kind === "orders" ? standing.units : facts);

/** The lines of which something is chosen, with what they fill. @param {Clause} clause @param {Kind} kind @returns {Chosen[]} */
const rowsOf = (clause, kind) =>
  clause[kind].filter(({ of }) => of >= 0).map(({ of, values }) => ({ of, unit: unitsOf(kind)[of], values }));

/** @param {Clause} clause */
const isEither = (clause) => clause.either && rowsOf(clause, "facts").length > 1;

/** Facts that all have to hold, in groups in which none stands twice; or of which one has to. @param {Clause} clause */
function groupsOf(clause) {
  /** @type {Chosen[][]} */
  const groups = [];
  for (const row of rowsOf(clause, "facts")) {
    const group = groups.find((one) => !isEither(clause) && !one.some(({ of }) => of === row.of));
    if (group) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

// As a sentence

/** @param {Chosen} row */
const factSaid = ({ unit, values }) =>
  fill(unit.said[wayOf(unit, values, shapeOf(unit, values) || [])] || "", unit, values);

/** @param {string} key @param {string[]} texts @returns {string} */
const chained = (key, [one, ...others]) => (others.length ? say(key, { one, other: chained(key, others) }) : one || "");

/** @param {Chosen[]} group */
const allSaid = (group) => chained("clause-and", group.map(factSaid));

/** @param {Clause} clause @param {number} n */
function clauseSaid(clause, n) {
  const groups = groupsOf(clause);
  const said = groups.map((group) =>
    group.length > 1 && groups.length > 1 ? say("clause-group", { facts: allSaid(group) }) : allSaid(group),
  );
  const all = chained(isEither(clause) ? "clause-or" : "clause-and", said);
  const but = chained("clause-or", rowsOf(clause, "unless").map(factSaid));
  const orders = saidTogether(rowsOf(clause, "orders"));
  return say(clause.once ? "clause-once" : "clause", {
    number: n + 1,
    facts: say(!but ? "clause-if" : all ? "clause-if-unless" : "clause-unless", { facts: all, but }),
    list: orders.map(([, text]) => text).join(words.comma),
  });
}

left.said = (/** @type {string} */ plain) => {
  if (!clauses.length) return plain ? [put(words.standing, plain)] : [];
  const last = plain ? say("clause-else", { list: plain }) : words["clause-nothing"];
  return [put(words.standing, chained("clause-next", [...clauses.map(clauseSaid), last])), words.clauses];
};

// In the file

/** What is filled: below which keys, what. @param {Chosen} row @returns {[string[], string][]} */
const entriesOf = ({ unit, values }) =>
  filled(values).map((number) => {
    const { path } = unit.parts[number];
    const alone = unit.short?.includes(number) && filled(values).length === 1;
    return [alone ? path.slice(0, -1) : path, textOf(unit.parts[number], values[number])];
  });

/** @param {Chosen} row */
function factWritten(row) {
  const entries = entriesOf(row);
  const [word] = row.unit.names;
  const inner = entries.map(([[, key], text]) => (key ? `${key}: ${text}` : text)).join(", ");
  return entries.some(([path]) => path.length > 1) ? `${word}: {${inner}}` : `${word}: ${inner}`;
}

/** @param {string} word @param {Chosen[][]} groups */
function listed(word, groups) {
  const inner = groups.map((group) => `{${group.map(factWritten).join(", ")}}`);
  return inner.length > 1 ? [`${word}:`, ...inner.map((one) => `  - ${one}`)] : [`${word}: ${inner[0]}`];
}

/** What is ordered, as under its word in the file. @param {Clause} clause */
const ordersOf = (clause) =>
  rowsOf(clause, "orders")
    .sort((one, other) => one.of - other.of)
    .flatMap(entriesOf)
    .map(([path, text]) => /** @type {[string[], string]} */ ([path.slice(standing.path.length), text]));

/** @param {Clause} clause */
function clauseWritten(clause) {
  const groups = groupsOf(clause);
  const unless = rowsOf(clause, "unless").map((row) => [row]);
  const orders = ordersOf(clause).map(
    ([path, text]) => /** @type {[string[], string]} */ ([[words["write-then"], ...path], text]),
  );
  const lines = [
    ...(groups.length > 1
      ? listed(words[isEither(clause) ? "write-or" : "write-and"], groups)
      : groups.flat().map(factWritten)),
    ...(unless.length ? listed(words["write-unless"], unless) : []),
    ...(clause.once ? [`${words["write-once"]}: ${words["write-yes"]}`] : []),
    ...inLines(orders).trimEnd().split("\n"),
  ];
  return lines.map((line, n) => `\n    ${n ? " " : "-"} ${line}`).join("");
}

left.written = () => clauses.map(clauseWritten).join("");

// What is wrong

/** A text that is the same for the same. @param {Chosen} row */
const signOf = ({ of, unit, values }) =>
  [of, ...filled(values).map((n) => [n, ...(values[n].several || [textOf(unit.parts[n], values[n])]).sort()])].join();

/** @param {Chosen} row */
function factWrong({ unit, values }) {
  const bounds = [];
  for (const number of filled(values)) {
    const [most, why] = unit.most?.[number] || [Infinity, ""];
    if ((values[number].several || []).length > most) return why;
    const span = unit.parts[number].number;
    if (!span) continue;
    const text = values[number].text || "";
    const [least, last] = /** @type {[number, number]} */ (span);
    if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > last)
      return say("never", { word: unit.names[0], least, most: last });
    bounds.push(Number(text));
  }
  const [least, most] = bounds;
  return least > most ? say("crossed", { least, most }) : wrong(unit, values);
}

/** @param {Clause} clause @returns {string[]} */
function clauseWrongs(clause) {
  const [asked, unless, orders] = [rowsOf(clause, "facts"), rowsOf(clause, "unless"), rowsOf(clause, "orders")];
  const told = [];
  for (const row of [...asked, ...unless, ...orders]) {
    const why = orders.includes(row) ? wrong(row.unit, row.values) : factWrong(row);
    if (why) told.push(`${row.unit.names[0]}${words.colon}${why}`);
    for (const order of orders.flatMap(({ unit }) => unit.names))
      if (row.unit.unseen?.includes(order)) told.push(say("unseen", { word: row.unit.names[0], related: order }));
  }
  if (!asked.length && !unless.length) told.push(words.empty);
  if (!orders.length) told.push(put(words.missing, words.then));
  const chosen = orders.map(({ of }) => of);
  for (const [one, other, why] of standing.apart) if (chosen.includes(one) && chosen.includes(other)) told.push(why);
  const signs = isEither(clause) ? [] : asked.map(signOf);
  if (unless.some((row) => signs.includes(signOf(row)))) told.push(words.denied);
  return told;
}

/** All that has to hold. @param {Clause} clause */
function askedOf(clause) {
  const signs = rowsOf(clause, "facts").map(signOf);
  const unless = rowsOf(clause, "unless").map((row) => `-${signOf(row)}`);
  return [...(isEither(clause) ? [signs.sort().join("|")] : signs), ...unless];
}

/** The clause before, if any, that has always been used where this one would be. @param {Clause} clause @param {number} n */
function forestalling(clause, n) {
  const asked = askedOf(clause);
  const orders = ordersOf(clause);
  return clauses.slice(0, n).findIndex((before) => {
    const others = ordersOf(before);
    /** @param {[string[], string]} order */
    const gives = ([path, text]) =>
      others.some(
        ([other, its]) =>
          other[0] === path[0] && (standing.sure?.includes(path[0]) || (other.join() === path.join() && its === text)),
      );
    return !before.once && orders.every(gives) && askedOf(before).every((one) => asked.includes(one));
  });
}

left.wrongs = () => {
  const told = clauses.flatMap((clause, n) => clauseWrongs(clause).map((text) => `(${n + 1}) ${text}`));
  const count = clauses.flatMap((clause) => [...rowsOf(clause, "facts"), ...rowsOf(clause, "unless")]).length;
  if (count > MOST_FACTS) told.push(say("facts", { count, limit: MOST_FACTS }));
  const late = told.length ? [] : clauses.map(forestalling);
  const unreached = late.map((other, n) => (other < 0 ? "" : say("unreached", { number: n + 1, other: other + 1 })));
  return [...told, ...unreached.filter(Boolean)];
};

// The fields

/** Show what has been changed; where what was used is gone, go on at another. @param {string} [next] */
function changed(next) {
  states.standing.none = false;
  const used = document.activeElement?.id || "";
  show("");
  if (!document.getElementById(used)) document.getElementById(next || "si-add")?.focus();
}

/** @param {string} id @param {string} label @param {() => unknown} done @param {string} [kind] of a button without words @param {string} [next] */
function button(id, label, done, kind, next) {
  const made = element("button", { type: "button", id, ...(kind ? { class: kind, "aria-label": label } : {}) });
  if (!kind) made.append(label);
  made.addEventListener("click", () => {
    done();
    changed(next);
  });
  return made;
}

/** @param {Clause} clause @param {string} id @param {Kind} kind @param {number} at */
function rowFields(clause, id, kind, at) {
  const rows = clause[kind];
  const { of, values } = rows[at];
  const start = `${id}-${kind}-${at}`;
  const units = unitsOf(kind);
  const free = units.flatMap(({ names }, n) =>
    kind === "orders" &&
    (!names.every((name) => standing.behind?.includes(name)) || rows.some((row) => row.of === n && n !== of))
      ? []
      : [[`${n}`, names.join(" + ")]],
  );
  const joint = clause.either ? "or-if" : "and-if";
  const label = words[kind === "facts" ? (at ? joint : "if") : kind === "unless" ? kind : at ? "with" : "then"];
  const made = [
    selection(
      at === 1 && kind === "facts" ? "" : label,
      start,
      [["", words.blank], ...free],
      of < 0 ? "" : `${of}`,
      (picked) => {
        rows[at] = { of: picked ? Number(picked) : -1, values: {} };
        changed();
      },
    ),
  ];
  if (at === 1 && kind === "facts") {
    const ways = ["and-if", "or-if"].map((way) => [way, words[way]]);
    const set = (/** @type {string} */ way) => {
      clause.either = way === "or-if";
      changed();
    };
    made.unshift(selection("", `${id}-either`, ways, joint, set));
  }
  if (rows.length > 1 || kind === "unless")
    made.push(button(`${start}-remove`, words.remove, () => rows.splice(at, 1), "remove", `${id}-more-${kind}`));
  /** @type {Filling} */
  const filling = {
    unit: units[of],
    values,
    id: start,
    ranked: kind === "orders",
    set: (part, value) => {
      fillPart(units[of], values, part, value);
      changed();
    },
    aimed: () => {},
  };
  if (of >= 0) made.push(...units[of].parts.flatMap((_, part) => fields(filling, part)));
  return element("div", { class: "row" }, ...made);
}

/** @param {Clause} clause @param {number} n */
function clauseFields(clause, n) {
  const id = `si-${n}`;
  /** @param {Kind} kind */
  const rows = (kind) => clause[kind].map((_, at) => rowFields(clause, id, kind, at));
  /** @param {Kind} kind @param {string} label */
  const more = (kind, label) =>
    clause[kind].length < MOST_ROWS
      ? [
          button(
            `${id}-more-${kind}`,
            `+ ${label}`,
            () => clause[kind].push({ of: -1, values: {} }),
            "",
            `${id}-${kind}-0`,
          ),
        ]
      : [];
  const once = element("input", { type: "checkbox", id: `${id}-once`, ...(clause.once ? { checked: "" } : {}) });
  once.addEventListener("change", () => {
    clause.once = !clause.once;
    changed();
  });
  const to = (/** @type {number} */ place) => () => clauses.splice(place, 0, ...clauses.splice(n, 1));
  const asks = [...more("facts", words[clause.either ? "or-if" : "and-if"]), ...more("unless", words.unless)];
  const ways = [
    ...(n ? [button(`${id}-up`, words.up, to(n - 1), "up")] : []),
    ...(n < clauses.length - 1 ? [button(`${id}-down`, words.down, to(n + 1), "down")] : []),
    button(`${id}-remove`, words.remove, () => clauses.splice(n, 1), "remove"),
  ];
  const box = element("label", { class: "box" }, once, ` ${words.once}`);
  return element(
    "fieldset",
    { class: "clause" },
    element("legend", {}, `(${n + 1})`),
    ...rows("facts"),
    ...rows("unless"),
    element("div", { class: "more" }, ...asks),
    ...rows("orders"),
    element("div", { class: "more" }, ...more("orders", words.with), box, ...ways),
  );
}

left.show = () => {
  const made = clauses.map(clauseFields);
  const add = () =>
    clauses.push({
      facts: [{ of: -1, values: {} }],
      either: false,
      unless: [],
      orders: [{ of: -1, values: {} }],
      once: false,
    });
  if (clauses.length < MOST_CLAUSES)
    made.push(button("si-add", words["clause-add"], add, "", `si-${clauses.length}-remove`));
  byId("clauses").replaceChildren(...made);
};

left.clear = () => (clauses = []);

show("");
