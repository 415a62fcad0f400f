/**
 * The page of a form by clicks: fields for all that may be chosen, the file. What is chosen lies in ``states`` (orders.js),
 * and cells are pointed at on the board (pointing.js): both stand before this script.
 *
 * What fields fill: the values of a unit, and what is done with what is picked.
 * @typedef {{unit: Fillable, values: Values, id: string, ranked: boolean, set: (part: number, value: Value | null) => void,
 *   aimed: (part: number) => void}} Filling
 */

/** How many numbers are listed; of more, one is written. */
const MOST_LISTED = 60;

/** @param {string} tag @param {Record<string, string>} attributes @param {(Node | string)[]} inner */
function element(tag, attributes, ...inner) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inner);
  return made;
}

/** @param {Section} section @param {number} number @param {number} part @param {Value | null} value */
function choose(section, number, part, value) {
  const state = states[section.name];
  fillPart(section.units[number], state.values[number], part, value);
  state.none = false;
  let told = "";
  for (const [one, other, why] of section.apart) {
    const gone = one === number ? other : other === number ? one : -1;
    if (gone < 0 || !value || value.cell?.includes(0) || !filled(state.values[gone]).length) continue;
    state.values[gone] = {};
    told = `${put(words.gone, section.units[gone].names.join(" + "))} ${why}`;
  }
  show(told, "");
}

/** The fields of one part. @param {Filling} filling @param {number} part */
function fields({ unit, values, id: start, ranked, set: choosing, aimed }, part) {
  const about = unit.parts[part];
  const label = unit.parts.length > 1 ? about.label : "";
  const now = values[part] || {};
  const id = `${start}-${part}`;
  /** @param {Value | null} value */
  const set = (value) => choosing(part, value);
  if (about.several || about.taps)
    return [checkboxes(about, id, now.several || [now.option ?? []].flat(), ranked, set)];
  /** @type {HTMLElement[]} */
  const made = [];
  if (about.options?.length || about.cell) {
    const options = (about.options || []).map(([n, label]) => [`:${n}`, label]);
    const cells = about.cell ? [["c", words.cell]] : [];
    const value = now.cell ? "c" : now.option === undefined ? "" : `:${now.option}`;
    made.push(
      selection(label, id, [["", words.blank], ...options, ...cells], value, (picked) => {
        if (picked === "c") aimed(part);
        set(picked === "c" ? { cell: [0, 0] } : picked ? { option: Number(picked.slice(1)) } : null);
      }),
    );
  }
  if (now.cell) {
    const axes = element("div", { class: "axes" });
    for (const [axis, size, label] of /** @type {[0 | 1, number, string][]} */ ([
      [0, board?.width, words.column],
      [1, board?.height, words.row],
    ])) {
      const numbers = Array.from({ length: size }, (_, n) => [`${n + 1}`, `${n + 1}`]);
      axes.append(
        selection(label, `${id}-${axis}`, [["", words.blank], ...numbers], `${now.cell[axis] || ""}`, (picked) => {
          const cell = /** @type {[number, number]} */ ([...(now.cell || [])]);
          cell[axis] = Number(picked);
          set({ cell });
        }),
      );
    }
    made.push(axes);
  }
  const [least, most] = about.number || [null, null];
  if (least !== null && most !== null && most - least < MOST_LISTED) {
    if (least > most) return made;
    const numbers = Array.from({ length: most - least + 1 }, (_, n) => [`${least + n}`, `${least + n}`]);
    const offered = numbers.filter(([one]) => !about.gaps?.includes(Number(one)));
    const options = [["", words.blank], ...offered];
    made.push(selection(label, id, options, now.text || "", (text) => set(text ? { text } : null)));
  } else if (about.number || about.written) {
    const field = element("input", { id, type: about.number ? "number" : "text", value: now.text || "" });
    if (about.written) field.setAttribute("maxlength", String(about.written));
    field.addEventListener("change", (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      set(value.trim() ? { text: value } : null);
    });
    made.push(label ? element("label", {}, `${label} `, field) : field);
    if (!label) field.setAttribute("aria-label", about.label);
  }
  return made;
}

/** @param {string} label @param {string} id @param {string[][]} options @param {string} value @param {(v: string) => void} set */
function selection(label, id, options, value, set) {
  const made = options.map(([key, text]) =>
    element("option", key === value ? { value: key, selected: "" } : { value: key }, text),
  );
  const select = element("select", { id }, ...made);
  select.addEventListener("change", () => set(/** @type {HTMLSelectElement} */ (select).value));
  if (label) return element("label", {}, `${label} `, select);
  select.setAttribute("aria-label", words.choice);
  return select;
}

