import { contentHash } from '../../engine/internal.ts'
import type { Given } from '../option/options.ts'
import type { Io } from '../terminal/io.ts'
import { eachLog } from '../input/each.ts'
import type { Read } from '../input/each.ts'
import type { Source } from '../input/files.ts'
import { measure } from './measure.ts'
import type { Measuring } from './measure.ts'
import type { LogResult, Result } from './result.ts'

/** One part of all logs, from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** One of some threads, from 0, each of which has every nth of the logs. */
export interface Share {
  readonly nth: number
  readonly of: number
}

/** What became of some logs. */
export type Part = Pick<Result, 'logs' | 'unreadable'> & Pick<Read, 'others' | 'sources'>

/** Conversations are numbered by their file first, so that parts know the order without reading each other's files. */
const PLACES = 1_000_000

/**
 * The places of a part's sources. Their names alone decide, so that a file that comes or goes between two parts moves no
 * other one to another part.
 */
export function placesOf({ index, count }: Shard, sources: readonly Source[]): readonly number[] {
  return sources.flatMap(({ name }, at) =>
    Number.parseInt(contentHash([name]).slice(0, 8), 16) % count === index - 1 ? [at] : [],
  )
}

/**
 * The logs of a part, or all of them, one after the other.
 *
 * @param wanted places of the sources that are meant; null: all
 * @param tellsMissing whether what does not exist is among the unreadable: one part of a whole says it
 */
export async function measurePart(
  given: Given,
  io: Io,
  measuring: Measuring,
  share: Share,
  wanted: readonly number[] | null,
  tellsMissing: boolean,
): Promise<Part> {
  const logs: LogResult[] = []
  const read = await eachLog(
    given,
    io,
    (named, at, nth, say) => void logs.push(measure(named, at * PLACES + nth, measuring, say).result),
    (_, at) => {
      const nth = wanted === null ? at : wanted.indexOf(at)
      return nth >= 0 && nth % share.of === share.nth
    },
    tellsMissing,
  )
  return { ...read, logs }
}
