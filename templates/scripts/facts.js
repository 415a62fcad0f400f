/**
 * On what orders may hang, in a form by clicks: conditions with their arguments, as units; before clauses.js.
 *
 * @typedef {import("./form-data").Fact} Fact
 * @typedef {{of: number, unit: Unit & Fact, values: Values}} Chosen
 */

const standing = /** @type {Section} */ (data.sections.find((section) => section.facts));
const facts = standing.facts || [];

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
    fact.parts = [words.exactly, words["at-least"], words["at-most"]].map((label) => ({ label, path: [word, label] }));
    fact.parts[0].path = [word];
    fact.shapes = [[0], [1], [2], [1, 2]];
  }
  fact.shapes = fact.shapes || [[0]];
  fact.parts.forEach((part, n) => {
    part.label = part.label || word;
    part.path = part.path || (fact.parts.length > 1 ? [word, part.label] : [word]);
    part.options = narrowed(part, fact.only);
    part.number = (fact.numbers || [])[n];
    if (!n) part.gaps = fact.gaps;
    part.refused = fact.barred;
    part.apart = 2; // one name, or several
  });
}

/** @param {Part} part @param {number[] | undefined} only */
function narrowed(part, only) {
  return only && part.options ? part.options.filter(([number]) => only.includes(number)) : part.options;
}

/** What is possible of a condition's parts with what is filled. @param {Fact} fact @param {Values} values */
function limitsOf(fact, values) {
  const key = fact.key === undefined ? undefined : values[fact.key]?.option;
  const found = (fact.by || []).find(([those]) => fact.key === undefined || those.includes(Number(key)));
  return found ? found[1] : {};
}

/** A condition of whose parts no more is offered than goes with what is filled. @param {Fact} fact @param {Values} values @returns {Fact} */
function narrow(fact, values) {
  if (!fact.by) return fact;
  const { only, numbers } = limitsOf(fact, values);
  const keys = fact.by.flatMap(([those]) => those);
  const parts = fact.parts.map((part, n) => ({
    ...part,
    options: narrowed(part, n === fact.key ? keys : only?.[n]),
    number: numbers?.[n],
  }));
  return { ...fact, parts };
}

// In words, and in the file

/** @param {Chosen} row */
const factSaid = ({ unit, values }) =>
  fill(unit.said[wayOf(unit, values, shapeOf(unit, values) || [])] || "", unit, values);

/** What is filled: below which keys, what. @param {Chosen} row @returns {[string[], string][]} */
const entriesOf = ({ unit, values }) =>
  filled(values).map((number) => {
    const part = narrow(unit, values).parts[number];
    const alone = unit.short?.includes(number) && filled(values).length === 1;
    return [alone ? part.path.slice(0, -1) : part.path, textOf(part, values[number])];
  });

/** @param {Chosen} row */
function factWritten(row) {
  const entries = entriesOf(row);
  const [word] = row.unit.names;
  const inner = entries.map(([[, key], text]) => (key ? `${key}: ${text}` : text)).join(", ");
  return entries.some(([path]) => path.length > 1) ? `${word}: {${inner}}` : `${word}: ${inner}`;
}

// What is wrong

/** A text that is the same for the same. @param {Chosen} row */
const signOf = ({ of, unit, values }) =>
  [of, ...filled(values).map((n) => [n, ...(values[n].several || [textOf(unit.parts[n], values[n])]).sort()])].join();

/** @param {Chosen} row */
function factWrong({ unit, values }) {
  const [most, why] = unit.most || [Infinity, ""];
  const { parts } = narrow(unit, values);
  for (const number of filled(values)) {
    const { several, option: one, text } = values[number];
    if ((several || []).length > most) return why;
    if (one !== undefined && !parts[number].options?.some(([n]) => n === one)) return words.senseless;
    if (text === undefined) continue;
    if (parts[number].gaps?.includes(Number(text))) return words.senseless;
    const [least, last] = parts[number].number || [1, 0];
    if (!/^\d+$/.test(text) || Number(text) < Number(least) || Number(text) > Number(last))
      return say("never", { word: unit.names[0], least: Number(least), most: Number(last) });
  }
  const never = limitsOf(unit, values).never || [];
  if (never.some(([one, n, other, m]) => values[one]?.option === n && values[other]?.option === m))
    return words.senseless;
  const [least, last] = filled(values).flatMap((number) => (values[number].text ? [Number(values[number].text)] : []));
  return least > last ? say("crossed", { least, most: last }) : wrong(unit, values);
}

/** What of a fact matters for which orders it goes with. @param {Chosen} row */
function wayWith({ unit, values }) {
  const [number, ...more] = filled(values);
  const { several, option: one, text } = values[number] || {};
  if (more.length) return "";
  if (several) return several.includes(Number(unit.own)) ? (several.length > 1 ? "both" : "own") : "others";
  return text === undefined ? `:${one}` : `${number}w${text}`;
}
