import type { Aim, Best, LaneSummary, MeasuredLane } from '../../sim/internal.ts'
import {
  LEAST_EFFECT,
  LEAST_FOR_INTERVAL,
  LEAST_FOR_VERDICT,
  throughOf,
  TOLERATED,
} from '../../sim/internal.ts'
import { counted, delta, share } from '../sentence/format.ts'
import { listed } from '../sentence/words.ts'

/** A part of the answer; `about` says what its figure is from. */
export interface AnswerPart {
  readonly text: string
  readonly about?: 'logs' | 'lane' | 'cost' | 'needed' | 'lost' | 'rival'
  /** Index of the lane that a link to a lane leads to. */
  readonly lane?: number
  /** About other lanes than the answer. */
  readonly beside?: true
}

/** What the answer is made from. The lanes are in the order of the study. */
export interface Answered {
  readonly best: Best
  readonly aim: Aim
  readonly logs: number
  /** Name of the log, if there is only one and it has one. */
  readonly name?: string
  readonly lanes: readonly {
    readonly label: string
    readonly summary: LaneSummary
    /** Constraints that it loses, as a count. */
    readonly lost: number
  }[]
  /** The window of all lanes, as `windowOfLogs` says it; null or missing: each lane has its own. */
  readonly window?: string | null
  /** Index of the baseline, and its name within a sentence. */
  readonly baseline: number
  readonly baselineName: string
}

/** What best means, after “Best is ”. */
export const AIM_TEXT: Readonly<Record<Aim, string>> = Object.freeze({
  safe: `the cheapest that loses no more constraints than the baseline, and at most ${LEAST_EFFECT.share * 100} point of needed context`,
  tolerant: `the cheapest that loses at most ${TOLERATED.constraints} constraints and ${TOLERATED.needs * 100} points of needed context more than the baseline`,
  keeping: 'the one with most needed context that does not clearly cost more than the baseline',
  cheapest: 'the cheapest, whatever it loses',
})

/** Which lane is best, by how much, and how sure that is, in parts. */
export function bestSentence({
  best,
  aim,
  logs,
  name,
  window = null,
  lanes,
  baseline,
  baselineName,
}: Answered): readonly AnswerPart[] {
  const at = window === null ? '' : `, ${window}`
  const all: AnswerPart = { text: name ?? `your ${counted(logs, 'log')}`, about: 'logs' }
  const few: readonly AnswerPart[] =
    logs < LEAST_FOR_VERDICT
      ? [{ text: `${counted(logs, 'log')} ${logs === 1 ? 'is' : 'are'} too few for a verdict. ` }]
      : []
  const own = lanes[best.lane]
  if (own === undefined) return []
  if (best.lane === baseline)
    return [
      ...few,
      { text: 'No clear gain: on ' },
      all,
      {
        text:
          aim === 'keeping'
            ? `${at}, no strategy keeps more needed context than ${baselineName} without clearly costing more.`
            : aim === 'cheapest'
              ? `${at}, no strategy costs less than ${baselineName}.`
              : `${at}, no strategy costs less than ${baselineName} without losing more.`,
      },
      ...(aim === 'keeping' ? keeperOf : tradeOf)(lanes, baseline, few.length > 0),
      ...stoppedOf(lanes, baseline),
      ...shortBase(lanes[baseline]?.summary, logs, baselineName),
      ...lackingParts(lanes),
    ]
  const { cost, needed } = own.summary
  const figure = best.figure === 'cost' ? cost : needed
  const unclear = best.verdict === 'unclear' && few.length === 0
  const settle = figure.difference?.seedsToSettle ?? null
  const more = own.lost - (lanes[baseline]?.lost ?? 0)
  return [
    ...few,
    { text: unclear ? 'No clear difference: on ' : 'On ' },
    all,
    { text: `${at}, ` },
    { text: own.label, about: 'lane', lane: best.lane },
    { text: ' costs ' },
    { text: costText(cost.difference), about: 'cost' },
    { text: isEqual(cost.difference) ? ` as ${baselineName}, loses ` : ` than ${baselineName}, loses ` },
    { text: lostText(own), about: 'lost' },
    { text: own.lost === 0 ? '' : more === 0 ? ', as many as that' : ` (${delta(more)})` },
    { text: ' and has ' },
    { text: neededText(own.summary), about: 'needed' },
    { text: `${ofNeeded(own.summary)}.` },
    ...(unclear && settle !== null ? [{ text: ` About ${counted(settle, 'log')} would settle it.` }] : []),
    ...rivalsOf(best, lanes),
    ...shortOf(own.summary, lanes[baseline]?.summary, logs, [own.label, baselineName]),
    ...lackingParts(lanes),
  ]
}

function lackingParts(lanes: Answered['lanes']): readonly AnswerPart[] {
  const text = lackingText(lanes)
  return text === null ? [] : [{ text: ` ${text}`, beside: true }]
}

