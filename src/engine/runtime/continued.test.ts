import { describe, expect, it } from 'vitest'
import type { Ask, AskSource } from '../core/llm/ask.ts'
import { ORIGINAL } from '../core/window/window.ts'
import type { Entry, Window } from '../core/window/window.ts'
import { continuedTokens } from './continued.ts'
import type { RequestSettings } from '../stage/contract/worth.ts'

const MINUTE = 60_000

const settings: RequestSettings = {
  requests: 'cheaper',
  coldCache: 'prefer',
  cacheMinutes: 5,
  rewritePrice: 11.5,
  longRewritePrice: 19,
}

function entryOf(block: number, state: Entry['state'] = 'live'): Entry {
  return {
    block,
    message: block,
    version: 0,
    state,
    tokens: 1000,
    overhead: 4,
    content: ORIGINAL,
    order: block,
  }
}

/** Ten blocks of 1,000 tokens. */
const offered: Window = {
  id: 0,
  entries: Array.from({ length: 10 }, (_, block) => entryOf(block)),
  used: 10_000,
}

function askOf(kind: Ask['kind'], blocks: readonly number[] = [2, 3]): Ask {
  const sources = blocks.map(
    (block) => ({ block, type: 'user_message', text: 'text' }) as unknown as AskSource,
  )
  return {
    kind,
    stage: 'test',
    turn: 9,
    window: 0,
    sources,
    task: '',
    previous: null,
    update: 'anchored',
    maxTokens: 9,
  }
}

/** The last call sent nine of the ten; the instruction has 40 tokens. */
function tokens(
  alone: number,
  {
    ask = askOf('extract'),
    view = {},
    given = {},
  }: {
    readonly ask?: Ask
    readonly view?: { readonly idle?: number; readonly cacheLife?: number; readonly offered?: Window }
    readonly given?: Partial<RequestSettings>
  } = {},
): number | undefined {
  return continuedTokens(
    ask,
    alone,
    { offered, idle: MINUTE, ...view },
    () => 9,
    { ...settings, ...given },
    () => 40,
  )
}

describe('COST-4 a request continues the agent’s prompt where that costs less', () => {
  // 9,000 tokens are read. 1,040 are not, at 12.5 each: together 22,000. A request alone costs 12.5 a token, and has to
  // cost 2.5 times as much: 4,400 tokens.
  it('by what is read and what is not', () => {
    expect(tokens(4400)).toBeUndefined()
    expect(tokens(4401)).toBe(10_040)
  })

  it('by the price of a cache that is kept for an hour', () => {
    // 9,000 + 20 × 1,040 = 29,800, and 20 ÷ 2.5 = 8 a token: 3,725.
    const view = { cacheLife: 60 * MINUTE }
    expect(tokens(3725, { view })).toBeUndefined()
    expect(tokens(3726, { view })).toBe(10_040)
  })

  it('not if the cache has expired, or nothing is ever cheaper to read', () => {
    expect(tokens(9000, { view: { idle: 6 * MINUTE } })).toBeUndefined()
    expect(tokens(9000, { given: { rewritePrice: 0 } })).toBeUndefined()
    expect(tokens(9000, { given: { requests: 'alone' } })).toBeUndefined()
  })

  it.each([
    ['compact', 10_040],
    ['summarize_session', 10_040],
    ['extract', 10_040],
    ['summarize_result', undefined],
    ['summarize_block', undefined],
    ['merge', undefined],
    ['delegate', undefined],
  ] as const)('only if it is about the conversation: %s', (kind, expected) => {
    expect(tokens(9000, { ask: askOf(kind) })).toBe(expected)
  })

  it('only if the prompt holds all that it is about', () => {
    expect(tokens(9000, { ask: askOf('compact', [2, 11]) })).toBeUndefined()
    expect(tokens(9000, { ask: askOf('compact', []) })).toBeUndefined()
    const folded: Window = {
      ...offered,
      entries: offered.entries.map((one) => (one.block === 3 ? entryOf(3, 'folded') : one)),
    }
    expect(tokens(9000, { view: { offered: folded } })).toBeUndefined()
  })
})
