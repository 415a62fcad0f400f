/** The data of a form by clicks (adjudicator/forms/click_page.py makes them), and what form.js keeps of what is chosen. */

/** Of each cell, row by row, a character: the number of the reason from "0" on, or a dot for none. */
export interface Cells {
  why: string[];
  at: string;
}

/** One thing to fill in: one of the options, a cell, several options, a number or a text. */
export interface Part {
  label: string;
  /** Where it is written: keys of the file, as they stand there. */
  path: string[];
  /** Each with its number, its word, and its word in a file where that is another. */
  options?: [number, string, string?][];
  /** Whether sentences have a place for the option. */
  open?: boolean;
  /** Whether other things are said of the player's own name. */
  mine?: boolean;
  cell?: boolean;
  /** How many of the options it takes, at least and at most. */
  several?: [number, number];
  /** How many options are told apart in sentences, up to so many. */
  apart?: number;
  /** From and to which number, and which of them it cannot be. */
  number?: [number | null, number | null];
  gaps?: number[];
  /** How long a text may be. */
  written?: number;
  /** Whether the options stand side by side. */
  taps?: boolean;
  /** Cells that are impossible. */
  refused?: Cells;
  /** Cells and options with which the order fails as things stand. */
  warned?: Cells;
  warnedOptions?: Record<string, string>;
}

/** What is filled together, or not at all. */
export interface Fillable {
  names: string[];
  parts: Part[];
  /** Which parts are filled together. */
  shapes: number[][];
  /** By the way in which it is filled, what is said of it. */
  said: any;
  /** Whether what is said of several parts is what is said of each. */
  each?: boolean;
  /** Why it cannot be filled in other ways. */
  why?: Record<string, string>;
  /** Parts that may not be filled alike. */
  alike?: [number, number, string][];
  /** Options of a part that cannot stand in a list beside an option of another part, and why: the list comes last. */
  never?: [number, number, number, number, string][];
}

/** Orders that are given together. */
export interface Unit extends Fillable {
  remarks: string[];
  /** Sentences: 0 for an action, 1 for what is none. */
  said: Record<string, [number, string][]>;
  /** When it is said among others. */
  rank: number;
  group?: string;
  /** Parts that, filled alone, are written as the order's own value. */
  short?: number[];
  /** What is said besides where all that is chosen has it. */
  extra?: [number, string][];
  /** Where one option is put before or after another: how they stand now, and the parts that say it. */
  moves?: Moves;
}

/** On what orders may hang: a unit, and of its parts what this player can use; clauses.js adds what its word tells. */
export interface Fact extends Fillable {
  /** Of one part, which options are possible, where some are not; how many names at most, and why no more; cells that are not. */
  only?: number[];
  most?: [number, string];
  barred?: Cells;
  /** Of a bound, from and to which number each of its parts is. */
  numbers?: [number, number][];
  /** Numbers between these that it cannot be itself. */
  gaps?: number[];
  /** Of several parts, what is possible of the others with each option of the part that is their key. */
  key?: number;
  by?: [number[], Limits][];
  /** Words of the orders that are given before it can be seen. */
  unseen?: string[];
  /** With which orders it always holds, or never does, by how it is filled; of names, which is the player's own. */
  when?: [string[], Record<string, boolean>][];
  own?: number;
}

export interface Limits {
  only?: Record<string, number[]>;
  numbers?: Record<string, [number, number]>;
  /** Two parts with an option each, that do not go together. */
  never?: [number, number, number, number][];
}

export interface Moves {
  order: number[];
  action: number;
  before: number;
  after: number;
}

export interface Section {
  name: "now" | "standing" | "later";
  path: string[];
  units: Unit[];
  /** What is told besides of each, because of others beside it; orders.js puts it in. */
  rests: Partial<Unit>[];
  /** Units that exclude one another. */
  apart: [number, number, string][];
  /** What is said of who chooses to order nothing, where that can be written. */
  none?: [number, string][];
  /** On what standing orders may hang. */
  facts?: Fact[];
  /** What is told besides of each: what is possible of it. */
  possible?: Partial<Fact>[];
  /** Words of the orders that may hang on something; and of each, and of none, those that are possible whenever it is. */
  behind?: string[];
  earlier?: Record<string, string[]>;
  /** Whether it may hang on something that nothing is done. */
  idle?: boolean;
}

export interface Data {
  envelope: [string, string][];
  sections: Section[];
  words: Record<string, string>;
  /** What stands in several units or parts: there, in the place of options and sentences, is its number here. */
  shared: any[];
  board: { width: number; height: number; side: number; here: [number, number] | null } | null;
  turn: number;
  /** Which option the player is where players are options. */
  me: number;
  /** Where the mail goes, and what it is about. */
  to: string;
  subject: string;
}

/** What a part is filled with. */
export interface Value {
  option?: number;
  cell?: [number, number];
  several?: number[];
  text?: string;
}

export type Values = Record<number, Value>;

/** A line of a clause: a fact or an order, by its number, -1 for none yet. */
export interface Row {
  of: number;
  values: Values;
}

export interface Clause {
  facts: Row[];
  /** Whether one of the facts is enough. */
  either: boolean;
  unless: Row[];
  orders: Row[];
  once: boolean;
}
