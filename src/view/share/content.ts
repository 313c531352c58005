import { ENGINE_VERSION } from '../../sim/index.ts'
import { sentZone } from '../../sim/internal.ts'
import type { CacheColumns, Divergence, MetricRow, TimelineData, TraceSource } from '../../sim/index.ts'
import type { WindowId } from '../../engine/index.ts'
import { metricTable } from '../compare/comparison.ts'
import { headline } from '../compare/headline.ts'
import { MAIN_WINDOW } from '../layout/axis.ts'
import { turnTable } from '../layout/series.ts'
import { eventStories } from '../record/event-story.ts'
import { counted, share, shownName, tokens, turnsWithNumbers, whole } from '../sentence/format.ts'
import { byHandNotes } from '../sentence/by-hand.ts'
import { madeWith } from '../sentence/generated.ts'
import { estimatesSentence, pricesSentence } from '../sentence/prices.ts'
import { sentenceText } from '../sentence/sentence.ts'
import { unusableNotes } from '../sentence/unusable.ts'
import { ZONE_LABELS } from '../sentence/words.ts'
import limits from './limits.json' with { type: 'json' }
import { literal } from './literal.ts'

/** What a run cannot show, in sentences; the same on the page and in everything that leaves it. */
export const LIMIT_SENTENCES: readonly string[] = Object.freeze(limits.sentences)

/** A lane that is shared. */
export interface SharedLane {
  readonly name: string
  readonly label: string
  readonly data: TimelineData
  readonly rows: readonly MetricRow[]
  readonly cache: CacheColumns
  /** Its config as the differences from the defaults, as data and as YAML. */
  readonly differences: object
  readonly yaml: string
}

/** A comparison that is shared. */
export interface SharedComparison {
  readonly trace: {
    readonly title: string
    readonly turns: number
    readonly blocks: number
    readonly source: Omit<TraceSource, 'title' | 'conversation'>
  }
  readonly lanes: readonly SharedLane[]
  readonly firstDivergence: Divergence | null
  /** The window of the log that is told about. Default: the main one. */
  readonly window?: WindowId
  /** Address that opens it in the lab; missing: there is none that works elsewhere. */
  readonly link?: string
  /** What opens it in the lab, as plain data; missing: nothing does. */
  readonly state?: object
}

/** Everything that a report or a page says, as plain data: the same comparison gives the same bytes. */
export interface SharedContent {
  readonly headline: string
  readonly about: string
  /** What must be known to read the figures. */
  readonly notes: readonly string[]
  readonly lanes: readonly {
    readonly label: string
    readonly yaml: string
    readonly turns: readonly {
      readonly turn: number
      /** Tokens sent, their share of the limit, and its zone. */
      readonly state: string
      readonly events: readonly { readonly letter: string; readonly text: string; readonly loss: boolean }[]
    }[]
  }[]
  readonly metrics: readonly {
    readonly label: string
    readonly unit: string
    /** Whether the lanes differ in it. */
    readonly differs: boolean
    readonly cells: readonly { readonly text: string; readonly difference: string }[]
  }[]
  readonly limits: readonly string[]
  /** Code that makes the same runs in Node. */
  readonly code: string
  readonly link: string | null
  /** See `SharedComparison`. */
  readonly state: object | null
}

/** Letters of a log's title that are shown. */
const TITLE = 80

