/**
 * Orders that hang on conditions, in a form by clicks: up to twelve, « if … unless … then … », before the plain standing
 * orders; of what they hang on tells facts.js. What may be wrong with one is what ``check`` would say of it (adjudicator/core/standing_orders.py).
 *
 * @typedef {import("./form-data").Row} Row
 * @typedef {import("./form-data").Clause} Clause
 * @typedef {"facts" | "unless" | "orders"} Kind
 */

const MOST_CLAUSES = 12;
const MOST_FACTS = 24;
const MOST_ROWS = 6;
/** In the place of an order: that nothing is done. */
const IDLE = -2;
/** @type {Clause[]} */
let clauses = [];

// What is chosen

/** @param {Kind} kind */
const unitsOf = (kind) => /** @type {(Unit & Fact)[]} */ (kind === "orders" ? standing.units : facts);

/** The lines of which something is chosen, with what they fill. @param {Clause} clause @param {Kind} kind @returns {Chosen[]} */
const rowsOf = (clause, kind) =>
  clause[kind].filter(({ of }) => of >= 0).map(({ of, values }) => ({ of, unit: unitsOf(kind)[of], values }));

/** Whether a clause orders that nothing is done. @param {Clause} clause */
const isIdle = (clause) => clause.orders.some(({ of }) => of === IDLE);

/** Those of which something is chosen: another one is as if it were not there. */
const begun = () =>
  clauses.filter((one) => isIdle(one) || [one.facts, one.unless, one.orders].flat().some(({ of }) => of >= 0));

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
  const orders = saidTogether(rowsOf(clause, "orders")).map(([, text]) => text);
  return say(clause.once ? "clause-once" : "clause", {
    number: n + 1,
    facts: say(!but ? "clause-if" : all ? "clause-if-unless" : "clause-unless", { facts: all, but }),
    list: isIdle(clause) ? words.idle : asList(orders),
  });
}

left.said = (/** @type {string} */ plain) => {
  const those = begun();
  if (!those.length) return plain ? [put(words.standing, plain)] : [];
  const last = plain ? say("clause-else", { list: plain }) : words["clause-nothing"];
  const anyhow = those.flatMap((clause, n) => {
    const [order] = ordersOf(clause).map(([[word]]) => word);
    const rows = isEither(clause) ? [] : groupsOf(clause).flat();
    const sure = rows.filter((row) => givenWhen(row, clause) === true);
    return sure.map((row) => say("anyhow", { number: n + 1, fact: factSaid(row), order }));
  });
  return [put(words.standing, chained("clause-next", [...those.map(clauseSaid), last])), words.clauses, ...anyhow];
};

// In the file

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
    ...(isIdle(clause) ? [`${words["write-then"]}: ${words.nothing}`] : inLines(orders).trimEnd().split("\n")),
  ];
  return lines.map((line, n) => `\n    ${n ? " " : "-"} ${line}`).join("");
}

left.written = () => begun().map(clauseWritten).join("");

// What is wrong

/** Whether a fact holds whenever the orders of its clause can be given, or never does then. @param {Chosen} row @param {Clause} clause */
function givenWhen(row, clause) {
  const truths = ordersOf(clause).map(
    ([[word]]) => row.unit.when?.find(([those]) => those.includes(word))?.[1][wayWith(row)],
  );
  return truths.every((truth) => truth === truths[0]) ? truths[0] : undefined;
}

