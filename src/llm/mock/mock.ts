import { ModelFailure } from '../../engine/index.ts'
import { stream } from '../../engine/internal.ts'
import type { Answer, Ask, AskKind, MockFailure } from '../../engine/index.ts'
import { summarizeBlock } from './block.ts'
import { compact } from './compact.ts'
import { report } from './delegate.ts'
import { extract } from './extract.ts'
import type { Count } from './fit.ts'
import { merge } from './merge.ts'
import { summarizeResult } from './result.ts'
import { summarizeSession } from './session.ts'

/** How a mock fails (MOCK-2). `longer` answers with more tokens than its sources have. */
export interface MockFailures {
  /** Share of the requests that fail, 0…1, drawn independently. */
  readonly rate: number
  /** The possible failures, with equal probability. Empty: nothing fails. */
  readonly kinds: readonly MockFailure[]
}

export interface MockOptions {
  /** Tokens of a text, by the counter of the run. */
  readonly count: Count
  /** Seed that decides which requests fail; default 0. */
  readonly seed?: number
  /** Default: nothing fails. */
  readonly failures?: MockFailures
  /** Number of requests already answered, so that a run resumed from a snapshot is the same; default 0. */
  readonly asked?: number
}

/**
 * A substitute for a model: it quotes lines of its input and invents nothing (MOCK-1). The same request gets the same
 * answer, at most `maxTokens` long. Only failures depend on the number of earlier requests.
 *
 * @throws ModelFailure for an injected `error` or `timeout`
 */
export function createMock(options: MockOptions): (ask: Ask) => Answer {
  const { count, seed = 0, failures = { rate: 0, kinds: [] } } = options
  let asked = options.asked ?? 0

  return (ask) => {
    const failure = drawFailure(seed, asked, failures)
    asked++
    switch (failure) {
      case 'error':
        throw new ModelFailure('error', `the mock was set to fail at question ${asked}`)
      case 'timeout':
        throw new ModelFailure('timeout', `the mock was set not to answer question ${asked}`)
      case 'empty':
        return { text: '' }
      case 'longer':
        return { text: longer(ask, count) }
      case null:
        return { text: WRITERS[ask.kind](ask, count) }
    }
  }
}

/** Only a worker has to fetch it first. */
export function loadMock(): Promise<void> {
  return Promise.resolve()
}

const WRITERS: Readonly<Record<AskKind, (ask: Ask, count: Count) => string>> = Object.freeze({
  summarize_result: summarizeResult,
  summarize_block: summarizeBlock,
  compact,
  summarize_session: summarizeSession,
  merge,
  delegate: report,
  extract,
})

function drawFailure(seed: number, asked: number, { rate, kinds }: MockFailures): MockFailure | null {
  if (kinds.length === 0 || rate <= 0) return null
  const draws = stream(seed, `failure of question ${asked}`)
  return draws.uniform() < rate ? draws.pick(kinds) : null
}

/** The sources repeated until the text has more tokens than they and the previous summary have. */
function longer(ask: Ask, count: Count): string {
  const texts = ask.sources.map(({ text }) => text)
  const enough = ask.sources.reduce(
    (sum, { text, tokens = count(text) }) => sum + tokens,
    count(ask.previous ?? ''),
  )
  const round = ['To sum up what was said, word for word:', ...texts].join('\n')
  let text = round
  while (count(text) <= enough) text += `\n${round}`
  return text
}
