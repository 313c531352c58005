import type { Json, Milliseconds } from '../../../engine/index.ts'
import { at, isRecord } from '../json/guard.ts'
import { instantOf } from './instant.ts'

/** Where records of a call have the time of its answer; else when it began, which is near enough. */
const TIMES = (
  'completed_at completedAt end_time endTime ended_at endedAt logged_at timestamp recorded_at created_at createdAt ts ' +
  'start_time startTime started_at startedAt'
).split(' ')
/** Where an answer has its own. */
const OWN = ['timestamp', 'ts', 'created', 'created_at', 'createTime', 'completed_at']
/** A number below is a duration, or a count. */
const LEAST = 1e9

/** The first time that the records of a call have; null without one. */
export function answeredAt(...records: readonly (Json | undefined)[]): Milliseconds | null {
  for (const record of records)
    for (const key of TIMES) {
      const value = at(record, key)
      if (typeof value === 'number' && value < LEAST) continue
      const time = instantOf(value)
      if (time !== null) return time
    }
  return null
}

/** An answer with the time that was recorded around it, unless it has one of its own. */
export function timed(answer: Json, time: Milliseconds | null): Json {
  if (time === null || !isRecord(answer) || OWN.some((key) => (at(answer, key) ?? null) !== null))
    return answer
  return { ...answer, timestamp: time }
}
