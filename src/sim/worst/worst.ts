import type { Json, Tokens } from '../../engine/index.ts'
import { writers } from '../log/formats.ts'
import { readTrace } from '../log/reading.ts'
import type { Parameter, Scenario } from '../scenario/telling/scenario.ts'
import { spreadPoint } from '../study/search.ts'
import type { WindowChoice } from '../study/window.ts'
import type { Trace } from '../trace/trace.ts'
import { harmIn, LEAST_HARM } from './harm.ts'
import type { Judging } from './harm.ts'
import { shrunk } from './shrink.ts'

/** A conversation as a generator makes it. */
export interface Generated {
  readonly scenario: string
  readonly seed: number
  /** Parameters that differ from the scenario's defaults. */
  readonly overrides: Readonly<Record<string, number>>
}

/** Where the worst conversation for a lane is looked for. */
export interface WorstSearch extends Judging {
  /** What makes the conversations. */
  readonly generators: readonly Scenario[]
  /** Conversations that are tried. */
  readonly tries: number
  /** Seed of the first of them. */
  readonly seed: number
  readonly window: WindowChoice
}

export interface SizedHarm {
  readonly harm: number
  readonly messages: number
}

/** The worst conversation for a lane. */
export interface Worst {
  /** Conversations in which the lane does badly at all. */
  readonly bad: number
  readonly found: Generated & SizedHarm
  /** Of the lane in this conversation, and from then on. */
  readonly window: Tokens
  /** The smallest that the generator makes of it and that still shows it. */
  readonly smaller: Generated & SizedHarm
  /** A still smaller one, as a log; null where a log would not show it, or is not smaller. */
  readonly log: (SizedHarm & { readonly text: string }) | null
}

/** Progress of a search: conversations tried, smaller ones of the generator, and parts of a log. */
export interface WorstProgress {
  readonly step: 'try' | 'generator' | 'log'
  readonly done: number
  /** 0 if the total is not known. */
  readonly total: number
}

/** Parts of a log that are tried at most. */
const MOST_PARTS = 300
/** Steps in which a parameter is halved towards its least. */
const HALVINGS = 4

/**
 * Looks for the conversation in which a lane does worst, and for the smallest that still shows it: with other parameters
 * of the generator, and then with messages left out.
 *
 * @returns null if the lane does badly in none
 * @throws ProblemError for a config that cannot run, and RangeError without a generator
 * @yields before each conversation that is run
 */
export function* worstSteps(search: WorstSearch): Generator<WorstProgress, Worst | null, void> {
  const least = LEAST_HARM[search.harm]
  if (search.generators.length === 0)
    throw new RangeError('a search for the worst conversation has a generator')
  let worst: (Case & { readonly window: Tokens }) | null = null
  let bad = 0
  for (const [done, [generator, made]] of generatedFor(search).entries()) {
    yield { step: 'try', done, total: search.tries }
    const trace = generator.generate(made.seed, made.overrides)
    const { harm, window } = harmIn(trace, search, search.window)
    if (harm < least) continue
    bad += 1
    if (worst === null || harm > worst.harm) worst = { generator, made, trace, harm, window }
  }
  if (worst === null) return null
  const { window } = worst
  const judge = (trace: Trace): number => harmIn(trace, search, { kind: 'tokens', tokens: window }).harm
  const smaller = yield* smallerOf(worst, judge, least)
  const log = yield* smallerLog(smaller.trace, judge, least)
  return {
    bad,
    found: { ...worst.made, harm: worst.harm, messages: worst.trace.messages.length },
    window,
    smaller: { ...smaller.made, harm: smaller.harm, messages: smaller.trace.messages.length },
    log,
  }
}

/** The conversations that are tried: every scenario in turn, its parameters spread evenly. */
function generatedFor({ generators, tries, seed }: WorstSearch): readonly (readonly [Scenario, Generated])[] {
  return Array.from({ length: tries }, (_, nth) => {
    const generator = generators[nth % generators.length] as Scenario
    const parameters = Object.entries(generator.parameters)
    const round = Math.floor(nth / generators.length)
    const place = spreadPoint(round, Math.max(1, parameters.length))
    // The first of each scenario is as it comes.
    const overrides: Readonly<Record<string, number>> =
      round === 0
        ? {}
        : Object.fromEntries(
            parameters.map(([name, one], at) => [name, valueAt(one, one.min, one.max, place[at] ?? 0)]),
          )
    return [generator, { scenario: generator.name, seed: seed + round, overrides }]
  })
}

