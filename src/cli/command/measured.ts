import { answerOf, unreadableLine } from '../answer/result-answer.ts'
import { metricsIn } from '../answer/figures.ts'
import { write } from '../answer/answer.ts'
import { conditionIn } from '../condition/expression.ts'
import { test } from '../condition/holding.ts'
import { CONDITIONS, fails, verdictText } from '../condition/verdict.ts'
import { measureAll, measuringOf, resultOf, RUNNING } from '../measure/all.ts'
import type { Result } from '../measure/result.ts'
import { savedResult } from '../measure/saved.ts'
import type { Lane } from '../option/lane.ts'
import type { Given, Option } from '../option/options.ts'
import { EXIT } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { OUTPUT, READING } from './command.ts'

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
  ...OUTPUT,
}

/** Runs lanes on the logs that are named, writes the result and tests its conditions. */
export async function measuredLanes(
  given: Given,
  io: Io,
  lanes: readonly Lane[],
  isCompared: boolean,
): Promise<number> {
  const measuring = await measuringOf(given, lanes)
  checkConditions(given)
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
  const tests = given.all('fail-if').map((condition) => test(condition, result, before))
  write(answerOf(result, ids, others), given, io)
  if (given.one('format') === 'csv' && result.unreadable.length > 0)
    io.err(result.unreadable.map((one) => `not read: ${unreadableLine(one)}`).join(''))
  io.err(verdictText(tests))
  return fails(tests) ? EXIT.refused : EXIT.fine
}

/** Refuses what cannot be meant before anything is run. */
function checkConditions(given: Given): void {
  metricsIn(given.one('metrics'))
  for (const condition of given.all('fail-if')) conditionIn(condition)
}