/** Which lanes leave something to the provider that the logs' own lacks, in a sentence; null for none. */
export function lackingText(
  lanes: readonly {
    readonly label: string
    readonly summary: Pick<LaneSummary, 'offered' | 'lackedBy'>
  }[],
): string | null {
  const byReason = new Map<string, string[]>()
  for (const { label, summary } of lanes) {
    if (summary.lackedBy.length === 0) continue
    const reason = `${runsIn(summary.offered)}: ${apis(summary.lackedBy)} no such edits`
    byReason.set(reason, [...(byReason.get(reason) ?? []), label])
  }
  if (byReason.size === 0) return null
  return [...byReason].map(([reason, labels]) => `${listed(labels)} ${reason}.`).join(' ')
}

function runsIn(logs: number): string {
  return logs === 0 ? 'cannot run' : `can run in only ${counted(logs, 'log')}`
}

/** The APIs of providers, with their verb. */
function apis(providers: readonly string[]): string {
  const named = providers.map((one) => `${one}’s`).join(' and ')
  return providers.length === 1 ? `${named} API has` : `${named} APIs have`
}

/** The window of the lanes of a study, from those of its logs, such as “at 16,000 tokens”; null if each lane has its own. */
export function windowOfLogs(windows: readonly Pick<MeasuredLane, 'window' | 'windowFrom'>[]): string | null {
  const kinds = new Set(windows.map(({ windowFrom }) => windowFrom))
  const sizes = new Set(windows.map(({ window }) => window))
  const each = windows.length === 1 ? 'the' : 'each'
  const [first] = windows
  if (first === undefined || kinds.has('lane')) return null
  if (kinds.has('content'))
    return kinds.size === 1
      ? `at half of ${each} conversation`
      : 'at half of a conversation or the window of its model'
  if (sizes.size === 1) return `at ${counted(first.window, 'token')}`
  if (kinds.has('share')) return `at a share of ${each} peak`
  return kinds.has('whole') ? 'in windows that hold all' : 'at the window of each log’s model'
}

/** In which logs the lane or the baseline came less far than the other, and what that does to the figures. */
function shortOf(
  own: LaneSummary,
  base: LaneSummary | undefined,
  logs: number,
  names: readonly [string, string],
): readonly AnswerPart[] {
  const alone =
    own.endedAlone === 0
      ? ''
      : ` In ${counted(own.endedAlone, 'log')} ${names[0]} ended early where ${names[1]} did not: the differences leave those out.`
  // logs in which the baseline ended early and the lane did not
  const isBehind = own.reached + own.endedAlone > (base?.reached ?? 0)
  return [{ text: alone }, ...(isBehind ? shortBase(base, logs, names[1]) : [])]
}

function shortBase(base: LaneSummary | undefined, logs: number, name: string): readonly AnswerPart[] {
  const ended = logs - (base?.reached ?? 0)
  return ended === 0
    ? []
    : [{ text: ` In ${counted(ended, 'log')} ${name} ended early, which looks cheaper than it is.` }]
}

/** The lanes that ended too often before the end for what they cost to say anything. */
function stoppedOf(lanes: Answered['lanes'], baseline: number): readonly AnswerPart[] {
  const through = throughIn(lanes, baseline).map(({ lane }) => lane)
  const stopped = lanes.flatMap(({ label, summary: { endedAlone, offered } }, lane) =>
    through.includes(lane) || endedAlone === 0 || offered === 0
      ? []
      : [`${label} in ${counted(endedAlone, 'log')}`],
  )
  return stopped.length === 0
    ? []
    : [{ text: ` Ended early where the baseline did not: ${stopped.join(', ')}.`, beside: true }]
}

/**
 * The cheapest other lane that reaches its end, and what it loses; nothing if it costs as much. Over enough logs, only a
 * lane that is clearly cheaper.
 */
function tradeOf(lanes: Answered['lanes'], baseline: number, isFew: boolean): readonly AnswerPart[] {
  const tolerated = lanes[baseline]?.lost ?? 0
  const cheaper = throughIn(lanes, baseline)
    .filter(({ summary }) => (summary.cost.difference?.estimate?.value ?? 0) < 0)
    .toSorted((a, b) => (a.summary.cost.estimate?.value ?? 0) - (b.summary.cost.estimate?.value ?? 0))
  const cheapest = cheaper.find(({ summary }) => isFew || summary.cost.difference?.verdict === 'better')
  if (cheapest === undefined) return cheaper.length === 0 ? [] : [{ text: ' None clearly costs less.' }]
  const { label, lane, summary } = cheapest
  return [
    { text: ' ' },
    { text: label, about: 'lane', lane },
    { text: ' would cost ' },
    { text: costText(summary.cost.difference), about: 'cost', lane },
    { text: cheapest.lost <= tolerated ? ' and lose ' : ', but lose ' },
    { text: lostText(cheapest), about: 'lost', lane },
    { text: cheapest.lost <= tolerated ? ', but have ' : ' and have ' },
    { text: neededText(summary), about: 'needed', lane },
    { text: `${ofNeeded(summary)}.` },
  ]
}

