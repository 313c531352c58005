import { healthRows, healthSeries } from '../../../view/index.ts'
import { coursesStill } from '../../picture/still/course-stills.ts'
import type { Still, StillSubject } from '../../picture/still/still.ts'
import { readingsOf } from '../../store/run/readings.ts'
import texts from './words.json' with { type: 'json' }

/** The health of a lane: each metric over all turns of the window on the screen. */
export function healthStill({ lane, window }: Pick<StillSubject, 'lane' | 'window'>): Still | null {
  const { data } = lane
  const { healths } = readingsOf(data)
  const rows = healthRows(data, healths, data.turns.length - 1)
  if (rows === null) return null
  const courses = rows.map(({ metric, label: name, unit, alertText, strip }) => {
    const points = healthSeries(data, healths, metric, window)
    const alert = strip?.alert ?? null
    const most = points.reduce((top, { value }) => Math.max(top, value), alert ?? 0) * 1.05
    const told = alertText === '' ? unit : `${unit}; ${alertText}`
    return { name, told, points, most, line: alert }
  })
  return coursesStill('health', lane, texts.HEALTH_TEXT, courses)
}
