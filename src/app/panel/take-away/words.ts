import { whole } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const TAKE_TEXT = Object.freeze({
  ...texts.TAKE_TEXT,
  title: (lane: string) => `Download ${lane}`,
  turnsName: (lane: string) => `The turns of ${lane} as CSV`,
  overlap: (first: string) => `Against ${first} (CSV)`,
  overlapName: (lane: string, first: string) =>
    `What only ${lane} and only ${first} send, turn by turn, as CSV`,
  runName: (lane: string) => `The whole run of ${lane} with its settings and figures as JSON`,
  prompt: (turn: string) => `Prompt of ${turn}, as the model sees it`,
  promptName: (turn: string, lane: string) =>
    `The part of the request of ${lane} in ${turn} that the model sees, as JSON`,
  notReached: (lane: string, turn: string) =>
    `${lane} ended before ${turn}, so it has no request for that turn.`,
  page: (from: number, to: number, rows: number) =>
    `turns ${whole(from)} to ${whole(to)}, ${whole(rows)} in all`,
  estimated: (column: string) => `≈ ${column}`,
})
