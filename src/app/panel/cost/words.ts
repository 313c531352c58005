import type { Pace, Price } from '../../../llm/index.ts'
import type { RunCost } from '../../../sim/index.ts'
import { pricesUsed } from '../../../sim/internal.ts'
import { LANE_TEXT } from '../../picture/words.ts'
import { counted, money, pricesOfCalls, share, tokens as amount, whole } from '../../../view/index.ts'

/** Every word of the panel of costs. */
export const COST_TEXT = Object.freeze({
  title: (lane: string) => `Cost of ${lane}`,
  model: 'Prices of',
  own: (name: string | null) => `${name ?? 'no model recorded'} (default)`,
  mine: (label: string) => `${label}, your prices`,
  term: 'Cache kept for',
  terms: { '5m': '5 min', '1h': '1 h' },
  termTitles: {
    '5m': 'Cache marks without a term: writing costs 1.25 times the input price.',
    '1h': 'Cache marks with a term of one hour: writing costs twice the input price.',
  },
  failed: 'The cost could not be loaded.',
  /** @param isRecorded whether the log’s own figures are told, too, which may differ */
  sum: (cost: RunCost, isRecorded: boolean) => {
    const { read, prompt, wasted, usd } = cost
    const again = Object.values(wasted).reduce((sum, one) => sum + one, 0)
    const hit = `at the prices of ${pricesOfCalls(pricesUsed(cost))}. ${share(prompt === 0 ? 0 : read / prompt)} of the prompt tokens are read from the cache`
    return again === 0
      ? `${hit}; ${isRecorded ? 'by requests and times alone, ' : ''}nothing is paid for twice.`
      : `${hit}; ${money(again)} (${share(usd === 0 ? 0 : again / usd)} of the cost) is extra, for tokens that were sent before and not read from it.`
  },
  basis: ({ model, marks, assumed, timed, term, calls }: RunCost) => {
    const { price, cache, longPrompt } = model
    const how =
      cache.kind === 'marked'
        ? marks.messages > 1
          ? 'The strategy marks tools, system prompt and the two newest messages of the user'
          : 'One cache mark behind tools and system prompt, one at the end of each request'
        : 'The provider caches every prompt by itself'
    const listed = (of: Price): string =>
      `$${of.input} input, $${term === '1h' ? of.cacheWrite1h : of.cacheWrite5m} cache write, $${of.cacheRead} cache read and $${of.output} output`
    const long =
      longPrompt === undefined
        ? 0
        : calls.filter((call) => call.model.label === model.label && call.prompt > longPrompt.above).length
    const higher =
      longPrompt === undefined || long === 0
        ? ''
        : `; of a prompt above ${whole(longPrompt.above)} tokens, as ${whole(long)} of ${counted(calls.length, 'call')} ${long === 1 ? 'has' : 'have'}, ${listed(longPrompt.price)}`
    const list = `${listed(price)} per million tokens${higher} (${model.dated})`
    const whose = assumed
      ? `The prices of the conversation’s model are not known; those of ${model.label} are used. `
      : ''
    const when = timed ? '' : ' The conversation has no times, so nothing expires.'
    return `${whose}${list}. ${how}; prompts from ${amount(cache.minimum)} tokens are cached.${when}`
  },
  written: (writer: string, { model }: RunCost) =>
    `“Extra calls” are counted at the prices of ${model.label}, too, though ${writer} wrote the summaries: what it billed for them is in the list of calls of the panel Model.`,
  parts: LANE_TEXT.cacheParts,
  plot: 'Prompts and the cache',
  bill: 'What is paid for',
  what: 'Tokens',
  tokens: 'Count',
  part: 'Of the prompts',
  usd: 'Cost',
  wasted: 'Extra cost',
  wastedTitle: 'What these tokens cost more than if they had been read from the cache',
  amount: (count: number | null) => (count === null ? '' : amount(count)),
  all: 'All',
  worst: 'Most expensive cache misses',
  turn: 'Turn',
  because: 'Cause',
  again: 'Paid again',
  nothingAgain: 'Every call read from the cache all that had been sent before.',
  freed: 'Freed',
  freedTitle: 'Tokens by which the edits made the prompt shorter',
  even: 'Break-even',
  evenTitle:
    'Calls until the freed tokens, at the price of reading them, have saved the extra cost and the strategy’s own calls',
  everyLane: 'Every lane at these prices',
  lane: 'Lane',
  difference: 'Difference',
  hit: 'Read from the cache',
  time: 'Estimated time',
  timeTitle: 'Calls and tools one after another',
  prefill: 'Prompt tokens per second',
  rate: (tokens: number) => amount(tokens),
  rateTitles: [
    'The slowest rate that a source measured, of large models',
    'An assumption: no provider states its rate',
    'The fastest rate that a source measured, of small models',
  ],
  timeNote: ({ firstToken, output, source, dated }: Pace) =>
    `Estimated as ${firstToken / 1000} s to the first token of each call, the tokens that are not read from the cache at the rate above, and ${output} tokens a second of a reply. The estimate does not show calls that run at once, queues, failed calls, or differences between models. Sources (${dated}): ${source}.`,
  table: 'Table',
  caption: (lane: string) => `The cost of ${lane}, call by call`,
  file: 'CSV',
  fileName: (lane: string) => `The cost of ${lane}, call by call, as CSV`,
})
