import { loadCounter } from '../../tokenizer/index.ts'
import { COUNTER_NAMES } from '../../engine/index.ts'
import { ENGINE_VERSION, readers } from '../../sim/index.ts'
import { pricedModel, pricedModels } from '../../llm/index.ts'
import { nearestName } from '../../config/internal.ts'
import type { Given, Option } from '../option/options.ts'
import { choiceOf, wholeOf } from '../option/options.ts'
import { sourcesOf } from '../input/files.ts'
import type { Unreadable } from '../input/files.ts'
import { tracesOf } from '../input/logs.ts'
import type { Reading } from '../input/logs.ts'
import type { Io } from '../terminal/io.ts'
import { UsageError } from '../terminal/io.ts'
import type { Lane } from '../option/lane.ts'
import { windowIn, windowText } from '../option/window.ts'
import { progressOn } from '../terminal/progress.ts'
import { measure } from './measure.ts'
import type { Measured, Measuring } from './measure.ts'
import { RESULT_VERSION } from './result.ts'
import type { LogResult, Result } from './result.ts'
import { sumsOf } from './sums.ts'

/** Options of every command that runs lanes. */
export const RUNNING: Readonly<Record<string, Option>> = {
  lane: {
    value: '<lane>',
    short: 'l',
    several: true,
    meaning: 'A preset, a .yaml file, or either with changes: hybrid, mine.yaml, managed:eviction.target=0.7',
  },
  window: {
    value: '<size>',
    short: 'w',
    meaning:
      'suggested (default: what the page suggests for each log), model, lane (each config’s own), 50% of the peak, or tokens as in 64k',
  },
  counter: { value: '<name>', meaning: `Token counter: ${COUNTER_NAMES.join(', ')}; default o200k_base` },
  seed: { value: '<n>', meaning: 'Seed of policies that use random numbers; default 1' },
  model: {
    value: '<name>',
    meaning: 'Model whose prices and cache rules are used; default: that of each log',
  },
  shard: { value: '<i/n>', meaning: 'Only every nth log, from the ith; `merge` puts the results together' },
}

/** The measuring that options ask for. Throws a UsageError. */
export async function measuringOf(given: Given, lanes: readonly Lane[]): Promise<Measuring> {
  return {
    lanes,
    window: windowIn(given.one('window')),
    seed: wholeOf(given, 'seed', 1),
    model: modelOf(given.one('model')),
    counter: await loadCounter(choiceOf(given, 'counter', COUNTER_NAMES, 'o200k_base')),
  }
}

function modelOf(name: string | undefined): string | null {
  if (name === undefined) return null
  const found = pricedModel(name)
  if (found !== null) return found.id
  const ids = pricedModels.map(({ id }) => id)
  const near = nearestName(name, ids)
  throw new UsageError(
    `No price of the model ${name} is known. ${near === null ? `Known are ${ids.join(', ')}` : `Is ${near} meant?`}`,
  )
}

export function readingOf(given: Given): Reading {
  const names = Object.keys(readers)
  return {
    format: given.has('reader') ? choiceOf(given, 'reader', names, '') : null,
    conversations: choiceOf(given, 'conversations', ['all', 'largest'], 'all'),
  }
}

/** Every log that was read, and what was not. `each` is called with each log as soon as it was measured. */
export async function measureAll(
  given: Given,
  io: Io,
  measuring: Measuring,
  each: (measured: Measured) => void = () => undefined,
): Promise<Pick<Result, 'logs' | 'unreadable' | 'shard'> & { readonly others: number }> {
  const found = sourcesOf(given.inputs, io)
  const shard = shardIn(given.one('shard'))
  const reading = readingOf(given)
  const logs: LogResult[] = []
  const unreadable: Unreadable[] = shard === null || shard.index === 1 ? [...found.unreadable] : []
  const progress = progressOn(io)
  // Conversations are numbered by their file first, so that parts know the order without reading each other's files.
  const PLACES = 1_000_000
  for (const [at, source] of found.sources.entries()) {
    if (shard !== null && at % shard.count !== shard.index - 1) continue
    progress.say(`${at + 1} of ${found.sources.length}: ${source.name}`)
    const traces = tracesOf(source, reading, io)
    if (!('length' in traces)) {
      unreadable.push(traces)
      continue
    }
    for (const [nth, named] of traces.entries()) {
      const measured = measure(named, at * PLACES + nth, measuring)
      logs.push(measured.result)
      each(measured)
    }
    // Between two logs an interrupt can be handled.
    await new Promise((resolve) => setImmediate(resolve))
  }
  progress.end()
  return {
    logs,
    unreadable: unreadable.toSorted((a, b) => (a.log < b.log ? -1 : a.log > b.log ? 1 : 0)),
    shard: shard === null ? null : `${shard.index}/${shard.count}`,
    others: found.others,
  }
}

function shardIn(text: string | undefined): { readonly index: number; readonly count: number } | null {
  if (text === undefined) return null
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (index === undefined || shard.index < 1 || shard.index > shard.count)
    throw new UsageError(`--shard must be a part of a whole, from 1/2 to 2/2 and so on, but is ${text}`)
  return shard
}

/** The result as it is written, with its sums. */
export function resultOf(
  { lanes, window, seed, model, counter }: Measuring,
  { logs, unreadable, shard }: Pick<Result, 'logs' | 'unreadable' | 'shard'>,
  isCompared: boolean,
): Result {
  const present = new Set(logs.flatMap((log) => log.lanes.map(({ lane }) => lane)))
  const baseline = isCompared ? (lanes.find(({ name }) => present.has(name))?.name ?? null) : null
  const settings = { counter: counter.name, seed, window: windowText(window), model, baseline, lanes }
  return {
    format: 'context-window-lab result',
    version: RESULT_VERSION,
    engine: ENGINE_VERSION,
    settings,
    shard,
    logs,
    sums: sumsOf(logs, settings),
    unreadable,
  }
}