/**
 * Boxes to tick: one instead of another where one is chosen by a tap, else in standing orders the preferred one first.
 * @param {Part} about @param {string} id @param {number[]} now @param {boolean} ranked @param {(value: Value | null) => void} set
 */
function checkboxes(about, id, now, ranked, set) {
  const boxes = (about.options || []).map(([number, label]) => {
    const checked = now.includes(number);
    const box = element("input", { type: "checkbox", id: `${id}-${number}`, ...(checked ? { checked: "" } : {}) });
    box.addEventListener("change", () => {
      const several = checked ? now.filter((other) => other !== number) : [...now, number];
      set(several.length ? (about.taps ? { option: number } : { several }) : null);
    });
    const made = element("label", { class: "box" }, box, ` ${label}`);
    if (ranked && checked) made.dataset.rank = `${now.indexOf(number) + 1}`;
    return made;
  });
  return element("div", { class: "boxes", role: "group", "aria-label": about.label }, ...boxes);
}

/** A list whose items are moved, one at a time, by arrows or by dragging. @param {Section} section @param {number} number */
function list(section, number) {
  const unit = section.units[number];
  const { order: standing, action, before, after } = /** @type {import("./form-data").Moves} */ (unit.moves);
  const values = states[section.name].values[number];
  const order = [...standing];
  const moved = values[action] && values[action].option;
  const place = values[before] || values[after];
  if (moved !== undefined && place && place.option !== undefined && place.option !== moved) {
    order.splice(order.indexOf(moved), 1);
    order.splice(order.indexOf(place.option) + (values[after] ? 1 : 0), 0, moved);
  }
  /** @param {number} item @param {number} to where it stands then */
  const move = (item, to) => {
    const others = (item === moved ? order : standing).filter((other) => other !== item);
    const up = to <= (item === moved ? order : standing).indexOf(item);
    const reference = up ? others[to] : others[to - 1];
    if (reference === undefined) return;
    states[section.name].values[number] = { [action]: { option: item } };
    choose(section, number, up ? before : after, { option: reference });
    document.querySelector(".moved")?.scrollIntoView({ block: "nearest" });
  };
  /** @type {number | null} */
  let held = null;
  const items = order.map((item, at) => {
    const label = option(unit.parts[action], item)[1];
    const row = element("li", { draggable: "true", ...(item === moved ? { class: "moved" } : {}) });
    row.append(element("span", {}, label));
    const places = order.map((_, n) => [`${n}`, `${n + 1}`]);
    const place = selection("", `${section.name}-${number}-place-${item}`, places, `${at}`, (to) =>
      move(item, Number(to)),
    );
    place.setAttribute("aria-label", `${words.place}${words.colon}${label}`);
    row.append(place);
    for (const [way, to] of /** @type {["up" | "down", number][]} */ ([
      ["up", at - 1],
      ["down", at + 1],
    ])) {
      const said = { "aria-label": `${words[way]}${words.colon}${label}` };
      const id = `${section.name}-${number}-${way}-${item}`;
      const end = to < 0 || to >= order.length;
      const button = element("button", {
        type: "button",
        id,
        class: way,
        ...said,
        ...(end ? { "aria-disabled": "true" } : {}),
      });
      if (!end) button.addEventListener("click", () => move(item, to));
      row.append(button);
    }
    row.addEventListener("dragstart", () => (held = item));
    row.addEventListener("dragover", (event) => event.preventDefault());
    row.addEventListener("drop", (event) => {
      event.preventDefault();
      if (held !== null && held !== item) move(held, at);
    });
    return row;
  });
  const reset = element("button", { type: "button", id: `${section.name}-${number}-reset` }, words.reset);
  reset.addEventListener("click", () => {
    states[section.name].values[number] = {};
    show("");
  });
  return [element("ol", { class: "items", id: `${section.name}-${number}-items` }, ...items), reset];
}

/** @param {Section} section @param {number} number */
function fieldset(section, number) {
  const unit = section.units[number];
  const remarks = unit.remarks.filter(Boolean).map((text) => element("p", { class: "hint" }, text));
  /** @type {Filling} */
  const filling = {
    unit,
    values: states[section.name].values[number],
    id: `${section.name}-${number}`,
    ranked: section.name === "standing",
    set: (part, value) => choose(section, number, part, value),
    aimed: (part) => (target = { section, unit: number, part }),
  };
  const inner = unit.moves ? list(section, number) : unit.parts.flatMap((_, part) => fields(filling, part));
  return element("fieldset", {}, element("legend", {}, unit.names.join(" + ")), ...remarks, ...inner);
}

