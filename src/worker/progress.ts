import type { Progress } from '../sim/index.ts'
import type { ProgressReport } from './protocol.ts'

/** How far the run of a lane is; the first run over a trace looks for what each turn needs before it begins. */
export function reportOf(lane: string, { turn, turns, searched }: Progress): ProgressReport {
  return searched === undefined
    ? { step: 'run', lane, done: turn, total: turns }
    : { step: 'needs', done: searched, total: 1 }
}
