import type { BlockId } from '../core/units.ts'
import type { BlockType } from '../core/message/block.ts'
import type { Sentence } from './sentence.ts'

/**
 * What a question is about (HEALTH-3). The last three are held-out kinds, which do not depend on the form of a
 * sentence: what the agent was told, what it said, and which tool output was mentioned again.
 */
export const PROBE_KINDS = Object.freeze([
  'goal',
  'constraint',
  'decision',
  'number',
  'path',
  'error',
  'progress',
  'told',
  'said',
  'used',
] as const)
export type ProbeKind = (typeof PROBE_KINDS)[number]

/** A question about a text to be compressed, and the strings that only a text with the answer contains. */
export interface Probe {
  /** Unique among the probes of a call, and the same for the same sources. */
  readonly id: string
  readonly kind: ProbeKind
  readonly question: string
  /** Strong evidence: a text answers only if it contains all of these, close to each other. */
  readonly expected: readonly string[]
  readonly block: BlockId
}

/** A match of a template in a sentence. */
interface Finding {
  readonly question: string
  /** null: use the sentence's most significant words, names and numbers. */
  readonly expected: readonly string[] | null
  /** A later finding with the same key replaces this one; null if each counts separately. */
  readonly key: string | null
}

/**
 * Generates questions about text that is about to be compressed. Half of the questions come from templates with cue
 * words, like those of the extraction that writes the mock's summaries. The other half comes from `held-out.ts`,
 * without cue words (MOCK-3); otherwise fidelity would only find again what was kept.
 */
export interface ProbeTemplate {
  readonly name: string
  readonly kind: ProbeKind
  readonly types: readonly BlockType[]
  /** @param sources the number of sources that contain a strong token */
  ask(sentence: Sentence, sources: (token: string) => number): Finding | null
}

/** Blocks by whoever gives the task. */
export const TOLD: readonly BlockType[] = Object.freeze([
  'system_prompt',
  'memory_injection',
  'user_message',
  'summary',
])
/** Blocks by the agent. */
export const SAID: readonly BlockType[] = Object.freeze(['assistant_response', 'thinking', 'summary'])
/** Blocks that report numbers and errors. */
export const REPORTED: readonly BlockType[] = Object.freeze([
  'user_message',
  'assistant_response',
  'thinking',
  'tool_result',
  'summary',
])

/** A template that asks about a sentence with a cue in it, and expects its most significant words. */
export function cued(
  name: string,
  kind: ProbeKind,
  types: readonly BlockType[],
  cue: RegExp,
  question: (turn: number) => string,
): ProbeTemplate {
  return {
    name,
    kind,
    types,
    ask: ({ text, source }) =>
      cue.test(text) ? { question: question(source.turn), expected: null, key: null } : null,
  }
}