/** @param {Clause} clause @returns {string[]} */
function clauseWrongs(clause) {
  const [asked, unless, orders] = [rowsOf(clause, "facts"), rowsOf(clause, "unless"), rowsOf(clause, "orders")];
  const told = [];
  const lacks = asked.length || unless.length ? [] : [words["label-if"]];
  for (const row of [...asked, ...unless, ...orders]) {
    const [name] = row.unit.names;
    const open = missing(row.unit, row.values).filter((label) => label !== name);
    const why = orders.includes(row) ? wrong(row.unit, row.values) : factWrong(row);
    if (missing(row.unit, row.values).length) lacks.push(open.length ? `${name} (${open.join(words.comma)})` : name);
    else if (why) told.push(`${name}${words.colon}${why}`);
  }
  if (!orders.length && !isIdle(clause)) lacks.push(words["label-then"]);
  if (lacks.length) told.unshift(put(words.missing, lacks.join(words.comma)));
  const chosen = orders.map(({ of }) => of);
  for (const [one, other, why] of standing.apart) if (chosen.includes(one) && chosen.includes(other)) told.push(why);
  const related = ordersOf(clause)[0]?.[0][0];
  for (const row of isEither(clause) ? [] : asked)
    if (givenWhen(row, clause) === false) told.push(say("against", { word: row.unit.names[0], related }));
  for (const row of unless) if (givenWhen(row, clause)) told.push(say("needed", { word: row.unit.names[0], related }));
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

/** The clause before, if any, that has always been used where this one would be. @param {Clause} clause @param {number} n @param {Clause[]} those */
function forestalling(clause, n, those) {
  const asked = askedOf(clause);
  const orders = ordersOf(clause);
  return those.slice(0, n).findIndex((before) => {
    const others = ordersOf(before);
    /** @param {string} word */
    const earlier = (word) => others.some(([[other]]) => standing.earlier?.[word]?.includes(other));
    /** @param {[string[], string]} order */
    const gives = ([path, text]) =>
      earlier(path[0]) || others.some(([other, its]) => other.join() === path.join() && its === text);
    const uses = !others.length || (orders.length ? orders.every(gives) : earlier(""));
    return !before.once && uses && askedOf(before).every((one) => asked.includes(one));
  });
}

left.wrongs = () => {
  const those = begun();
  const told = those.flatMap((clause, n) => clauseWrongs(clause).map((text) => `(${n + 1}) ${text}`));
  const count = those.flatMap((clause) => [...rowsOf(clause, "facts"), ...rowsOf(clause, "unless")]).length;
  if (count > MOST_FACTS) told.push(say("facts", { count, limit: MOST_FACTS }));
  const late = told.length ? [] : those.map(forestalling);
  const unreached = late.map((other, n) => (other < 0 ? "" : say("unreached", { number: n + 1, other: other + 1 })));
  return [...told, ...unreached.filter(Boolean)];
};

// The fields

/** Show what has been changed; go on where it was done, or ``to`` another; where that is gone, at the ``next``. @param {string} [next] @param {unknown} [to] */
function changed(next, to) {
  states.standing.none = false;
  const used = String(to || document.activeElement?.id);
  show("");
  (document.getElementById(used) || document.getElementById(next || "si-add"))?.focus();
}

/** @param {string} id @param {string} label @param {() => unknown} done gives where to go on @param {string} [kind] of a button without words @param {string} [next] */
function button(id, label, done, kind, next) {
  const made = element("button", { type: "button", id, ...(kind ? { class: kind, "aria-label": label } : {}) });
  if (!kind) made.append(label);
  made.addEventListener("click", () => {
    changed(next, done());
  });
  return made;
}

/** Whether a line may be filled with a unit: with what is seen before the orders are given. @param {Clause} clause @param {Kind} kind @param {Unit & Fact} unit @param {number} n @param {number} now */
function isFree(clause, kind, unit, n, now) {
  const orders = rowsOf(clause, "orders").flatMap(({ unit: { names } }) => names);
  if (n === now) return true;
  if (kind !== "orders") return !unit.unseen?.some((name) => orders.includes(name));
  const unseen = [...rowsOf(clause, "facts"), ...rowsOf(clause, "unless")].flatMap((row) => row.unit.unseen || []);
  const those = unit.names.every((name) => standing.behind?.includes(name) && !unseen.includes(name));
  return those && !clause.orders.some(({ of }) => of === n);
}

/** What a fact is, while it is not all filled, and with which orders it does not go. @param {Unit & Fact} unit @param {Values} values */
function factHints(unit, values) {
  const place = /[\ue000-\uf8ff]/g;
  const [text] = Object.values(unit.said);
  const told = place.test(text) && !shapeOf(unit, values) ? [text.replace(place, words.dots)] : [];
  if (unit.unseen) told.push(put(words.unseen, unit.unseen.join(words.comma)));
  return told.map((one) => element("p", { class: "hint" }, one));
}

/** @param {Clause} clause @param {string} id @param {Kind} kind @param {number} at */
function rowFields(clause, id, kind, at) {
  const rows = clause[kind];
  const { of, values } = rows[at];
  const start = `${id}-${kind}-${at}`;
  const units = unitsOf(kind);
  const free = units.flatMap((unit, n) =>
    isFree(clause, kind, unit, n, of) ? [[`${n}`, unit.names.join(" + ")]] : [],
  );
  if (kind === "orders" && standing.idle && !at) free.unshift([`${IDLE}`, words.nothing]);
  const joint = clause.either ? "label-or-if" : "label-and-if";
  const label =
    words[
      kind === "facts"
        ? at
          ? joint
          : "label-if"
        : kind === "unless"
          ? "label-unless"
          : at
            ? "label-with"
            : "label-then"
    ];
  const made = [
    selection(
      at === 1 && kind === "facts" ? "" : label,
      start,
      [["", words.blank], ...free],
      of === -1 ? "" : `${of}`,
      (picked) => {
        rows[at] = { of: picked ? Number(picked) : -1, values: {} };
        if (Number(picked) === IDLE) rows.splice(1);
        changed();
      },
    ),
  ];
  if (at === 1 && kind === "facts") {
    const ways = ["label-and-if", "label-or-if"].map((way) => [way, words[way]]);
    const set = (/** @type {string} */ way) => {
      clause.either = way === "label-or-if";
      changed();
    };
    made.unshift(selection("", `${id}-either`, ways, joint, set));
  }
  if (rows.length > 1 || kind === "unless")
    made.push(
      button(`${start}-remove`, words["label-remove"], () => void rows.splice(at, 1), "remove", `${id}-more-${kind}`),
    );
  /** @type {Filling} */
  const filling = {
    unit: kind === "orders" || of < 0 ? units[of] : narrow(units[of], values),
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
  if (of >= 0 && kind !== "orders") made.push(...factHints(units[of], values));
  return element("div", { class: "row" }, ...made);
}

/** @param {Clause} clause @param {number} n */
function clauseFields(clause, n) {
  const id = `si-${n}`;
  /** @param {Kind} kind */
  const rows = (kind) => clause[kind].map((_, at) => rowFields(clause, id, kind, at));
  /** @param {Kind} kind @param {string} label */
  const more = (kind, label) =>
    clause[kind].length < MOST_ROWS && !(kind === "orders" && isIdle(clause))
      ? [
          button(
            `${id}-more-${kind}`,
            `+ ${label}`,
            () => `${id}-${kind}-${clause[kind].push({ of: -1, values: {} }) - 1}`,
          ),
        ]
      : [];
  const once = element("input", { type: "checkbox", id: `${id}-once`, ...(clause.once ? { checked: "" } : {}) });
  once.addEventListener("change", () => {
    clause.once = !clause.once;
    changed();
  });
  const to = (/** @type {number} */ place, /** @type {string} */ way) => () => {
    clauses.splice(place, 0, ...clauses.splice(n, 1));
    const end = place === 0 ? "down" : place === clauses.length - 1 ? "up" : way;
    return `si-${place}-${end}`;
  };
  const asks = [
    ...more("facts", words[clause.either ? "label-or-if" : "label-and-if"]),
    ...more("unless", words["label-unless"]),
  ];
  const ways = [
    ...(n ? [button(`${id}-up`, words.up, to(n - 1, "up"), "up")] : []),
    ...(n < clauses.length - 1 ? [button(`${id}-down`, words.down, to(n + 1, "down"), "down")] : []),
    button(`${id}-remove`, words["label-remove"], () => void clauses.splice(n, 1), "remove"),
  ];
  const box = element("label", { class: "box" }, once, ` ${words["label-once"]}`);
  const number = begun().indexOf(clause) + 1;
  return element(
    "fieldset",
    { class: "clause" },
    element("legend", {}, number ? `(${number})` : words.blank),
    ...rows("facts"),
    ...rows("unless"),
    element("div", { class: "more" }, ...asks),
    ...rows("orders"),
    element("div", { class: "more" }, ...more("orders", words["label-with"]), box, ...ways),
  );
}

left.show = () => {
  const made = clauses.map(clauseFields);
  const add = () => {
    const none = () => [{ of: -1, values: {} }];
    return `si-${clauses.push({ facts: none(), either: false, unless: [], orders: none(), once: false }) - 1}-facts-0`;
  };
  if (clauses.length < MOST_CLAUSES) made.push(button("si-add", words["label-clause-add"], add));
  byId("clauses").replaceChildren(...made);
  byId("first").hidden = byId("else").hidden = !clauses.length;
};

left.clear = () => (clauses = []);

show("");
