import type { TimelineData } from '../timeline/timeline.ts'

/** How a figure is read: a whole count, tokens, a share of something named by `unit`, or a number per turn. */
export type MetricKind = 'count' | 'tokens' | 'share' | 'rate'

/** A figure of a run. It knows its name, unit, kind, direction and how it is computed; tables know none of it. */
export interface Metric {
  readonly id: string
  readonly label: string
  /** What one unit is, or what a share is a share of. */
  readonly unit: string
  readonly kind: MetricKind
  /** Which way is better; null where neither is. */
  readonly direction: 'up' | 'down' | null
  /** One sentence for a person. */
  readonly meaning: string
  /** Null where it does not apply; zero is 0. A metric of an empty run has no value. */
  value(data: TimelineData): number | null
  /** What a count is a part of; null where the run does not tell. */
  of?(data: TimelineData): number | null
}

/** A metric of one run, ready for a table. */
export interface MetricRow {
  readonly id: string
  readonly label: string
  readonly value: number | null
  /** What the value is a part of: 24 of 56; null for a figure that stands alone. */
  readonly of: number | null
  readonly unit: string
  readonly kind: MetricKind
  readonly direction: 'up' | 'down' | null
  readonly meaning: string
  /** The value for people, a dash for none. */
  readonly text: string
}

export function rowOf(metric: Metric, data: TimelineData): MetricRow {
  const value = data.turns.length === 0 ? null : metric.value(data)
  const of = value === null ? null : (metric.of?.(data) ?? null)
  const { id, label, unit, kind, direction, meaning } = metric
  const text = textOf(value, kind) + (of === null ? '' : ` of ${textOf(of, kind)}`)
  return { id, label, value, of, unit, kind, direction, meaning, text }
}

/** The metrics that say how far a run came, and whether a provider would have answered it. */
export const FITNESS: readonly string[] = Object.freeze(['turns-reached', 'turns-refused'])

/**
 * Whether a run came to the end of its conversation and sent nothing over the limit. Only such a run may be
 * called better than another, whatever its other figures are.
 */
export function isFit(rows: readonly Pick<MetricRow, 'id' | 'value' | 'of'>[]): boolean {
  const reached = rows.find(({ id }) => id === 'turns-reached')
  const refused = rows.find(({ id }) => id === 'turns-refused')
  return reached?.value === reached?.of && (refused?.value ?? 0) === 0
}

/** A value for people: 12,345 · 74.2 % · 0.83; a dash for none. */
export function textOf(value: number | null, kind: MetricKind): string {
  if (value === null) return '–'
  if (kind === 'share') return `${(value * 100).toFixed(1)} %`
  if (kind === 'rate') return value.toFixed(2)
  return grouped(value)
}

/** Thousands separated by commas; not the machine's locale, which differs between readers. */
function grouped(value: number): string {
  const digits = String(Math.abs(Math.round(value)))
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return (value < 0 ? '−' : '') + groups.join(',')
}