/** @param {Section} section */
function sectionFields(section) {
  const made = section.units.flatMap(({ group }, number) => {
    const heading = group && group !== section.units[number - 1]?.group ? words[`group-${group}`] : "";
    return [...(heading ? [element("p", { class: "group" }, heading)] : []), fieldset(section, number)];
  });
  if (!section.none) return made;
  const { none } = states[section.name];
  const box = element("input", { type: "checkbox", id: `${section.name}-none`, ...(none ? { checked: "" } : {}) });
  box.addEventListener("change", () => {
    states[section.name] = { ...blank(section), none: !none };
    if (section.facts) left.clear();
    show("");
  });
  const label = section.name === "standing" ? words["none-standing"] : words.none;
  return [...made, element("label", { class: "box" }, box, ` ${label}`)];
}

// All of it

/** Show what is chosen, and what was said of what was just done: against it, if it is wrong. @param {string} why */
function show(why, kind = "wrong") {
  const focused = document.activeElement?.id;
  const scrolled = [...document.querySelectorAll(".items")].map((one) => ({ id: one.id, top: one.scrollTop }));
  for (const section of data.sections) {
    const place = byId(section.name === "standing" ? "standing" : "units");
    if (!shown().includes(section)) continue;
    const made = sectionFields(section);
    place.replaceChildren(...made);
  }
  left.show();
  overlay();
  for (const { id, top } of scrolled) document.getElementById(id)?.scrollTo(0, top);
  if (focused) document.getElementById(focused)?.focus();
  const { wrongs, warnings } = troubles();
  const text = wrongs.length ? "" : file();
  byId("said").textContent = wrongs.length ? "" : sentence() || words["nothing-yet"];
  byId("troubles").replaceChildren(
    ...(why ? [element("li", { class: kind }, why)] : []),
    ...wrongs.map((one) => element("li", { class: one.includes(put(words.missing, "")) ? "" : "wrong" }, one)),
    ...[...warnings, ...elsewhere()].map((one) => element("li", {}, one)),
  );
  byId("said").hidden = wrongs.length > 0;
  byId("file").textContent = text;
  byId("done").textContent = "";
  byId("sending").hidden = byId("go").hidden = !text;
  byId("mail").setAttribute(
    "href",
    `mailto:${data.to}?subject=${encodeURIComponent(data.subject)}&body=${encodeURIComponent(text.split("\n").join("\r\n"))}`,
  );
  byId("download").setAttribute("href", `data:text/yaml;charset=utf-8,${encodeURIComponent(text)}`);
}

/** What is chosen for the later turns that are not shown, turn by turn. @type {Record<string, State>} */
const kept = {};

/** For which other turns orders are chosen too: each is a text of its own. */
function elsewhere() {
  const all = Object.entries({ ...kept, [data.turn]: states.now });
  const those = all.filter(([one, state]) => Number(one) !== turn && (state?.none || state?.values.some(isFilled)));
  const told = those.map(([one]) => document.querySelector(`#turn [value="${one}"]`)?.textContent);
  return told.length ? [put(words.elsewhere, told.join(words.comma))] : [];
}

/** Show the orders for another turn. @param {number} other */
function turnTo(other) {
  if (turn !== data.turn) kept[turn] = states.later;
  turn = other;
  const section = data.sections.find(({ name }) => name === "later");
  if (section && turn !== data.turn) states.later = kept[turn] || blank(section);
  target = null;
  show("");
}

/** @param {string} text */
async function copy(text) {
  let done = true;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = /** @type {HTMLTextAreaElement} */ (element("textarea", {}, text));
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
    focused?.focus();
  }
  byId("done").textContent = done ? words.copied : words.uncopied;
}

byId("form").hidden = false;
/** @type {HTMLDetailsElement} */ (byId("plain")).open = false;
byId("copy").addEventListener("click", () => copy(file()));
byId("code").addEventListener("click", () => copy(`[code]\n${file()}[/code]`));
for (const id of ["note", "luck"]) document.getElementById(id)?.addEventListener("input", () => show(""));
document
  .getElementById("turn")
  ?.addEventListener("change", (event) => turnTo(Number(/** @type {HTMLSelectElement} */ (event.target).value)));
document.getElementById("board")?.addEventListener("keydown", steer);
show("");
