import { grouped } from '../../../engine/internal.ts'
import { duration, money } from '../cost/money.ts'
import type { TimelineData } from '../timeline/timeline.ts'

/** How a figure is read: a whole count, tokens, a share of something named by `unit`, a number per turn, US dollars, or seconds. */
export type MetricKind = 'count' | 'tokens' | 'share' | 'rate' | 'money' | 'time'

/** A figure of a run, with everything that is known about it. */
export interface Metric {
  /** Its name in reports and links. */
  readonly id: string
  readonly label: string
  /** What one unit is, or what a share is a share of. */
  readonly unit: string
  readonly kind: MetricKind
  /** Which way is better; null if neither is. */
  readonly direction: 'up' | 'down' | null
  /** Null if it does not apply; zero is 0. A metric of an empty run has no value. */
  value(data: TimelineData): number | null
  /** The whole that a count is a part of; null if the run does not record it. */
  of?(data: TimelineData): number | null
}

/** A value for people: 12,345 · 74.2 % · 0.83 · $1.2041 · 12 min 30 s; a dash for none. */
export function textOf(value: number | null, kind: MetricKind): string {
  if (value === null) return '–'
  if (kind === 'share') return `${(value * 100).toFixed(1)} %`
  if (kind === 'rate') return value.toFixed(2)
  if (kind === 'money') return money(value)
  if (kind === 'time') return duration(value * 1000)
  return grouped(value)
}