function valueAt({ whole }: Parameter, from: number, to: number, place: number): number {
  const value = from + place * (to - from)
  return whole === true ? Math.round(value) : Number(value.toPrecision(3))
}

/** A conversation with its harm. */
interface Case {
  readonly generator: Scenario
  readonly made: Generated
  readonly trace: Trace
  readonly harm: number
}

/** The smallest conversation that other parameters give: first the defaults, then each halved towards its least. */
function* smallerOf(
  worst: Case,
  judge: (trace: Trace) => number,
  least: number,
): Generator<WorstProgress, Case, void> {
  const { made, generator } = worst
  let best = worst
  let done = 0
  const isBetter = (
    overrides: Generated['overrides'],
    isSmall: (now: Trace, before: Trace) => boolean,
  ): boolean => {
    const next = { ...made, overrides }
    const trace = generator.generate(made.seed, overrides)
    done += 1
    if (!isSmall(trace, best.trace)) return false
    const harm = judge(trace)
    if (harm < least) return false
    best = { generator, made: next, trace, harm }
    return true
  }
  for (const name of Object.keys(best.made.overrides)) {
    yield { step: 'generator', done, total: 0 }
    const { [name]: _, ...rest } = best.made.overrides
    isBetter(rest, ({ messages }, before) => messages.length <= before.messages.length)
  }
  for (const [name, one] of Object.entries(generator.parameters)) {
    let low = one.min
    for (let halving = 0; halving < HALVINGS; halving++) {
      yield { step: 'generator', done, total: 0 }
      const own = best.made.overrides[name] ?? one.default
      const value = halving === 0 ? one.min : valueAt(one, low, own, 0.5)
      if (value >= own || (halving > 0 && value <= low)) break
      if (isBetter({ ...best.made.overrides, [name]: value }, isSmaller)) {
        if (halving === 0) break
      } else low = value
    }
  }
  return best
}

/** Fewer messages, or as many with far less text: a parameter that changes little is not worth being named. */
function isSmaller({ messages }: Trace, before: Trace): boolean {
  if (messages.length !== before.messages.length) return messages.length < before.messages.length
  return JSON.stringify(messages).length < 0.8 * JSON.stringify(before.messages).length
}

/** A smaller conversation as a log, which is judged as it is read again. */
function* smallerLog(
  trace: Trace,
  judge: (trace: Trace) => number,
  least: number,
): Generator<WorstProgress, Worst['log'], void> {
  const request = JSON.parse(writers.anthropic(trace)) as { readonly messages: readonly Spoken[] }
  const textOf = (units: readonly Unit[]): string =>
    `${JSON.stringify({ ...request, messages: units.flat() }, null, 2)}\n`
  const harmOf = (units: readonly Unit[]): number =>
    units.length === 0 ? 0 : judge(readTrace(textOf(units), { format: 'anthropic' }))
  const all = unitsOf(request.messages)
  yield { step: 'log', done: 0, total: MOST_PARTS }
  if (harmOf(all) < least) return null
  const steps = shrunk(all, (units) => harmOf(units) >= least, MOST_PARTS)
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      const messages = step.value.flat().length
      if (messages >= trace.messages.length) return null
      return { text: textOf(step.value), messages, harm: harmOf(step.value) }
    }
    yield { step: 'log', done: step.value.tried, total: MOST_PARTS }
  }
}

/** A message as the log has it. */
type Spoken = { readonly role: string; readonly content: Json }

/** What is left out together: a call with its results, or one message. */
type Unit = readonly Spoken[]

function unitsOf(messages: readonly Spoken[]): readonly Unit[] {
  const units: Spoken[][] = []
  for (const message of messages) {
    const last = units.at(-1)
    if (last !== undefined && hasPart(message, 'tool_result')) last.push(message)
    else units.push([message])
  }
  return units
}

function hasPart({ content }: Spoken, type: string): boolean {
  return (
    Array.isArray(content) &&
    content.some((part) => typeof part === 'object' && part !== null && Reflect.get(part, 'type') === type)
  )
}
