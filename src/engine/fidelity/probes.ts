import type { AskSource } from '../core/llm/ask.ts'
import { hash32 } from '../core/number/hash.ts'
import { strongTokens } from '../core/reference/token.ts'
import { remembered } from '../core/remembered.ts'
import { holdsAll } from './answer.ts'
import { evidenceOf, countsIn } from './evidence.ts'
import type { Frequencies } from './evidence.ts'
import { heldOut, HELD_OUT_ROUND } from './held-out.ts'
import type { Probe, ProbeKind, ProbeTemplate } from './template.ts'
import { sentencesOf } from './sentence.ts'
import type { Sentence } from './sentence.ts'
import { templates } from './templates.ts'
import { normalText } from './text-index.ts'

/**
 * Questions about a text to be compressed (HEALTH-3), at most `limit`. Half of them come from the held-out templates,
 * if both halves find enough (MOCK-3). Within each half the kinds take turns, and within a kind a hash decides, so
 * neither the beginning nor the end is preferred. Facts in only one tool result come last, because a compression is
 * meant to remove most of those. Of a count or a setting, only the newest value is asked for. Every question can be
 * answered from its own source. In the order of the sources; the same for the same sources.
 */
export function probesOf(sources: readonly AskSource[], limit = 20): readonly Probe[] {
  const sentences = sources.flatMap(sentencesOf)
  const known = {
    frequencies: countsIn(sentences.map(({ words }) => words)),
    spread: countsIn(sources.map(wordsOf)),
    holders: countsIn(sources.map(namesOf)),
  }
  const tuned = dealt(drafts(sentences, templates, known), TUNED_ROUND)
  const held = dealt(drafts(sentences, heldOut, known), HELD_OUT_ROUND)
  const drawn = drawnFrom(tuned, held, Math.max(0, Math.floor(limit)))
  return drawn
    .toSorted((a, b) => a.order - b.order || (a.probe.id < b.probe.id ? -1 : 1))
    .map(({ probe }) => probe)
}

/** Drafts from both lists in turn, or from one when the other is used up; no duplicates. */
function drawnFrom(first: readonly Draft[], second: readonly Draft[], limit: number): Draft[] {
  const taken = new Set<string>()
  const drawn: Draft[] = []
  const lists = [first.values(), second.values()]
  // Ends after a turn of each without a draft.
  for (let turn = 0, vain = 0; drawn.length < limit && vain < 2; turn++) {
    vain += 1
    // Leaving the loop does not end the iterator of an array: the next turn goes on behind.
    for (const draft of lists[turn % 2] ?? []) {
      if (taken.has(draft.evidence)) continue
      taken.add(draft.evidence)
      drawn.push(draft)
      vain = 0
      break
    }
  }
  return drawn
}

/** The kinds of questions with cue words, in the order in which they take turns. */
const TUNED_ROUND: readonly ProbeKind[] = [...new Set(templates.map(({ kind }) => kind))]

/** What a question expects. */
interface Expected {
  readonly expected: readonly string[]
  /** The same in normal form. */
  readonly normal: readonly string[]
  /** The same in any order. */
  readonly evidence: string
  /** A hash of it; what only one tool result says comes behind all other. */
  readonly rank: number
}

/** A question with the index of its sentence. */
interface Draft extends Expected {
  readonly probe: Probe
  readonly order: number
}

/** Every hash is below it. */
const HASHES = 4_294_967_296

/** In how many sources a word or a strong token occurs. */
type Spread = ReadonlyMap<string, number>

/** Facts about a word over all sources. */
interface Known {
  readonly frequencies: Frequencies
  readonly spread: Spread
  readonly holders: Spread
}

const wordsOf = /* @__PURE__ */ remembered(
  ({ text }: AskSource): ReadonlySet<string> => new Set(wordsIn(normalText(text))),
)
const namesOf = /* @__PURE__ */ remembered(
  ({ args, text }: AskSource): ReadonlySet<string> =>
    new Set(strongTokens(`${args}\n${text}`).map((token) => token.text)),
)

function wordsIn(normal: string): readonly string[] {
  return normal.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function isPassing(source: AskSource, normal: readonly string[], spread: Spread): boolean {
  if (source.type !== 'tool_result') return false
  return normal.some((each) => wordsIn(each).some((word) => (spread.get(word) ?? 0) < 2))
}

function drafts(
  sentences: readonly Sentence[],
  from: readonly ProbeTemplate[],
  { frequencies, spread, holders }: Known,
): Draft[] {
  const count = (token: string): number => holders.get(token) ?? 0
  const found = new Map<string, Draft>()
  sentences.forEach((sentence, order) => {
    const { source } = sentence
    /** Null if the sentence itself does not answer it. */
    const expecting = (expected: readonly string[]): Expected | null => {
      const normal = expected.map(normalText)
      if (!holdsAll(sentence.index, normal)) return null
      const evidence = normal.toSorted().join('\n')
      const rank = hash32(evidence) + (isPassing(source, normal, spread) ? HASHES : 0)
      return { expected, normal, evidence, rank }
    }
    let told: Expected | null | undefined
    const telling = (): Expected | null => {
      if (told !== undefined) return told
      const evidence = evidenceOf(sentence, frequencies)
      return (told = evidence && expecting(evidence))
    }
    for (const template of from) {
      if (!template.types.includes(source.type)) continue
      const finding = template.ask(sentence, count)
      if (finding === null) continue
      const wanted = finding.expected === null ? telling() : expecting(finding.expected)
      if (wanted === null) continue
      const { kind, name } = template
      const { expected, normal } = wanted
      const id = `${kind}/${name}/${source.block}/${order}`
      const probe = { id, kind, question: finding.question, expected, block: source.block }
      found.set(`${name} ${finding.key ?? normal.join(' ')}`, { probe, order, ...wanted })
    }
  })
  return [...found.values()]
}

/** The kinds take turns in the order of the round; within a kind the order is that of a hash. */
function dealt(all: readonly Draft[], round: readonly ProbeKind[]): Draft[] {
  const sorted = all.toSorted((a, b) => a.rank - b.rank || a.order - b.order)
  const piles = new Map(
    round.map((kind) => [kind, sorted.filter(({ probe }) => probe.kind === kind).values()]),
  )
  const order: Draft[] = []
  for (let before = -1; before < order.length;) {
    before = order.length
    for (const kind of round) {
      const next = piles.get(kind)?.next()
      if (next?.done === false) order.push(next.value)
    }
  }
  return order
}
