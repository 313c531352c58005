import type { TrimDirection } from './settings.ts'

/**
 * In which order the groups of a list leave, by position. From the middle, the one nearest to it goes first and
 * of two equally near ones the older, so that the newest is the last of all.
 */
export function leavingOrder(count: number, direction: TrimDirection): readonly number[] {
  if (direction === 'start') return Array.from({ length: count }, (_, at) => at)
  if (direction === 'end') return Array.from({ length: count }, (_, at) => count - 1 - at)
  const order: number[] = []
  const middle = (count - 1) / 2
  let left = Math.floor(middle)
  let right = left + 1
  while (order.length < count) {
    const older = left >= 0 && (right >= count || middle - left <= right - middle)
    order.push(older ? left-- : right++)
  }
  return order
}
