import type { BlockId } from '../core/units.ts'
import type { AskSource } from '../core/llm/ask.ts'
import type { BlockType } from '../core/message/block.ts'

/**
 * What is asked about (HEALTH-3). The last three are of the held-out questions, which do not look for what a
 * sentence is: what the agent was told, what it said, and what of a tool's output came up again.
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

/** A question on what a compression takes in, and what only a text that knows the answer would say. */
export interface Probe {
  /** Unique among the probes of a call, and the same for the same sources. */
  readonly id: string
  readonly kind: ProbeKind
  readonly question: string
  /** Strong evidence: all of these, close to each other, are an answer; anything less is none. */
  readonly expected: readonly string[]
  readonly block: BlockId
}

/** A sentence of a source, at most 240 characters. */
export interface Sentence {
  readonly source: AskSource
  readonly text: string
  /** True for the first of its source. */
  readonly first: boolean
}

/** What a template found in a sentence. */
interface Finding {
  readonly question: string
  /** null: take the sentence's most telling words, names and numbers. */
  readonly expected: readonly string[] | null
  /** A later finding with the same key replaces this one; null where each stands for itself. */
  readonly key: string | null
}

/**
 * A way to make questions out of what is about to be compressed. Half of the questions come from templates
 * that look for words, as the extraction does that writes the mock's summaries; the other half from those of
 * `held-out.ts`, which do not (MOCK-3), or fidelity would only find again what was kept.
 */
export interface ProbeTemplate {
  readonly name: string
  readonly kind: ProbeKind
  readonly types: readonly BlockType[]
  /** @param sources in how many of the sources a strong token occurs */
  ask(sentence: Sentence, sources: (token: string) => number): Finding | null
}

/** The words of whoever gives the task. */
export const TOLD: readonly BlockType[] = Object.freeze([
  'system_prompt',
  'memory_injection',
  'user_message',
  'summary',
])
/** The words of the agent. */
export const SAID: readonly BlockType[] = Object.freeze(['assistant_response', 'thinking', 'summary'])
/** Everything that reports numbers and errors. */
export const REPORTED: readonly BlockType[] = Object.freeze([
  'user_message',
  'assistant_response',
  'thinking',
  'tool_result',
  'summary',
])

/** A template that asks for a sentence with a cue in it, and wants its most telling words back. */
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
