import { counted, whole } from '../../../view/index.ts'
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
  failed: (found: string) => `The file could not be made: ${found}`,
  copyName: (what: string) => `Copy: ${what}`,
  picture: (picture: string, lane: string) => `${picture} of ${lane}`,
  allName: (provider: string, lane: string) =>
    `The requests that ${lane} sends in all turns, as ${provider} JSON lines`,
  progress: (done: number, all: number) => `turn ${whole(done)} of ${whole(all)}`,
  elsewhere: (library: string) => `The nearest in ${library}`,
  page: (from: number, to: number, rows: number) =>
    `turns ${whole(from)} to ${whole(to)}, ${whole(rows)} in all`,
  estimated: (column: string) => `≈ ${column}`,
})

export const SHARE_TEXT = Object.freeze({
  ...texts.SHARE_TEXT,
  found: (file: string, count: number) =>
    `${file} has ${counted(count, 'value')} that may give a person or an access away`,
  more: (count: number) => `and ${whole(count)} more, which are replaced, too`,
  replace: (count: number) => `Download with ${counted(count, 'placeholder')}`,
})
