import type { BlockId, Milliseconds, Tokens, Turn, WindowId } from '../../engine/index.ts'

/** What is looked for in a summary. */
export const ITEM_KINDS = Object.freeze(['rule', 'decision', 'number', 'file', 'task'] as const)
export type ItemKind = (typeof ITEM_KINDS)[number]

/**
 * What became of an item in a summary. `verbatim`: word for word; a file by its path, a number by its name and value.
 * `reworded`: most of its words, all its strong tokens and its modal. `weakened`: some of them, or without its modal.
 * `gone`: none of these. `unknown`: the log does not have the summary.
 */
export type Fate = 'verbatim' | 'reworded' | 'weakened' | 'gone' | 'unknown'

/** Whose words an item is in: a client's are its skills, memory files and reminders. */
export type Speaker = 'user' | 'agent' | 'client'

/** When something of a turn came, since 1970; missing: the log has no time of day there. */
export interface Timed {
  readonly time?: Milliseconds
}

/** A passage of the conversation. */
export interface Passage extends Timed {
  readonly turn: Turn
  readonly block: BlockId
  /** At most 240 characters on one line. */
  readonly text: string
}

/** A part of an item that a later call can be held to. */
export type Directive =
  /**
   * No change of a file at this path, which may be a pattern, or below it; with `outside`, of none elsewhere; with
   * `only`, no change of that kind.
   */
  | {
      readonly rule: 'path'
      readonly path: string
      readonly outside: boolean
      readonly only?: 'remove' | 'move'
    }
  /** No command that begins with the first of these words and has the others. */
  | { readonly rule: 'command'; readonly words: readonly string[] }
  /** No call of this tool. */
  | { readonly rule: 'tool'; readonly tool: string }
  /** No other value for this name. */
  | { readonly rule: 'value'; readonly name: string; readonly value: string }

/** A call that does what an item forbids. */
export interface Contradiction extends Timed {
  readonly rule: Directive['rule']
  readonly turn: Turn
  readonly block: BlockId
  readonly tool: string
  /** The part of the call that shows it: a path, a command, a line with a value. */
  readonly shown: string
}

/** One thing that was in the window before a compaction, and what became of it. */
export interface Item extends Passage {
  readonly kind: ItemKind
  readonly by: Speaker
  readonly fate: Fate
  /** The words and strong tokens that the summary, or its nearest statement, lacks. */
  readonly missing: readonly string[]
  /** The statement of the summary that is nearest to it; null if none shares a word. */
  readonly nearest: string | null
  /**
   * The first call after the compaction that does what the item forbids. `none`: it can be checked, and no call does.
   * `undecidable`: nothing in it can be checked by a rule.
   */
  readonly broken: Contradiction | 'none' | 'undecidable'
  /** The first call before the compaction that did the same; null if there was none, or it cannot be checked. */
  readonly brokenBefore: Contradiction | null
  /** The user's first later message that says it again; null for what the user did not say, or not again. */
  readonly saidAgain: Passage | null
  /** What the client put into the window right after the compaction that has it word for word. */
  readonly sentAgain: Passage | null
}

/** One compaction by the log's own client. */
export interface CompactionAutopsy extends Timed {
  /** From 1. */
  readonly nth: number
  /** The first turn after it. */
  readonly turn: Turn
  readonly window: WindowId
  /** As the client wrote it; null if it did not. */
  readonly trigger: string | null
  /** Version of the client, as in the log; null if it has none. */
  readonly version: string | null
  readonly tokensBefore: Tokens | null
  /** Characters of the summary; null if the log does not have it. */
  readonly summary: number | null
  /** In the order of the conversation. What an earlier compaction lost is not among them, unless it was said again. */
  readonly items: readonly Item[]
  /** What the client put into the window right after it, besides the summary. */
  readonly sentAgain: readonly Passage[]
}

/** What the compactions of a log did to what was in its window. Says what came after them, never why. */
export interface Autopsy {
  readonly version: 1
  /** Title of the reader of the log. */
  readonly client: string
  readonly title: string
  /** Identity of the log's content, without its client and version: a copy has the same. */
  readonly hash: string
  readonly compactions: readonly CompactionAutopsy[]
  /** In which language the user wrote: rules, decisions, numbers and tasks are found by English words. */
  readonly said: Language
}

/** The user's messages with enough words to tell a language, and those of them that are not in English. */
export interface Language {
  readonly messages: number
  readonly foreign: number
}

/** An item before its fate is known. */
export type Found = Pick<Item, 'kind' | 'by' | 'turn' | 'block' | 'text'>

/** The counts that answer at a glance. */
export interface Tally {
  readonly all: number
  /** Word for word or in other words. */
  readonly kept: number
  readonly weakened: number
  readonly gone: number
  readonly unknown: number
  /** Among the weakened and gone: those that a later call contradicts, those that can be checked, said again, sent again. */
  readonly broken: number
  readonly checkable: number
  readonly saidAgain: number
  readonly sentAgain: number
  /** Among the kept: those that a later call contradicts. */
  readonly keptBroken: number
}

export function tallyOf(items: readonly Item[]): Tally {
  const count = (of: (item: Item) => boolean) => items.filter(of).length
  return {
    all: items.length,
    kept: count((item) => !isLost(item) && item.fate !== 'unknown'),
    weakened: count(({ fate }) => fate === 'weakened'),
    gone: count(({ fate }) => fate === 'gone'),
    unknown: count(({ fate }) => fate === 'unknown'),
    broken: count((item) => isLost(item) && isBroken(item)),
    checkable: count((item) => isLost(item) && item.broken !== 'undecidable'),
    saidAgain: count((item) => isLost(item) && item.saidAgain !== null),
    sentAgain: count((item) => isLost(item) && item.sentAgain !== null),
    keptBroken: count((item) => !isLost(item) && item.fate !== 'unknown' && isBroken(item)),
  }
}

/** Weakened or gone. */
export function isLost({ fate }: Item): boolean {
  return fate === 'weakened' || fate === 'gone'
}

export function isBroken(item: Item): item is Item & { readonly broken: Contradiction } {
  return typeof item.broken === 'object'
}
