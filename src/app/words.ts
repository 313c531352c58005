import type { BlockType, CounterName } from '../engine/index.ts'
import { whole } from '../view/index.ts'
import type { ProgressReport } from '../worker/protocol.ts'

/** Every word of the page that `view` does not write, so that another language is one file. */

export const LANE_WORDS = Object.freeze({ fifo: 'FIFO', lru: 'LRU', priority: 'Priority', hybrid: 'Hybrid' })

/** What a policy does, in a line. */
export const LANE_RULES: Readonly<Record<string, string>> = Object.freeze({
  fifo: 'oldest first',
  lru: 'longest unused first',
  priority: 'least important first',
  hybrid: 'lowest weighted score first',
})

/** Scenarios by name; the list of the simulator is heavy and stays in the worker. */
export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.freeze({
  'axios-migration': 'Axios migration',
  'long-coding': 'Long coding session',
})

export const COUNTER_OPTIONS: Readonly<Record<CounterName, string>> = Object.freeze({
  chars4: '≈ 4 characters',
  o200k_base: 'o200k_base',
  cl100k_base: 'cl100k_base',
})

/** Types in the order of the legend, with the two that share a hue beside each other. */
export const LEGEND: readonly BlockType[] = Object.freeze([
  'system_prompt',
  'tool_definition',
  'memory_injection',
  'user_message',
  'assistant_response',
  'thinking',
  'tool_call',
  'tool_result',
  'summary',
])

export const STEP_WORDS: Readonly<Record<ProgressReport['step'] | 'open', string>> = Object.freeze({
  open: 'Opening',
  read: 'Reading the log',
  count: 'Counting tokens',
  run: 'Running',
})

export const WORDS = Object.freeze({
  title: 'Context Window Lab',
  subtitle: 'one conversation, one budget, four rules of eviction',
  scenario: 'Conversation',
  seed: 'Seed',
  dice: 'Another seed',
  budget: 'Window',
  budgetShare: 'Window as a share of the unmanaged peak',
  budgetTokens: 'Window in tokens',
  counter: 'Counter',
  gates: 'Gates',
  gatesOn: 'on',
  gatesNaive: 'naive',
  gatesTitle:
    'On: the task, the current request and running results are protected. Naive: only the system prompt is.',
  yourData: 'Your data',
  theme: 'Change between light and dark',
  keys: 'Keys',
  grid: 'Two by two',
  stack: 'One below the other',
  layout: 'Layout of the lanes',
  picture: 'Picture of the blocks',
  pictures: { strata: 'Strata', lifelines: 'Lifelines' },
  pictureTitles: {
    strata: 'A band for each block, in prompt order, as tall as its tokens (L)',
    lifelines: 'A row for each block, in order of arrival, from birth to end (L)',
  },
  window: 'Context',
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  goTo: 'go to',
  skip: 'Skip to the lanes',
  ofPeak: 'of the unmanaged peak',
  tokens: 'tokens',
  progress: 'Progress',
  counterTitle: 'The exact counters are those of OpenAI models.',
})

export const LANE_TEXT = Object.freeze({
  limit: 'limit',
  reserve: 'reserve',
  reserveKey: 'budget.allocations.output_reserved: kept free for the answer',
  legend: 'Types of blocks',
  elsewhere: 'this context has no prompt in this turn',
  mixed: 'several small blocks',
  evicted: 'evicted',
  reduced: 'placeholder or clipped',
  lessened: 'replaced, clipped or summarized',
  firstIn: 'first in',
  lastIn: 'last in',
  arrival: 'Blocks in order of arrival',
  ends: (what: string, turn: string) => `${what} in ${turn}`,
  taskLost: 'the task is lost',
  ended: 'overflowed in',
  partsFrom: (lane: string, turn: string) => `First difference to ${lane}: ${turn}`,
  utilization: (lane: string) => `${lane}: used tokens as a share of the limit, turn by turn`,
  zones: (lane: string) => `${lane}: pressure zone of each turn`,
  strata: (lane: string) =>
    `${lane}: the prompt turn by turn, one band for each block. The table of blocks holds the same.`,
  lifelines: (lane: string) =>
    `${lane}: a row for each block in order of arrival, from birth to end. The table of blocks holds the same.`,
  figures: {
    'need-hit-rate': 'needs met',
    'lost-rate': 'lost',
    'evicted-blocks': 'evicted',
    'introduced-violations': 'violations',
  },
})

