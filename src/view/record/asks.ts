import type { AskKind, BlockId, Tokens, Turn, Verdict, WindowId, Failure } from '../../engine/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { blockOfTurn } from '../sentence/words.ts'
import { tokens } from '../sentence/format.ts'
import written from './asks-words.json' with { type: 'json' }

/** What a request asks of a model. */
export const ASK_LABELS: Readonly<Record<AskKind, string>> = Object.freeze(written)

export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = Object.freeze({
  used: 'used',
  empty: 'discarded: empty',
  failed: 'failed',
  not_smaller: 'discarded: not smaller',
  unreadable: 'discarded: unreadable',
  ignored: 'ignored',
})

const FAILURE_LABELS: Readonly<Record<Failure, string>> = Object.freeze({
  error: 'the model refused the request with an error',
  timeout: 'no answer came in time',
})

const askSentences = Object.freeze({
  /** The verdict on an answer, and why. */
  verdict(
    verdict: Verdict,
    failure: Failure | null,
    output: number,
    replaced: number,
    exact: boolean,
  ): string {
    const answer = `${tokens(output, { exact })} tokens`
    switch (verdict) {
      case 'used':
        return `Used: the answer of ${answer} was accepted.`
      case 'empty':
        return 'Discarded: the answer holds no text. The originals stay.'
      case 'failed':
        return `Failed: ${failure === null ? 'no answer came' : FAILURE_LABELS[failure]}. The originals stay.`
      case 'not_smaller':
        return `Discarded: the answer of ${answer} is not smaller than its sources (${tokens(replaced, { exact })} tokens). The originals stay.`
      case 'unreadable':
        return `Discarded: the answer of ${answer} does not have the required format. Nothing from it was saved.`
      case 'ignored':
        return `Ignored: the answer of ${answer} was paid for, but never used.`
    }
  },
})

/** A request to a model, and what happened to the answer. */
export interface AskDetail {
  readonly ask: number
  readonly turn: Turn
  readonly window: WindowId
  readonly stage: string
  readonly kind: AskKind
  readonly kindText: string
  readonly sources: readonly { readonly block: BlockId; readonly name: string }[]
  readonly maxTokens: Tokens
  readonly input: Tokens
  readonly output: Tokens
  /** '' if the request failed. */
  readonly answer: string
  readonly verdict: Verdict
  readonly verdictLabel: string
  /** The verdict as a sentence that says why. */
  readonly verdictText: string
  /** True if the answer was not used. */
  readonly wasted: boolean
}

/** A request of a run with its sources named and its answer unchanged; null for an unknown index. */
export function askDetail(
  data: Pick<TimelineData, 'asks' | 'blocks' | 'contents' | 'exact'>,
  ask: number,
): AskDetail | null {
  const record = data.asks[ask]
  if (record === undefined) return null
  const { kind, verdict, failure, answer, output } = record
  const sources = record.sources.map((block) => {
    const found = data.blocks[block]
    return { block, name: found === undefined ? '' : blockOfTurn(found), tokens: found?.tokens ?? 0 }
  })
  const replaced = sources.reduce((sum, { tokens }) => sum + tokens, 0)
  return {
    ask,
    turn: record.turn,
    window: record.window,
    stage: record.stage,
    kind,
    kindText: ASK_LABELS[kind],
    sources: sources.map(({ block, name }) => ({ block, name })),
    maxTokens: record.maxTokens,
    input: record.input,
    output,
    answer: answer === null ? '' : (data.contents[answer] ?? ''),
    verdict,
    verdictLabel: VERDICT_LABELS[verdict],
    verdictText: askSentences.verdict(verdict, failure, output, replaced, data.exact),
    wasted: verdict !== 'used',
  }
}
