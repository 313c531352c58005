import { loadCounter } from '../../tokenizer/index.ts'
import { COUNTER_NAMES } from '../../engine/index.ts'
import { ENGINE_VERSION } from '../../sim/index.ts'
import { pricedModel, pricedModels } from '../../llm/index.ts'
import { nearestName } from '../../config/internal.ts'
import type { Given, Option } from '../option/options.ts'
import { choiceOf, wholeOf } from '../option/options.ts'
import { sourcesOf } from '../input/files.ts'
import type { Io } from '../terminal/io.ts'
import { UsageError } from '../terminal/io.ts'
import type { Lane } from '../option/lane.ts'
import { windowIn, windowText } from '../option/window.ts'
import { measurePart, placesOf } from './part.ts'
import type { Part, Shard } from './part.ts'
import { measureInThreads } from './threads.ts'
import type { Measuring } from './measure.ts'
import { RESULT_VERSION } from './result.ts'
import type { LogResult, Result, Settings } from './result.ts'
import { sumsOf } from './sums.ts'

/** Options about lanes and how they are run. */
export const LANES: Readonly<Record<string, Option>> = {
  lane: {
    value: '<lane>',
    short: 'l',
    several: true,
    meaning:
      'A preset, a .yaml file, or either with changes: hybrid, mine.yaml, managed:eviction.target=0.7; client is what the log’s own client sent, and recorded the same, but only in logs that show its compactions',
  },
  window: {
    value: '<size>',
    short: 'w',
    meaning:
      'suggested (default: that of the model if the log comes near it, else the fixed overhead plus half of the rest; of scenarios 50% of the peak), model (of --model or of the log), whole (for all of the conversation), lane (each config’s own), 50% of the peak, or tokens as in 64k',
  },
  counter: { value: '<name>', meaning: `Token counter: ${COUNTER_NAMES.join(', ')}; default o200k_base` },
  seed: { value: '<n>', meaning: 'Seed of policies that use random numbers; default 1' },
  model: {
    value: '<name>',
    meaning: 'Model whose prices and cache rules are used; default: that of each log',
  },
}

/** Those of every command with a result over many logs. */
export const RUNNING: Readonly<Record<string, Option>> = {
  ...LANES,
  shard: {
    value: '<i/n>',
    meaning: 'Only the ith of n parts of the logs; `merge` puts the results together',
  },
  jobs: {
    value: '<n>',
    short: 'j',
    meaning:
      'Threads that run logs at the same time, at most as many as the machine has processors; default 1',
  },
}

/** The measuring that options ask for. Throws a UsageError. */
export async function measuringOf(
  given: Given,
  lanes: readonly Lane[],
  usualWindow?: string,
): Promise<Measuring> {
  const window = windowIn(given.one('window') ?? usualWindow)
  const sized = [...given.all('lane'), ...given.all('set')].find((text) =>
    /(?:^|[:,])max_context_tokens=/.test(text),
  )
  if (sized !== undefined && window.kind !== 'lane')
    throw new UsageError(
      `${sized} sets the window of a lane, but --window ${windowText(window)} gives all lanes one. Write --window lane, so that each has its own`,
    )
  return {
    lanes,
    window,
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

/** Every log that was read, and what was not: in one thread or in several, with the same result. */
export async function measureAll(
  given: Given,
  io: Io,
  measuring: Measuring,
): Promise<Part & Pick<Result, 'shard'>> {
  const { sources } = sourcesOf(given.inputs, io)
  const shard = shardIn(given.one('shard'))
  const wanted = shard === null ? null : placesOf(shard, sources)
  const jobs = Math.min(wholeOf(given, 'jobs', 1, 1), (wanted ?? sources).length)
  const tellsMissing = shard === null || shard.index === 1
  const part =
    jobs > 1
      ? measureInThreads(jobs, given, io, measuring, wanted, tellsMissing)
      : measurePart(given, io, measuring, { nth: 0, of: 1 }, wanted, tellsMissing)
  return { ...(await part), shard: shard === null ? null : `${shard.index}/${shard.count}` }
}

function shardIn(text: string | undefined): Shard | null {
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
  compared: boolean,
  io: Pick<Io, 'err' | 'progress'>,
): Result {
  const settings = settingsOf(
    { counter: counter.name, seed, window: windowText(window), model, compared, lanes },
    logs,
  )
  return {
    format: 'context-window-lab result',
    version: RESULT_VERSION,
    engine: ENGINE_VERSION,
    settings,
    shard,
    logs,
    sums: sumsOf(logs, settings, io),
    unreadable,
  }
}

/** Settings with the baseline that the logs have: the first lane that is in one of them. */
export function settingsOf(
  { counter, seed, window, model, compared, lanes }: Omit<Settings, 'baseline'>,
  logs: readonly LogResult[],
): Settings {
  const present = new Set(logs.flatMap((log) => log.lanes.map(({ lane }) => lane)))
  const baseline = compared ? (lanes.find(({ name }) => present.has(name))?.name ?? null) : null
  return { counter, seed, window, model, compared, baseline, lanes }
}