export const HEADLINE_TEXT = Object.freeze({
  limit: (limit: string, part: string, peak: string) =>
    `window of ${limit} tokens, ${part} of the unmanaged peak (${peak})`,
  context: (kind: 'main' | 'subagent' | 'continuation', id: number, opened: string) =>
    kind === 'main'
      ? 'main context'
      : `${kind === 'subagent' ? 'sub-agent' : 'continuation'} ${id}, from ${opened}`,
  calibrated: (ratio: string) => `counts fitted to recorded usage, × ${ratio}`,
})

export const SCRUBBER_TEXT = Object.freeze({
  slider: 'Turn',
  turn: (turn: number, last: number) => `turn ${whole(turn)} of ${whole(last)}`,
  back: 'One turn back (←)',
  forward: 'One turn on (→)',
  previousEdit: 'To the edit before ([)',
  nextEdit: 'To the next edit (])',
  divergence: 'To the first difference (D)',
  play: 'Play (Space)',
  pause: 'Pause (Space)',
  speed: 'Speed',
  speedTitle: 'Turns per second (− slower, + faster)',
  perSecond: (turns: number) => `${turns}/s`,
  perSecondSpoken: (turns: number) => (turns === 1 ? '1 turn per second' : `${turns} turns per second`),
  chart:
    'Tokens that arrive in each turn (bars) and their velocity, the mean over five turns (line): the same in every lane. Ticks mark edits.',
})

export const METRIC_TEXT = Object.freeze({
  title: 'The lanes in figures',
  note: (first: string) => `Small figures are the difference to ${first}. A dash: does not apply.`,
  metric: 'Metric',
  parts: 'First difference to the first lane',
  partsUnit: 'turn',
  file: 'CSV',
  fileName: 'The figures of all lanes as CSV',
  up: 'more is better',
  down: 'less is better',
  same: '±0',
  better: 'better',
  worse: 'worse',
})

export const TAKE_TEXT = Object.freeze({
  title: 'Take it away',
  lane: 'Lane',
  turns: 'Turns (CSV)',
  turnsName: (lane: string) => `The turns of ${lane} as CSV`,
  run: 'Run (JSON)',
  runName: (lane: string) => `The whole run of ${lane} with its settings as JSON`,
  providers: { anthropic: 'Anthropic', openai: 'OpenAI' },
  request: (turn: string, provider: string) => `Request of ${turn} (${provider})`,
  requestName: (turn: string, lane: string, provider: string) =>
    `The request that ${lane} sends in ${turn}, as ${provider} JSON`,
  notReached: (lane: string, turn: string) => `${lane} ended before ${turn}, so it has no request there.`,
  failed: (found: string) => `The request could not be had from the simulator: ${found}`,
  table: 'Turns as a table',
  tableNote:
    'Tokens of the prompt as it arrived, as stages on arrival left it, as it was sent, and with the reply.',
  noTurns: 'This context has no turns in this lane.',
  first: 'First',
  back: 'Back',
  next: 'Next',
  last: 'Last',
  page: (from: number, to: number, rows: number) =>
    `turns ${whole(from)} to ${whole(to)}, ${whole(rows)} in all`,
  yes: 'yes',
  estimated: (column: string) => `≈ ${column}`,
  columns: {
    turn: 'Turn',
    arrived: 'arrived',
    offered: 'offered',
    sent: 'sent',
    responded: 'with the reply',
    share: 'sent of the limit',
    zone: 'zone before',
    velocity: 'tokens per turn',
    spike: 'spike',
    edits: 'edits',
  },
})

export const BLOCKS_TEXT = Object.freeze({
  title: (turn: string) => `Blocks at ${turn}`,
  lane: 'Lane',
  note: (blocks: string) =>
    `${blocks} in prompt order, as the turn began. Choose one to see why it stays or went.`,
  none: 'This context has no prompt in this turn.',
  block: 'Block',
  came: 'from turn',
  tokens: 'tokens',
  now: 'stands',
  afterwards: 'in this turn',
  more: (next: string, left: string) => `Show ${next} more of ${left}`,
})

