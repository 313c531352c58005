import type { Given } from '../option/options.ts'
import type { Io } from '../terminal/io.ts'
import { eachLog } from '../input/each.ts'
import type { Read } from '../input/each.ts'
import { measure } from './measure.ts'
import type { Measuring } from './measure.ts'
import type { LogResult, Result } from './result.ts'

/** One part of all logs: every nth, from the ith. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** What became of some logs. */
export type Part = Pick<Result, 'logs' | 'unreadable'> & Pick<Read, 'others' | 'sources'>

/** Conversations are numbered by their file first, so that parts know the order without reading each other's files. */
const PLACES = 1_000_000

/**
 * The logs of a part, or all of them, one after the other.
 *
 * @param wanted places of the sources that are meant; null: all
 */
export async function measurePart(
  given: Given,
  io: Io,
  measuring: Measuring,
  shard: Shard | null,
  wanted: readonly number[] | null = null,
): Promise<Part> {
  const logs: LogResult[] = []
  const read = await eachLog(
    given,
    io,
    (named, at, nth, say) => void logs.push(measure(named, at * PLACES + nth, measuring, say).result),
    (_, at) => {
      const nth = wanted === null ? at : wanted.indexOf(at)
      return nth >= 0 && (shard === null || nth % shard.count === shard.index - 1)
    },
    shard === null || shard.index === 1,
  )
  return { ...read, logs }
}
