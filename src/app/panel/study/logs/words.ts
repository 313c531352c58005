import { counted, money, shownName, turnName, whole } from '../../../../view/index.ts'
import { endingsOf } from '../../../../sim/internal.ts'
import type { Aim } from '../../../../sim/internal.ts'
import type { ProgressReport } from '../../../../worker/protocol.ts'
import { points } from '../seeds/words.ts'
import type { CopiedWindow } from './study-of-logs.ts'

const STEPS: Readonly<Record<ProgressReport['step'], string>> = {
  read: 'reading',
  count: 'counting',
  needs: 'finding needs',
  run: 'running',
  compare: 'comparing',
}

/** Every word of the study over logs. */
export const LOGS_TEXT = Object.freeze({
  empty:
    'Would another strategy, or another threshold, have been better for you, by how much, and how sure is that? Drop a folder or a ZIP of logs anywhere on the page, or choose one. Every log is run with every lane and compared with what its own client sent. Nothing is stored, and nothing leaves this page.',
  shown: 'Study the log on this page',
  notStudied: (files: number) =>
    files === 1
      ? 'is on the page. The figures below are not of this log.'
      : 'is on the page. It is not among the logs of the figures below.',
  folder: 'Choose a folder',
  files: 'Choose files',
  another: 'Another folder',
  beside: 'Show the other conversation, too',
  close: 'Close the study',
  reading: (done: number, all: number, path: string, report: ProgressReport | null) =>
    `${whole(done)} of ${counted(all, 'file')}: ${shownName(path)}${report === null ? '' : `, ${STEPS[report.step]} ${report.lane ?? ''}`}`,
  progress: 'Files measured',
  stop: 'Stop',
  goOn: 'Go on',
  stopped: (done: number, all: number) => `Stopped after ${whole(done)} of ${counted(all, 'file')}.`,
  failed: (why: string) => `The study stopped: ${why}`,
  none: 'None of these files is a log.',
  window: 'A call may hold',
  windows: {
    suggested: 'half of each conversation',
    model: 'the window of its model',
    tokens: 'other …',
  },
  windowTokens: (tokens: number) => `${whole(tokens)} tokens`,
  tokens: 'Tokens of the window',
  windowNote: {
    suggested:
      'Not your window: each log has that of its model if it comes near it, else half of its conversation, so that every strategy has to act. Choose what a call of your agent may hold.',
    model: 'Where a log comes nowhere near the window of its model, no strategy acts.',
    tokens: 'All lanes of all logs have this window.',
  },
  lanes: 'Strategies',
  lineups: { usual: 'The usual five', page: 'Those of this page' },
  aim: 'Best is',
  aims: {
    safe: 'cheapest that loses no constraint',
    tolerant: 'cheapest that loses little',
    keeping: 'keeps most at equal cost',
    cheapest: 'cheapest, whatever it loses',
  } satisfies Readonly<Record<Aim, string>>,
  aimIs: (text: string) => `Best is ${text}.`,
  baseline: (logs: number) => (logs === 1 ? 'the run as recorded' : 'the runs as recorded'),
  soFar: (done: number, all: number) => `So far, ${whole(done)} of ${counted(all, 'file')}:`,
  configOf: (label: string) => `Use ${label}`,
  asRecorded: 'as your own client did, so there is nothing to change',
  loops: {
    openai: 'Your own loop with OpenAI’s client (TypeScript)',
    anthropic: 'Your own loop with Anthropic’s client (TypeScript)',
  },
  noLoop: 'The provider does the edits of this strategy: no manager can.',
  differences: 'Only what differs (YAML)',
  yaml: 'All settings (YAML)',
  copy: 'Copy',
  copied: 'Copied',
  copyName: (title: string) => `Copy ${title}`,
  windowOf: ({ tokens, isOnly }: CopiedWindow) =>
    `For a window of ${whole(tokens)} tokens${isOnly ? '.' : ', the largest of this study. Choose yours above, or write it here: thresholds in tokens follow from it.'}`,
  withoutModel: (logs: number, all: number) =>
    `${whole(logs)} of ${counted(all, 'log')} ${logs === 1 ? 'names' : 'name'} no model with a known window and ${logs === 1 ? 'has' : 'have'} the suggested one.`,
  thresholds: (label: string) => `Try other thresholds for ${label}`,
  thresholdsNone: (label: string) => `${label} has no threshold to vary.`,
  regret: 'Search how much the best possible plan would miss (takes twice as long)',
  table: 'Strategies over the logs',
  strategy: 'Strategy',
  total: 'Cost',
  totalTitle:
    'Over all logs, at the prices that the answer names. The title of a cost in the table of logs has those of that log.',
  ownPrices: 'Use each log’s own',
  chosenPrices: (model: string) => `Use ${model} for all, as chosen in the panel Cost`,
  needed: 'Needed context present',
  neededTitle: 'Of the needs of all logs together: a log with many counts for more than one with few',
  lost: 'Constraints lost',
  lostTitle:
    'Rules that the user stated, found by their words, that the last request has lost, over all logs',
  acts: 'Acts in',
  actsTitle: 'Logs whose context it changes at all at this window',
  again: 'Needed again soon',
  againTitle:
    'Evicted blocks that a turn needed within 10 turns and of which nothing was in its prompt: a sign of thrashing',
  regretHead: 'Misses beyond the best',
  finished: 'Finished',
  finishedTitle: 'Logs whose run reached the end and sent no request over the limit',
  of: (some: number, all: number) => `${whole(some)} of ${whole(all)}`,
  inLogs: (count: number, logs: number) => (count === 0 ? '0' : `${whole(count)} in ${counted(logs, 'log')}`),
  isBest: 'best',
  lacking: (providers: readonly string[], offered: number, logs: number) =>
    `not in the API of ${providers.join(' and ')}${offered === 0 ? '' : `: only for ${whole(offered)} of ${counted(logs, 'log')}`}`,
  never: (label: string, over: number) =>
    `${label} would never have acted on these logs at this window${over === 0 ? '' : `, which ${counted(over, 'log')} outgrew`}.`,
  inferred:
    'What a log needed is inferred from its own references, and a recorded agent might have acted differently with another context. Intervals are 95 % over the logs, each with all its lanes.',
  detail: 'Log by log',
  detailOf: 'Strategy in detail',
  outliers: (label: string) => `Where ${label} does worst`,
  noOutliers: (label: string) =>
    `No log where ${label} costs 5 % more than the run as recorded, or misses 5 points more.`,
  outlier: (cost: number, needed: number) =>
    `${points(needed)} of needed context, ${cost >= 0 ? '+' : '−'}${Math.abs(cost * 100).toFixed(0)} % cost`,
  at: (turn: number | null) => (turn === null ? 'Open' : `Open at ${turnName(turn)}`),
  openName: (name: string, turn: number | null) =>
    turn === null ? `Open ${name}` : `Open ${name} at ${turnName(turn)}`,
  versions: 'By client',
  client: 'Client and version',
  logs: 'Logs',
  log: 'Log',
  turns: 'Turns',
  peak: 'Peak',
  logWindow: 'Window',
  recordedCost: 'Cost as recorded',
  ownCost: (label: string) => `Cost with ${label}`,
  present: 'Needed context present',
  evictions: 'Context rewrites',
  page: (from: number, to: number, all: number) => `${whole(from)} to ${whole(to)} of ${counted(all, 'log')}`,
  nth: (name: string, conversation: number | null) =>
    conversation === null ? shownName(name) : `${shownName(name)} #${conversation + 1}`,
  unread: (count: number) => `${counted(count, 'file')} not read`,
  others: (paths: readonly string[]) =>
    `${counted(paths.length, 'file')} with other endings left out: ${endingsOf(paths)}`,
  place: (line: number, column: number) => `line ${whole(line)}, column ${whole(column)}: `,
  sort: 'Order',
  sorts: { name: 'by name', lost: 'most lost first', expensive: 'most expensive first' },
  usd: (value: number | null) => (value === null ? '–' : money(value)),
})