export const WHY_TEXT = Object.freeze({
  close: 'Close (Esc)',
  whatBecame: 'What became of it in the end',
  identity: (life: { turn: number; tokens: number; made: boolean }, lane: string, exact: boolean) =>
    `${life.made ? 'made' : 'came'} in turn ${life.turn} · ${exact ? '' : '≈ '}${whole(life.tokens)} tokens · lane ${lane}`,
  trigger: 'What made the decision necessary',
  used: 'used',
  target: 'target',
  toFree: 'to free',
  freed: 'freed',
  shortfall: 'still above target',
  gates: 'Gates',
  noGate: (others: string) => `No gate held it. Gates held ${others}.`,
  gatesPending: (held: string) => `Gates held ${held}.`,
  score: (policy: string) => `Score by ${policy}: 0 goes first, 1 stays longest`,
  scoreOf: 'score',
  frees: 'frees',
  rank: '#',
  block: 'block',
  turn: 'turn',
  sum: 'score',
  ranking: (candidates: string) => `Ranking of ${candidates} candidates, around the cut`,
  cut: (cut: string) => `cut: the ${cut} above went, the rest stayed`,
  allCandidates: (count: string) => `Show all ${count}`,
  ties: (rule: string) => `Ties: ${rule}.`,
  aftermath: 'Afterwards',
  neverNeededAgain: 'No later turn needed it.',
  neverNeeded: 'No turn needed it.',
  moreNeeds: (count: number) => `and ${count} more turns`,
  inferred: 'Needs of a log are inferred from what later turns repeat.',
  life: 'Life in this lane',
  toTheEnd: 'to the end',
  tokens: 'tokens',
  standIn: 'What stands in its place',
  text: 'Text as it came',
  showAll: (length: string) => `Show all ${length} characters`,
  cutText: (shown: string, length: string) => `The first ${shown} of ${length} characters.`,
  noText: 'The text could not be had from the simulator.',
  emptyText: 'It has no text.',
  inferredText: 'The log does not contain it; its size follows from recorded usage.',
})

export const LOG_TEXT = Object.freeze({
  title: 'Your data',
  note: 'Logs of Claude Code, Anthropic and OpenAI messages, or plain chats. Everything stays on this machine. You can also drop a file anywhere.',
  paste: 'Paste a log here',
  run: 'Run',
  choose: 'Choose a file',
  pasted: 'pasted text',
  dropped: 'dropped text',
  drop: 'Drop the log to run it',
  sample: 'or try a sample:',
  sampleFailed: (label: string, found: string) =>
    `The ${label} sample could not be fetched from where this page comes from: ${found}.`,
  failed: (name: string) => `${name} could not be run`,
  stays: 'The page still shows the comparison before.',
  fix: (value: string) => `Try ${value}.`,
  place: (line: number, column: number) => `line ${line}, column ${column}`,
  moreProblems: (count: number) => `and ${count} more`,
  records: (records: string, format: string) => `Log read as ${format}: ${records}`,
  problems: (problems: string) => `${problems} worked around`,
  ignored: (count: string) => `${count} passed over`,
  inferred: (count: string) => `${count} inferred`,
  ignoredKinds: 'Passed over on purpose:',
  siblings: 'Other conversations in the file, not run:',
})

export const LIMITS = Object.freeze({
  title: 'What this page cannot show',
  sentences: [
    'A replay keeps the conversation as it was recorded. With another window the agent would have answered differently, asked again, or gone wrong.',
    'Needs of a scenario are ground truth. Needs of your own log are inferred from what later turns repeat, and are a ceiling.',
    '≈ marks estimates: one token for four characters. The exact counters are those of OpenAI models, not of Claude.',
    'A need that is lost is not yet a failure, and one that is met is not yet a success: the page measures what the prompt held, not what a model made of it.',
  ],
})

export const KEYS: readonly (readonly [string, string])[] = [
  ['← →', 'one turn'],
  ['Shift ← →', 'ten turns'],
  ['Home End', 'first and last turn'],
  ['[ ]', 'edit before, next edit'],
  ['D', 'first difference between the lanes'],
  ['Space', 'play or pause'],
  ['− +', 'slower, faster'],
  ['L', 'strata or lifelines'],
  ['Esc', 'close the side panel'],
]
