import { metricsIn } from '../answer/figures.ts'
import { answerOf } from '../answer/result-answer.ts'
import { EXIT, UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { laneOf, RECORDED, withNames } from '../option/lane.ts'
import type { Given, Option } from '../option/options.ts'
import { measureAll, measuringOf, resultOf, RUNNING } from '../measure/all.ts'
import type { Command } from './command.ts'
import { OUTPUT, READING } from './command.ts'
import { write } from '../answer/answer.ts'

const OPTIONS: Readonly<Record<string, Option>> = {
  ...RUNNING,
  ...READING,
  metrics: {
    value: '<ids>',
    short: 'm',
    meaning: 'Metrics of the tables, with commas, or all; JSON and CSV have all',
  },
  ...OUTPUT,
}

export const run: Command = {
  name: 'run',
  meaning: 'Replay logs through one strategy, and print what it kept, cost and changed',
  arguments: '<log …>',
  examples: [
    'context-window-lab run session.jsonl',
    'context-window-lab run session.jsonl --lane mine.yaml --window 64k --metrics all',
    'context-window-lab run scenario:long-coding?seed=3 --lane hybrid',
  ],
  options: OPTIONS,
  run: (given, io) => measured(given, io, ['managed'], false),
}

export const compare: Command = {
  name: 'compare',
  meaning: 'Replay logs through several strategies, side by side and log by log',
  arguments: '<log …>',
  notes: [
    'Without --lane the lanes are recorded (what the log’s own client did, where the log shows it), fifo, hybrid and managed. The first lane is the baseline.',
  ],
  examples: [
    'context-window-lab compare session.jsonl',
    'context-window-lab compare ~/.claude/projects --lane recorded --lane hybrid --lane mine.yaml',
    'context-window-lab compare "logs/**/*.jsonl" --format csv --out figures.csv',
  ],
  options: OPTIONS,
  run: (given, io) => measured(given, io, [RECORDED, 'fifo', 'hybrid', 'managed'], true),
}

async function measured(
  given: Given,
  io: Io,
  usual: readonly string[],
  isCompared: boolean,
): Promise<number> {
  if (given.inputs.length === 0)
    throw new UsageError('Name a log, a folder, a pattern, scenario:<name>, or - for standard input')
  const ids = metricsIn(given.one('metrics'))
  const written = given.all('lane')
  const lanes = withNames((written.length > 0 ? written : usual).map((one) => laneOf(one, io)))
  const measuring = await measuringOf(given, lanes)
  const all = await measureAll(given, io, measuring)
  const result = resultOf(measuring, all, isCompared)
  write(answerOf(result, ids, all.others), given, io)
  return result.logs.length === 0 ? EXIT.unread : EXIT.fine
}
