import { counted, delta, listed, money, share } from '../../../../view/index.ts'
import { isTooFew } from '../../../../sim/internal.ts'
import type { Difference, Estimate } from '../../../../sim/index.ts'
import type { Assumption, Flip } from './seed-trials.ts'

export const points = (value: number): string => `${delta(value * 100, 1)} points`
export const percent = (value: number): string => `${delta(value * 100, 1)} %`

function rangeOf({ kind, estimate }: Difference): string {
  if (estimate === null) return '–'
  const { value, low, high, n } = estimate
  const said = kind === 'relative' ? percent(value) : points(value)
  return n === 1 || isNone(estimate) ? said : `${said} (${delta(low * 100, 1)} to ${delta(high * 100, 1)})`
}

/** Whether all conversations agree that there is no difference. */
const isNone = ({ value, low, high }: Estimate): boolean => value === 0 && low === 0 && high === 0

/** Every word of the panel. */
export const STUDY_TEXT = Object.freeze({
  title: 'Which should I use?',
  tabs: { seeds: 'Many seeds of a scenario', logs: 'My logs' },
  about: (seeds: number) =>
    `One conversation can mislead. This runs every lane on ${seeds} conversations of this scenario, each from another seed and the same for all lanes, and compares them conversation by conversation.`,
  log: 'A recorded conversation is one conversation: it has no interval over seeds, and the agent might have acted differently with another context. The table of metrics compares the lanes on it. Choose a scenario to compare them over many seeds.',
  preview: (seeds: number) => `Preview: ${seeds} seeds`,
  run: (seeds: number) => `Run ${seeds} seeds`,
  goOn: 'Go on',
  cancel: 'Stop',
  progress: (done: number, all: number) => `${done} of ${all} seeds`,
  sweepProgress: (done: number, all: number) => `${done} of ${all} runs`,
  isPreview: (seeds: number) =>
    seeds < 10
      ? `${counted(seeds, 'seed')} so far: too few for a verdict.`
      : `Preview with ${seeds} seeds: about one in ten of these intervals misses the true value.`,
  most: (
    seeds: number,
    keepers: readonly string[],
    kept: number,
    savers: readonly string[] | null,
    paid: number,
    baseline: string,
  ) =>
    `Over ${seeds} seeds at this window, most needed context is present with ${listed(keepers)} (${share(kept)}), and ${
      savers === null
        ? `no lane clearly costs less than ${baseline}`
        : `${listed(savers)} ${savers.length === 1 ? 'costs' : 'cost'} least (${money(paid)} per run)`
    }.`,
  failed: (why: string) => `The study stopped: ${why}`,
  changed:
    'The settings changed, so the study stopped. What it had run is still there: with the settings of before it goes on.',
  baseline: 'Baseline',
  caption: 'The lanes over the seeds',
  lane: 'Lane',
  cost: 'Cost per run',
  needed: 'Needed context present',
  constraints: 'Constraints present',
  regret: 'Misses beyond the best',
  regretTitle:
    'Needed blocks that the prompt did not have unchanged, beyond those that the best plan misses that knows the future and keeps or drops whole blocks: at least and at most, as a share of the needs. A summary can meet some of them.',
  fit: 'Finished',
  fitTitle: 'Seeds whose run reached the end and sent no request over the limit',
  fitOf: (fit: number, seeds: number) => `${fit} of ${seeds}`,
  isBaseline: 'the baseline',
  range: (low: string, high: string) => (low === high ? low : `${low} to ${high}`),
  money: ({ value, low, high }: Estimate) => ({
    value: money(value),
    range: `${money(low)} to ${money(high)}`,
  }),
  share: ({ value, low, high }: Estimate) => ({
    value: share(value),
    range: `${share(low)} to ${share(high)}`,
  }),
  verdict: (difference: Difference, what: 'seed' | 'log'): string => {
    const { verdict, estimate, seedsToSettle } = difference
    if (estimate === null) return '–'
    const range = rangeOf(difference)
    // The text above the table says once that there are too few.
    if (isTooFew(difference)) return range
    if (isNone(estimate)) return 'no difference'
    if (verdict === 'unclear') {
      const more = seedsToSettle === null ? '' : `; about ${counted(seedsToSettle, what)} would settle it`
      return `no clear difference: ${range}${more}`
    }
    return `${verdict}: ${range}`
  },
  early: (difference: Difference, base: boolean) =>
    `${rangeOf(difference)}: ${base ? 'runs' : 'the baseline’s runs'} ended early`,
  note: 'Ranges are 95 % intervals. A lane is called better or worse only if the interval of its difference excludes 0 and the difference is more than 2 % of the cost or 1 point. Needed context is what was present; how well a model would use it is not measured.',
  mock: 'Forks, edits by hand and answers of real models belong to one conversation and are left out here: the built-in writer writes the summaries.',
  byHand: (lanes: readonly string[], ofLog: boolean) =>
    `${ofLog ? 'Forks and edits by hand' : 'Forks, edits by hand and what was said of needs'} are left out here, in ${lanes.join(', ')}.`,
  byMock: (lanes: readonly string[], writers: readonly string[]) =>
    `A study makes no paid calls: here the mock writes the summaries of ${lanes.join(', ')}, not ${writers.join(' or ')}.`,
  answer: (names: readonly string[], baseline: string) =>
    `${listed(names)} ${names.length === 1 ? 'is' : 'are'} clearly better than ${baseline} in at least one figure and worse in none.`,
  noAnswer: (baseline: string) => `No lane is better than ${baseline} without being worse in another figure.`,
  assumptions: 'Would other assumptions change the order?',
  assumed: {
    'no-cache': 'Without a prompt cache',
    'read-10': 'Cache reads at 10 % of the input price',
    'read-5': 'Cache reads at 5 % of the input price',
    'less-reuse': 'What was seen is needed again half as often',
    'more-reuse': 'What was seen is needed again 1.5 times as often',
  } satisfies Record<Assumption['id'], string>,
  tryReuse: 'Run with other reuse',
  notRun: 'not run',
  noFlip: 'no clear change',
  flip: ({ figure }: Flip, now: string, before: string) =>
    `${now} ${figure === 'cost' ? 'becomes cheaper than' : 'keeps more than'} ${before}`,
  cannot:
    'Not varied: how needs are found, because the needs of a scenario are known; and how many calls it takes to find lost content, which is a constant of the simulation.',
  search: 'Search the settings of a lane',
  worst: 'Find a conversation where a lane does worst',
  sweep: 'Vary two settings of a lane',
  sweepAbout: (seeds: number) =>
    `Every pair of values is run on ${counted(seeds, 'conversation')}. Choose a cell to use its values.`,
  sweepLane: 'Lane',
  across: 'Across',
  down: 'Down',
  shown: 'Show',
  figures: { cost: 'Cost per run', needed: 'Needed context present' },
  sweepRun: (runs: number) => `Run ${runs} pairs`,
  pareto: 'P: no other cell is cheaper and keeps as much, or keeps more for as little.',
  robust:
    'R: so in every seed that was run. A dash: these two values exclude each other, or were not run yet.',
  use: 'Use in this lane',
  open: 'Open as a new lane, at its worst turn',
  full: 'There are six lanes already',
  cell: (across: string, a: number, down: string, b: number, text: string) =>
    `${across} ${a}, ${down} ${b}: ${text}`,
  unfit: 'some runs ended early or sent requests over the limit',
  live: 'A live conversation changes while it is studied. Save it as a file and open that.',
  noKnobs: 'This lane has fewer than two numbers to vary.',
  loading: 'Loading the settings …',
})
