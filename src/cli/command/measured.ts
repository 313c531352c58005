import { answerOf } from '../answer/result-answer.ts'
import { metricsIn } from '../answer/figures.ts'
import { write } from '../answer/answer.ts'
import { checkedCondition, namesBaseline, test } from '../condition/holding.ts'
import { CONDITIONS, fails, verdictText } from '../condition/verdict.ts'
import { measureAll, measuringOf, resultOf, RUNNING } from '../measure/all.ts'
import type { Result } from '../measure/result.ts'
import { savedResult } from '../measure/saved.ts'
import type { Lane } from '../option/lane.ts'
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
  const all = await measureAll(given, io, measuring)
  const code = answered(resultOf(measuring, all, isCompared), given, io, all.others)
  // A part of a whole that has no log of its own is fine.
  return all.logs.length === 0 && (all.unreadable.length > 0 || all.sources === 0) ? EXIT.unread : code
}

/** Writes a result, and tests its conditions. */
export function answered(result: Result, given: Given, io: Io, others: readonly string[]): number {
  const saved = given.one('baseline')
  const before = saved === undefined ? null : savedResult(saved, io)
  const ids = metricsIn(given.one('metrics'), result.logs)
  const conditions = given.all('fail-if')
  const names = result.settings.lanes.map(({ name }) => name)
  for (const condition of conditions) checkedCondition(condition, names)
  // What was run is written, whatever becomes of the tests.
  write(answerOf(result, ids, others), given, io)
  const tests = conditions.map((condition) => test(condition, result, before))
  io.err(verdictText(tests))
  return fails(tests) ? EXIT.refused : EXIT.fine
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
    throw new UsageError(`--fail-if '${other}' needs --baseline: run compares its lanes with nothing`)
  metricsIn(given.one('metrics'))
}
