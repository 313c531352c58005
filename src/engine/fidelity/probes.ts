import type { AskSource } from '../core/llm/ask.ts'
import { hash32 } from '../core/number/hash.ts'
import { strongTokens } from '../core/reference/token.ts'
import { remembered } from '../core/remembered.ts'
import { answerable } from './answer.ts'
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
      const evidence = evidenceKey(draft)
      if (taken.has(evidence)) continue
      taken.add(evidence)
      drawn.push(draft)
      vain = 0
      break
    }
  }
  return drawn
}

function evidenceKey({ probe }: Draft): string {
  return probe.expected.map(normalText).toSorted().join('\n')
}

/** The kinds of questions with cue words, in the order in which they take turns. */
const TUNED_ROUND: readonly ProbeKind[] = Object.freeze([...new Set(templates.map(({ kind }) => kind))])

/** A question with the index of its sentence. */
interface Draft {
  readonly probe: Probe
  readonly order: number
  /** True if only one tool result says it. */
  readonly passing: boolean
}

/** In how many sources a word or a strong token occurs. */
type Spread = ReadonlyMap<string, number>

/** Facts about a word over all sources. */
interface Known {
  readonly frequencies: Frequencies
  readonly spread: Spread
  readonly holders: Spread
}

const wordsOf = /* @__PURE__ */ remembered(
  ({ text }: AskSource): ReadonlySet<string> => new Set(wordsIn(text)),
)
const namesOf = /* @__PURE__ */ remembered(
  ({ args, text }: AskSource): ReadonlySet<string> =>
    new Set(strongTokens(`${args}\n${text}`).map((token) => token.text)),
)

function wordsIn(text: string): readonly string[] {
  return normalText(text).match(/[\p{L}\p{N}_]+/gu) ?? []
}

function isPassing(source: AskSource, expected: readonly string[], spread: Spread): boolean {
  if (source.type !== 'tool_result') return false
  return expected.some((each) => wordsIn(each).some((word) => (spread.get(word) ?? 0) < 2))
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
    let evidence: readonly string[] | null | undefined
    const telling = (): readonly string[] | null => {
      if (evidence === undefined) evidence = evidenceOf(sentence, frequencies)
      return evidence
    }
    for (const template of from) {
      if (!template.types.includes(source.type)) continue
      const finding = template.ask(sentence, count)
      const expected = finding?.expected ?? (finding === null ? null : telling())
      if (finding === null || expected === null) continue
      if (!answerable({ expected }, sentence.index)) continue
      const key = finding.key ?? expected.map(normalText).join(' ')
      const id = `${template.kind}/${template.name}/${source.block}/${order}`
      found.set(`${template.name} ${key}`, {
        probe: { id, kind: template.kind, question: finding.question, expected, block: source.block },
        order,
        passing: isPassing(source, expected, spread),
      })
    }
  })
  return [...found.values()]
}

/** The kinds take turns in the order of the round; within a kind the order is that of a hash. */
function dealt(all: readonly Draft[], round: readonly ProbeKind[]): Draft[] {
  const piles = new Map(
    round.map((kind) => [
      kind,
      all
        .filter(({ probe }) => probe.kind === kind)
        .map((draft) => ({ draft, rank: hash32(evidenceKey(draft)) }))
        .toSorted(
          (a, b) =>
            Number(a.draft.passing) - Number(b.draft.passing) ||
            a.rank - b.rank ||
            a.draft.order - b.draft.order,
        )
        .map(({ draft }) => draft)
        .values(),
    ]),
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
