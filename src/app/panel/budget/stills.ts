import { budgetSeries, budgetTable, share } from '../../../view/index.ts'
import { coursesStill } from '../../picture/still/course-stills.ts'
import type { Still, StillSubject } from '../../picture/still/still.ts'
import { readingsOf } from '../../store/run/readings.ts'
import texts from './words.json' with { type: 'json' }

/** The budget of a lane: each component as a share of its limit, over all turns of the window on the screen. */
export function budgetStill({ lane, window }: Pick<StillSubject, 'lane' | 'window'>): Still | null {
  const { data } = lane
  const { budgets } = readingsOf(data)
  const table = budgetTable(data, budgets, data.turns.length - 1)
  if (table === null) return null
  const series = budgetSeries(data, budgets, window)
  const courses = table.rows.map(({ part, label: name, planned }) => {
    const points = series.map(({ x, shares }) => ({ x, value: shares[part] }))
    const most = points.reduce((top, { value }) => Math.max(top, value), 1.05)
    const told = part === 'total' ? '' : `${share(planned)} of the window`
    return { name, told, points, most, line: 1 }
  })
  return coursesStill('budget', lane, texts.BUDGET_TEXT, courses)
}
