"use strict";
// The positions of a campaign, one at a time: by a slider, keys, a button that plays them, and links to each.
// Without it the page has them all, the last one first. And times in the zone of whoever reads.
(() => {
  /** How long a position stands while they are played, in milliseconds. */
  const PACE = 1200;

  /**
   * @typedef {object} Data
   * @property {string} title the campaign's
   * @property {string} where what is said of a position: {title}, {number}, {total}
   * @property {string} here what is said of a time in the reader's own zone: {moment}
   * @property {{id: string, title: string}[]} positions the first one first
   */

  /** @type {Data} */
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");

  /** @param {string} text @param {Record<string, string | number>} values */
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));

  // Times -----------------------------------------------------------------------------------------------------

  /** Minutes by which a zone is ahead, as a time in ISO 8601 says; none where it says nothing. @param {string} text */
  const ahead = (text) => {
    const found = /([+-])(\d\d):(\d\d)/.exec(text.slice(10));
    if (!found) return text.endsWith("Z") ? 0 : undefined;
    return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
  };

  /** Say a time in the reader's zone too, where that is another. @param {HTMLTimeElement} time */
  const sayHere = (time) => {
    const when = new Date(time.dateTime);
    if (Number.isNaN(when.getTime()) || ahead(time.dateTime) === -when.getTimezoneOffset()) return;
    const said = new Intl.DateTimeFormat(document.documentElement.lang, {
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    });
    time.append(` (${filled(data.here, { moment: said.format(when) })})`);
  };

  document.querySelectorAll("time").forEach(sayHere);

  // Positions -------------------------------------------------------------------------------------------------

  const found = document.querySelectorAll(".position").length;
  const controls = /** @type {HTMLElement | null} */ (document.querySelector(".controls"));
  const slider = controls?.querySelector("input");
  const told = controls?.querySelector("output");
  if (!controls || !slider || !told || !found) return;

  const shown = data.positions.map((one) => /** @type {HTMLElement} */ (document.getElementById(one.id)));
  const last = shown.length - 1;
  const buttons = [...controls.querySelectorAll("button")];
  const player = /** @type {HTMLButtonElement} */ (buttons.find((one) => one.dataset.does === "play"));
  const [play, stop] = [player.textContent ?? "", player.dataset.other ?? ""];
  let at = last;
  let timer = 0;

  /** Which position the address names; none where it names something else. */
  const named = () => data.positions.findIndex((one) => `#${one.id}` === location.hash);

  /** Show a position alone. @param {number} number */
  const show = (number) => {
    at = Math.max(0, Math.min(last, number));
    shown.forEach((one, index) => {
      one.hidden = index !== at;
    });
    const { id, title } = data.positions[at];
    slider.value = String(at + 1);
    told.value = filled(data.where, { title, number: at + 1, total: shown.length });
    slider.setAttribute("aria-valuetext", told.value);
    for (const one of buttons) {
      const does = one.dataset.does ?? "";
      one.disabled = at === 0 ? ["first", "before"].includes(does) : at === last && ["last", "after"].includes(does);
    }
    document.title = `${data.title} - ${title}`;
    return id;
  };

  /** Go to a position, and let the address name it. @param {number} number */
  const go = (number) => history.replaceState(null, "", `#${show(number)}`);

  const halt = () => {
    clearTimeout(timer);
    timer = 0;
    player.textContent = play;
  };

  const step = () => {
    if (at === last) return halt();
    go(at + 1);
    timer = window.setTimeout(step, PACE);
  };

  const start = () => {
    player.textContent = stop;
    if (at === last) go(0);
    timer = window.setTimeout(step, PACE);
  };

  /** @type {Record<string, () => void>} */
  const deeds = {
    first: () => go(0),
    before: () => go(at - 1),
    after: () => go(at + 1),
    last: () => go(last),
  };

  /** Do what a button or a key says; all but to play ends the playing. @param {string} does */
  const act = (does) => {
    const playing = timer !== 0;
    halt();
    if (does !== "play") deeds[does]();
    else if (!playing) start();
  };

  /** @type {Record<string, string>} */
  const keys = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", " ": "play" };

  /** Whether keys mean something else where they are pressed. @param {EventTarget | null} target @param {string} key */
  const isTaken = (target, key) => {
    if (!(target instanceof Element)) return false;
    if (target === slider) return key !== " ";
    if (key === " ") return Boolean(target.closest(["a", "button", "summary", "input", "select", "textarea"].join()));
    return Boolean(target.closest(["input", "select", "textarea", "[tabindex]"].join()));
  };

  buttons.forEach((one) => one.addEventListener("click", () => act(one.dataset.does ?? "")));
  slider.addEventListener("input", () => {
    halt();
    go(Number(slider.value) - 1);
  });
  document.addEventListener("keydown", (event) => {
    const does = keys[event.key];
    if (!does || event.ctrlKey || event.altKey || event.metaKey || isTaken(event.target, event.key)) return;
    event.preventDefault();
    act(does);
  });
  window.addEventListener("hashchange", () => {
    const number = named();
    if (number >= 0) {
      halt();
      show(number);
    }
  });

  controls.hidden = false;
  controls.parentElement?.classList.add("moved");
  show(named() < 0 ? last : named());
  if (named() >= 0) controls.scrollIntoView();
})();
