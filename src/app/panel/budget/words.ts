import { share, whole } from '../../../view/index.ts'

export const BUDGET_TEXT = Object.freeze({
  name: 'Budget',
  title: (lane: string, turn: string) => `Budget of ${lane} at ${turn}`,
  notReached: (lane: string, turn: string) => `${lane} ended before ${turn}.`,
  base: (limit: number, kept: number) =>
    `Each limit is a share of the window's ${whole(limit)} tokens (budget.allocations); the limit of the whole window is what remains after the ${whole(kept)} reserved for the reply.`,
  caption: 'Used tokens of each component against its own limit',
  part: 'Component',
  partShare: 'share of the window',
  bar: 'used of its own limit',
  soft: (at: number) => `soft ${share(at).replace('.0', '')}`,
  hard: 'limit',
  plannedTitle: 'Share of the window’s limit',
  used: 'used',
  of: (limit: string) => `of ${limit}`,
  usedUnit: 'tokens',
  share: 'of its limit',
  burn: 'burn rate',
  burnUnit: 'tokens per turn',
  burnOver: (turns: number) =>
    `Burn rate: the mean number of tokens that arrived per turn over the last ${turns} turns. Velocity is the same over fewer turns.`,
  left: 'used up in',
  leftTitle: 'Free tokens divided by the burn rate, if nothing is evicted',
  over: 'all turns',
  overTitle: 'Share of its own limit per turn; the line is the limit',
  status: 'status and what to do',
  more: (percent: string) => `beyond the scale: ${percent}`,
  planned: (planned: string) => `planned ${planned}`,
  byKind: 'The prompt by kind:',
  adjustment:
    'Recorded usage is lower than the sum of the blocks. The log does not say which blocks are smaller.',
  hints: 'Unusual budget shares',
  table: 'All turns as a table',
  file: 'CSV',
  fileName: (lane: string) => `The budget of ${lane}, turn by turn, as CSV`,
  tableCaption: (lane: string) => `The budget of ${lane}, turn by turn`,
})
