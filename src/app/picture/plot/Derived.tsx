import type { WindowId } from '../../../engine/index.ts'

/**
 * Derives something that is remembered, ahead of the pictures that draw it: React pauses only between components, and one
 * that derives everything would keep the page from answering.
 */
export function Derived<Data>({
  derive,
  from,
  window,
}: {
  readonly derive: (from: Data, window: WindowId) => unknown
  readonly from: Data
  readonly window: WindowId
}) {
  try {
    derive(from, window)
  } catch {
    // It is thrown again where it is drawn.
  }
  return null
}
