import { counted, estimatesSentence, pricesSentence } from '../../../view/index.ts'
import type { TradePoint } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'

function basisOf(lanes: Comparison['lanes']): string {
  const [first] = lanes
  return first === undefined ? '' : `${pricesSentence(first.cache.prices)} ${estimatesSentence(lanes)}`.trim()
}

const MARKS = 'Each dot is a lane. A filled dot: no other lane keeps as much for less, or more for as much.'

export const METRIC_TEXT = Object.freeze({
  title: 'Compare the lanes',
  more: 'Compare the lanes: more figures',
  trade: 'Cost against needed context',
  tradeMarks: MARKS,
  /** For a saved picture, which stands alone; on the page the note of the table says the rest. */
  tradeAbout: (lanes: Comparison['lanes']) => `${MARKS} ${basisOf(lanes)}`,
  tradeCost: 'cost of the run',
  tradePresent: 'needed context present',
  dot: (lane: string, unfit: TradePoint['unfit']) =>
    unfit === null ? lane : `${lane}, ${unfit === 'ended' ? 'ended early' : 'over the limit'}`,
  point: (lane: string, cost: string, present: string) =>
    `${lane}: ${cost}, ${present} of the needed context present`,
  note: (lanes: Comparison['lanes']) =>
    `${lanes.length > 1 ? `Small figures are the difference from ${lanes[0]?.label}. A dash means: does not apply. ` : ''}${basisOf(lanes)}`,
  kinds: 'Needed context present, by kind of need',
  sameInAll: (count: number) =>
    `${counted(count, 'figure')} ${count === 1 ? 'is' : 'are'} the same in every lane`,
  metric: 'Metric',
  parts: 'First difference from the first lane',
  partsUnit: 'turn',
  file: 'CSV',
  fileName: 'The figures of all lanes as CSV',
  up: 'more is better',
  down: 'less is better',
  same: '±0',
  better: 'better',
  worse: 'worse',
})
