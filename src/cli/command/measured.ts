import { answerOf } from '../answer/result-answer.ts'
import { metricsIn } from '../answer/figures.ts'
import { write } from '../answer/answer.ts'
import { checkedCondition, namesBaseline, test } from '../condition/holding.ts'
import { CONDITIONS, fails, verdictText } from '../condition/verdict.ts'
import { measureAll, measuringOf, resultOf, RUNNING } from '../measure/all.ts'
import type { Measuring } from '../measure/measure.ts'
import { differentSetting, MEASURING } from '../measure/merged.ts'
import type { LogResult, Result, Settings } from '../measure/result.ts'
import { savedResult } from '../measure/saved.ts'
import type { Lane } from '../option/lane.ts'
import { windowText } from '../option/window.ts'
import type { Given, Option } from '../option/options.ts'
import { EXIT, UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { READING, RESULT_OUTPUT } from './command.ts'

/** Options of the commands that end with a result. */
export const RESULT_OPTIONS: Readonly<Record<string, Option>> = {
  ...RUNNING,
  ...READING,
  ...CONDITIONS,
  metrics: {
    value: '<ids>',
    short: 'm',
    meaning: 'Metrics of the tables, with commas, or all; JSON and CSV have all',
  },
  ...RESULT_OUTPUT,
}

/** Runs lanes on the logs that are named, writes the result and tests its conditions. */
export async function measuredLanes(
  given: Given,
  io: Io,
  lanes: readonly Lane[],
  isCompared: boolean,
): Promise<number> {
  const measuring = await measuringOf(given, lanes)
  checkConditions(given, io, lanes, isCompared)
  const { counter, seed, window, model } = measuring
  checkBaseline(given, io, { counter: counter.name, seed, window: windowText(window), model })
  const all = await measureAll(given, io, measuring)
  io.err(withoutModel(measuring, all.logs))
  const code = answered(resultOf(measuring, all, isCompared, io), given, io, all.others)
  // A part of a whole that has no log of its own is fine, also if others of its files cannot be read.
  const isUnread = all.sources === 0 || (all.shard === null && all.unreadable.length > 0)
  return all.logs.length === 0 && isUnread ? EXIT.unread : code
}

/** Writes a result, and tests its conditions. */
export function answered(result: Result, given: Given, io: Io, others: readonly string[]): number {
  const saved = given.one('baseline')
  const before = saved === undefined ? null : savedResult(saved, io)
  const ids = metricsIn(given.one('metrics'), result.logs)
  const conditions = given.all('fail-if')
  const names = result.settings.lanes.map(({ name }) => name)
  for (const condition of conditions) checkedCondition(condition, names)
  checkBaseline(given, io, result.settings)
  if (before !== null && before.engine !== result.engine)
    io.err(
      `--baseline ${saved ?? ''} was made by engine ${before.engine}, not ${result.engine}: its figures may differ for that reason alone\n`,
    )
  const savedLanes = new Set(before?.settings.lanes.map(({ name }) => name))
  const lacking = before === null ? [] : names.filter((name) => !savedLanes.has(name))
  if (lacking.length > 0)
    io.err(`--baseline ${saved ?? ''} has no lane ${lacking.join(', ')}: baseline has no figure there\n`)
  // What was run is written, whatever becomes of the tests.
  write(answerOf(result, ids, others), given, io)
  if (result.shard !== null && result.logs.length === 0) {
    io.err(`Part ${result.shard} has no log.\n`)
    return EXIT.fine
  }
  const tests = conditions.map((condition) => test(condition, result, before))
  io.err(verdictText(tests))
  return fails(tests) ? EXIT.refused : EXIT.fine
}

/** A saved result of other settings is no baseline: its figures differ for that reason alone. */
function checkBaseline(given: Given, io: Io, own: Pick<Settings, (typeof MEASURING)[number]>): void {
  const saved = given.one('baseline')
  if (saved === undefined) return
  const difference = differentSetting(own, savedResult(saved, io).settings, MEASURING)
  if (difference !== null)
    throw new UsageError(`--baseline ${saved} was made with other settings: ${difference}`)
}

/** A word about logs that have no window of a model, where it was asked for. */
function withoutModel({ window }: Measuring, logs: readonly LogResult[]): string {
  const others = logs.filter(({ lanes }) => lanes[0]?.windowFrom === 'content').map(({ log }) => log)
  const [first] = others
  if (window.kind !== 'model' || first === undefined) return ''
  const more = others.length > 1 ? ` and ${others.length - 1} more` : ''
  return `--window model: no model with a known window is named by ${first}${more}, so the suggested one is used there; --model names one\n`
}

/** Refuses what cannot be meant before anything is run. */
function checkConditions(given: Given, io: Io, lanes: readonly Lane[], isCompared: boolean): void {
  const conditions = given.all('fail-if')
  const saved = given.one('baseline')
  if (saved !== undefined && conditions.length === 0)
    throw new UsageError(`--baseline ${saved} is for --fail-if, which is not given`)
  if (saved !== undefined) savedResult(saved, io)
  const names = lanes.map(({ name }) => name)
  for (const condition of conditions) checkedCondition(condition, names)
  const other = conditions.find((condition) => namesBaseline(condition, names))
  if (other !== undefined && saved === undefined && !isCompared)
    throw new UsageError(
      `--fail-if '${other}' names a baseline, and run has none: use compare, or give --baseline a saved result`,
    )
  metricsIn(given.one('metrics'))
}
