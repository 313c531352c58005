import { shownName } from '../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const LANE_TEXT = Object.freeze({
  ...texts.LANE_TEXT,
  fromTurn: (value: string, turn: number) => `${value} from turn ${turn}`,
  upTo: (turn: number) => `up to turn ${turn}; dragging it changes the initial value`,
  lightUp: (tool: string) => `Light up the blocks that mention ${shownName(tool)}`,
  moreTools: (count: number) => `and ${count} more`,
  blocksOf: (lane: string) => `Blocks of ${lane}`,
  lineOf: (key: string, lane: string) => `${key} of ${lane}`,
  tokens: (figure: string) => `${figure} tokens`,
  actsAt: (share: string) => `acts at ${share}`,
  inThisRun: (what: string) => `${what} in this run`,
  linesOnly: (count: number) => `its ${count === 1 ? 'line' : 'lines'}; no edit in this run`,
  lines: (labels: readonly string[]) => `Lines, from the top: ${labels.join('; ')}.`,
  newWindow: (serial: number) => `window ${serial}`,
  opened: (serial: number, turn: string) => `window ${serial} opened in ${turn}`,
  saved: (turns: string) => `checkpoint saved in ${turns}`,
  cacheMiss: (tokens: string) => `paid for again because of an edit: ${tokens} tokens`,
  /** Where recorded usage is lower: the picture shows the blocks. */
  blocksSum: (tokens: string) => `its blocks count ${tokens}`,
  ends: (what: string, turn: string) => `${what} in ${turn}`,
  takenOver: (strategy: string) => `then ${strategy} from`,
  takenOverMore: (count: number) => `, and ${count} more`,
  endedIn: (turn: string) => `ended: overflow in ${turn}`,
  onlyIn: (lane: string) => `only in ${lane}`,
  noDelta: (lane: string) => `no difference from ${lane}`,
  delta: (lane: string, first: string) =>
    `Tokens that only ${lane} sends, above the line, and that only ${first} sends, below it, turn by turn`,
  cachePicture: (lane: string) =>
    `What each prompt of ${lane} read from the prompt cache, paid for again, and sent for the first time`,
  zoneName: 'pressure zone',
  cacheName: 'prompt cache',
  /** @param of '' if the picture has all prompts of the run */
  cacheShare: (read: string, usd: string, of: string) =>
    `prompt cache: ${read} read${of} · ${usd}${of === '' ? '' : ' for the whole run'}`,
  cacheTitle: (lane: string, prices: string, read: string, usd: string, of: string) =>
    `${lane} reads ${read} of its prompt tokens${of} from the cache; the ${of === '' ? '' : 'whole '}run costs ${usd}${prices}`,
  inContext: ' in this context',
  cacheMeaning:
    'Each prompt: grey was read from the prompt cache, orange was sent before and paid for again, blue is new',
  cacheParts: { read: 'read from the cache', again: 'sent before, paid for again', fresh: 'new' },
  cacheRead: (count: string) => `${count} tokens read from the cache`,
  /** @param why the cause of most of it; '' for none */
  cacheAgain: (count: string, why: string) =>
    `${count} sent before, paid for again${why === '' ? '' : ` (${why})`}`,
  cacheFresh: (count: string) => `${count} new`,
  sentIn: (turn: string) => `sent in ${turn}`,
  inBoth: (tokens: string) => `${tokens} tokens in both`,
  onlyHereFigure: (tokens: string) => `${tokens} only here`,
  onlyInFigure: (lane: string, tokens: string) => `${tokens} only in ${lane}`,
  partsFrom: (lane: string, turn: string) => `First difference from ${lane}: ${turn}`,
  zones: (lane: string) => `${lane}: pressure zone of each turn`,
  strata: (lane: string) =>
    `${lane}: the prompt per turn, one band for each block. The table of blocks has the same data.`,
  lifelines: (lane: string) =>
    `${lane}: a row for each block in order of arrival, from start to end. The table of blocks has the same data.`,
})

export const PLAIN_TEXT = Object.freeze({
  ...texts.PLAIN_TEXT,
  limit: (tokens: string) => `the window: ${tokens} tokens`,
  limitShort: (tokens: string) => `window: ${tokens} tokens`,
  endsTitle: (reserve: string) => `budget.allocations.output_reserved: ${reserve} tokens`,
  actsTitle: (key: string, tokens: string, part: string) => `${key}: ${tokens} tokens, ${part} of the limit`,
})

export const PICTURE_TEXT = Object.freeze(texts.PICTURE_TEXT)

/** A request in the form of a provider, as a file. */
export const REQUEST_FILE_TEXT = Object.freeze({
  providers: { anthropic: 'Anthropic', openai: 'OpenAI chat', 'openai-responses': 'OpenAI Responses' },
  request: (turn: string, provider: string) => `Request of ${turn} (${provider})`,
  requestName: (turn: string, lane: string, provider: string) =>
    `The request that ${lane} sends in ${turn}, as ${provider} JSON`,
})
