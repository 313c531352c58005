import { stream } from '../../engine/internal.ts'
import type { World } from '../live.ts'
import { errorLog } from './error-log.ts'
import written from './files.json' with { type: 'json' }
import { lockFile } from './lock-file.ts'
import { tariffsFile } from './tariffs.ts'

const SEED = 20260302

let made: World | null = null

/**
 * A made-up code base to work on: a service of a marina with its tests, one of which fails, and enough other files to
 * fill a small window. Paths are in the order of code units. The same bytes each time.
 */
export function repository(): World {
  made ??= {
    files: new Map(
      [
        ...Object.entries(written).map(([path, lines]) => [path, lines.join('\n')] as const),
        ['src/harbour/tariffs.ts', tariffsFile(stream(SEED, 'tariffs'))] as const,
        ['logs/error.log', errorLog(stream(SEED, 'log'))] as const,
        ['package-lock.json', lockFile(stream(SEED, 'lock'))] as const,
      ].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  }
  return made
}
