import { share, whole } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const BUDGET_TEXT = Object.freeze({
  ...texts.BUDGET_TEXT,
  title: (lane: string, turn: string) => `Budget of ${lane} at ${turn}`,
  notReached: (lane: string, turn: string) => `${lane} ended before ${turn}.`,
  base: (limit: number, kept: number) =>
    `Each limit is a share of the window's ${whole(limit)} tokens (budget.allocations); the limit of the whole window is what remains after the ${whole(kept)} reserved for the reply.`,
  soft: (at: number) => `soft ${share(at).replace('.0', '')}`,
  of: (limit: string) => `of ${limit}`,
  burnOver: (turns: number) =>
    `Burn rate: the mean number of tokens that arrived per turn over the last ${turns} turns. Velocity is the same over fewer turns.`,
  more: (percent: string) => `beyond the scale: ${percent}`,
  planned: (planned: string) => `planned ${planned}`,
  fileName: (lane: string) => `The budget of ${lane}, turn by turn, as CSV`,
  tableCaption: (lane: string) => `The budget of ${lane}, turn by turn`,
})
