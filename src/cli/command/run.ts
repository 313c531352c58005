import { laneOf, RECORDED, withNames } from '../option/lane.ts'
import type { Given } from '../option/options.ts'
import type { Io } from '../terminal/io.ts'
import { CONDITION_NOTES } from '../condition/verdict.ts'
import type { Command } from './command.ts'
import { measuredLanes, RESULT_OPTIONS } from './measured.ts'

export const run: Command = {
  name: 'run',
  meaning: 'Replay logs through a strategy, or several, and print what it kept, cost and changed',
  arguments: '<log …>',
  notes: CONDITION_NOTES,
  examples: [
    'context-window-lab run session.jsonl',
    'context-window-lab run session.jsonl --lane mine.yaml --window 64k --metrics all',
    'context-window-lab run scenario:long-coding?seed=3 --lane hybrid',
  ],
  options: RESULT_OPTIONS,
  run: (given, io) => measured(given, io, ['managed'], false),
}

export const compare: Command = {
  name: 'compare',
  meaning: 'Replay logs through several strategies, side by side and log by log',
  arguments: '<log …>',
  notes: [
    'Without --lane the lanes are recorded (what the log’s own client sent, in logs that show its compactions; client is the same in every log), fifo, hybrid and managed. The first lane is the baseline.',
    ...CONDITION_NOTES,
  ],
  examples: [
    'context-window-lab compare session.jsonl',
    'context-window-lab compare ~/.claude/projects --lane client --lane hybrid --lane mine.yaml',
    'context-window-lab compare logs --lane hybrid --fail-if "constraints_lost > 0" --fail-if "cost > 1.05 * baseline" --baseline saved.json',
    'context-window-lab compare "logs/**/*.jsonl" --format csv --out figures.csv',
  ],
  options: RESULT_OPTIONS,
  run: (given, io) => measured(given, io, [RECORDED, 'fifo', 'hybrid', 'managed'], true),
}

async function measured(
  given: Given,
  io: Io,
  usual: readonly string[],
  isCompared: boolean,
): Promise<number> {
  const written = given.all('lane')
  const lanes = withNames((written.length > 0 ? written : usual).map((one) => laneOf(one, io)))
  return measuredLanes(given, io, lanes, isCompared)
}