/** The other lanes that came through, with their places. */
function throughIn<Lane extends Pick<Answered['lanes'][number], 'summary'>>(
  lanes: readonly Lane[],
  baseline: number,
): readonly (Lane & { readonly lane: number })[] {
  const through = throughOf(
    lanes.map(({ summary }) => summary),
    baseline,
  )
  return lanes.flatMap((one, lane) => (through.includes(lane) ? [{ ...one, lane }] : []))
}

/** The other lane that reaches its end and keeps most, and what it costs; over enough logs, only one that clearly keeps more. */
function keeperOf(lanes: Answered['lanes'], baseline: number, isFew: boolean): readonly AnswerPart[] {
  const { label, lane, summary } = keepsMost(lanes, baseline) ?? {}
  if (summary === undefined || lane === undefined) return []
  const { estimate = null, verdict } = summary.needed.difference ?? {}
  if (estimate === null || estimate.value <= 0) return []
  if (!isFew && verdict !== 'better') return [{ text: ' None clearly keeps more.' }]
  return [
    { text: ' ' },
    { text: label ?? '', about: 'lane', lane },
    { text: ' would have ' },
    { text: neededText(summary), about: 'needed', lane },
    { text: ' of the needed context, but cost ' },
    { text: costText(summary.cost.difference), about: 'cost', lane },
    { text: '.' },
  ]
}

/** The lane beside the baseline that keeps most needed context of those that reach their end, the cheaper one first. */
export function keepsMost(
  lanes: readonly Pick<Answered['lanes'][number], 'label' | 'summary'>[],
  baseline: number,
): { readonly label: string; readonly lane: number; readonly summary: LaneSummary } | undefined {
  const kept = ({ needed }: LaneSummary): number => needed.estimate?.value ?? 0
  const cost = (one: LaneSummary): number => one.cost.estimate?.value ?? Infinity
  return throughIn(lanes, baseline).toSorted(
    (a, b) => kept(b.summary) - kept(a.summary) || cost(a.summary) - cost(b.summary),
  )[0]
}

/** The lanes that are not clearly behind the best: those that do the same are not said to do as well. */
function rivalsOf(best: Best, lanes: Answered['lanes']): readonly AnswerPart[] {
  const figures = (lane: number): string => {
    const { cost, needed, constraints } = lanes[lane]?.summary ?? {}
    return JSON.stringify([cost?.estimate, needed?.estimate, constraints?.estimate])
  }
  const isSame = (lane: number): boolean => figures(lane) === figures(best.lane)
  const others = best.rivals.filter((lane) => !isSame(lane))
  const behind = best.figure === 'cost' ? 'more expensive' : 'behind in needed context'
  return [
    ...listOf(' The same figures: ', best.rivals.filter(isSame), lanes),
    ...listOf(` Not clearly ${behind}: `, others, lanes),
  ]
}

function listOf(heading: string, named: readonly number[], lanes: Answered['lanes']): readonly AnswerPart[] {
  if (named.length === 0) return []
  const names = named.flatMap((lane, nth): AnswerPart[] => [
    ...(nth === 0 ? [] : [{ text: nth === named.length - 1 ? ' and ' : ', ' }]),
    { text: lanes[lane]?.label ?? '', about: 'rival', lane },
  ])
  return [{ text: heading }, ...names, { text: '.' }]
}

/** Constraints lost; nothing is lost, either, where none was found. */
function lostText({ lost, summary }: Pick<Answered['lanes'][number], 'lost' | 'summary'>): string {
  if (lost > 0) return counted(lost, 'constraint')
  return summary.constraints.estimate === null ? 'no constraint (none was found)' : 'no constraint'
}

/** Whether a lane costs the same as the baseline, as far as is known. */
function isEqual(difference: LaneSummary['cost']['difference']): boolean {
  const estimate = difference?.estimate ?? null
  return estimate === null || (estimate.value === 0 && estimate.low === 0 && estimate.high === 0)
}

function costText(difference: LaneSummary['cost']['difference']): string {
  const estimate = difference?.estimate ?? null
  if (estimate === null || isEqual(difference)) return 'as much'
  const { value, low, high, n } = estimate
  const percent = (one: number): string => `${Math.abs(one * 100).toFixed(1)} %`
  const signed = (one: number): string => `${delta(one * 100, 1)} %`
  const word = value > 0 ? 'more' : 'less'
  return `${percent(value)} ${word}${n >= LEAST_FOR_INTERVAL ? ` (${signed(low)} to ${signed(high)})` : ''}`
}

/** Nothing is missing, either, where nothing is needed. */
function ofNeeded({ needed }: LaneSummary): string {
  return ` of the needed context${needed.estimate === null ? ' (none was found)' : ''}`
}

function neededText({ needed: { estimate, difference } }: LaneSummary): string {
  if (estimate === null) return 'all'
  const apart = difference?.estimate ?? null
  const points = (one: number): string => delta(one * 100, 1)
  if (apart === null) return share(estimate.value)
  const { value, low, high } = apart
  const range =
    apart.n >= LEAST_FOR_INTERVAL && [value, low, high].some((one) => one !== 0)
      ? `, ${points(low)} to ${points(high)}`
      : ''
  return `${share(estimate.value)} (${points(apart.value)} points${range})`
}