/** What is told about a comparison. */
export function sharedContent(shared: SharedComparison): SharedContent {
  const { trace, lanes, firstDivergence, window = MAIN_WINDOW, link = null, state = null } = shared
  const [first] = lanes
  const exact = lanes.every(({ data }) => data.exact)
  const calibrated = first?.data.spec.calibrated === true
  return {
    headline: sentenceText(headline(firstDivergence, lanes, window)),
    about: [
      shownName(trace.title, TITLE),
      ...(trace.source.seed === null || trace.source.kind !== 'scenario' ? [] : [madeWith(trace.source)]),
      turnsWithNumbers(trace.turns),
      counted(trace.blocks, 'block'),
      `window of ${whole(first?.data.limit ?? 0)} tokens`,
      `counter ${first?.data.spec.counter ?? ''}${calibrated ? ', fitted to recorded usage' : ''}`,
      `engine ${ENGINE_VERSION}`,
    ].join(' · '),
    notes: [
      ...(first === undefined ? [] : [pricesSentence(first.cache.prices)]),
      ...[estimatesSentence(lanes)].filter((one) => one !== ''),
      ...byHandNotes(lanes),
      ...unusableNotes(lanes),
    ],
    lanes: lanes.map(({ label, yaml, data }) => ({
      label,
      yaml,
      turns: turnTable(data, window).map(({ turn, sent, share: part }) => ({
        turn,
        state: `${tokens(sent, { exact })} tokens sent, ${share(part, { exact })} of the limit, ${ZONE_LABELS[sentZone(data, { turn, utilization: part })]}`,
        events: eventStories(data, window, turn).map(({ letter, sentence, loss }) => ({
          letter,
          text: sentence,
          loss,
        })),
      })),
    })),
    metrics: metricTable(lanes).map(({ label, unit, kind, cells }) => ({
      label,
      // Times carry their own: 45 min 32 s.
      unit: kind === 'time' ? '' : unit,
      differs: new Set(cells.map(({ text }) => text)).size > 1,
      cells: cells.map(({ text, difference, differenceText }) => ({
        text,
        difference: difference === null ? '' : differenceText,
      })),
    })),
    limits: LIMIT_SENTENCES,
    code: codeOf(shared),
    link,
    state,
  }
}

/** A program that repeats the runs with the package, with notes on what it does not repeat. */
function codeOf({ trace: { source }, lanes }: SharedComparison): string {
  const spec = lanes[0]?.data.spec
  const counter = spec?.counter ?? 'chars4'
  const estimates = counter === 'chars4'
  const isScenario = source.kind === 'scenario'
  const answered = lanes.filter(({ data }) => data.spec.answers.length > 0)
  const notes = [
    ...(isScenario ? [] : ['A conversation, format or setup that was chosen for the log is not in here.']),
    ...(lanes.some(({ data }) => data.spec.interventions.length > 0)
      ? ['What was done by hand during the runs is not in here.']
      : []),
    ...(lanes.some(({ data }) => data.prices !== undefined)
      ? ['Prices that were chosen are not in here: its costs are at those of the conversation’s own model.']
      : []),
    ...answered.map(
      ({ name, label }) =>
        `A model’s answers are not in here: the built-in writer writes the summaries of ${name}, which is ${label}.`,
    ),
  ]
  return [
    ...(isScenario ? [] : ["import { readFileSync } from 'node:fs'"]),
    ...(estimates ? ["import { chars4 } from 'context-window-lab'"] : []),
    `import { compare, metrics, ${isScenario ? 'scenario' : 'readTrace'} } from 'context-window-lab/sim'`,
    ...(estimates ? [] : ["import { loadCounter } from 'context-window-lab/tokenizer'"]),
    '',
    ...notes.map((note) => `// ${note}`),
    isScenario
      ? `const trace = scenario(${[literal(source.name), source.seed ?? 0, ...(source.overrides === undefined ? [] : [literal(source.overrides)])].join(', ')})`
      : `const trace = readTrace(readFileSync(${literal(source.filename ?? 'log.json')}, 'utf8'))`,
    `const counter = ${estimates ? 'chars4' : `await loadCounter(${literal(counter)})`}`,
    `const lanes = ${literal(Object.fromEntries(lanes.map(({ name, differences }) => [name, differences])))}`,
    'const { runs } = compare(trace, lanes, { counter })',
    'for (const [name, run] of Object.entries(runs)) console.log(name, metrics(run))',
    '',
  ].join('\n')
}
