/** The data of a form by clicks (adjudicator/forms/clicks.py makes them), and what form.js keeps of what is chosen. */

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
  /** Of an open one: the option that sentences have no place for, the player's own name. */
  own?: number;
  cell?: boolean;
  /** How many of the options it takes, at least and at most. */
  several?: [number, number];
  /** From and to which number. */
  number?: [number | null, number | null];
  /** How long a text may be. */
  written?: number;
  /** Cells that are impossible. */
  refused?: Cells;
  /** Cells and options with which the order fails as things stand. */
  warned?: Cells;
  warnedOptions?: Record<string, string>;
}

/** Orders that are given together or not at all. */
export interface Unit {
  names: string[];
  remarks: string[];
  parts: Part[];
  /** Which parts are filled together. */
  shapes: number[][];
  /** By the way in which it is filled, its sentences: 0 for an action, 1 for what is none. */
  said: Record<string, [number, string][]>;
  /** Why it cannot be filled in other ways. */
  why?: Record<string, string>;
  /** When it is said among others. */
  rank: number;
  group?: string;
  /** Parts that, filled alone, are written as the order's own value. */
  short?: number[];
  /** Parts that may not be filled alike. */
  alike?: [number, number, string][];
  /** What is said besides where all that is chosen has it. */
  extra?: [number, string][];
  /** Where one option is put before or after another: how they stand now, and the parts that say it. */
  moves?: Moves;
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
  /** Units that exclude one another. */
  apart: [number, number, string][];
  /** What is said of who chooses to order nothing, where that can be written. */
  none?: [number, string][];
}

export interface Data {
  envelope: [string, string][];
  sections: Section[];
  words: Record<string, string>;
  /** What stands in several units or parts: there, in the place of options and sentences, is its number here. */
  shared: any[];
  board: { width: number; height: number; side: number; here: [number, number] | null } | null;
  turn: number;
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
