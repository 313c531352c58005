import type { Turn } from '../../../engine/index.ts'
import { xAt } from '../../../view/index.ts'
import type { WindowOpening } from '../../../view/index.ts'
import type { Scale } from './scale.ts'

/** A mark on the axis of a lane, and the turns that it represents. */
export interface Flag {
  /** Pixels. */
  readonly x: number
  readonly turns: readonly Turn[]
}

/** Pixels between two flags; closer ones share the first. */
const APART = 7
/** Pixels by which a pointer may miss a mark. */
const REACH = 6
/** Pixels of the label of a new window. */
const LABEL = 64
const LABEL_HEIGHT = 16

/** Flags of the visible turns, without overlap. */
export function flagsAt(turns: readonly Turn[], scale: Scale): Flag[] {
  const flags: { x: number; turns: Turn[] }[] = []
  for (const turn of turns) {
    const at = xAt(turn, 'sent')
    if (at < scale.from || at > scale.to) continue
    const x = scale.x(at)
    const last = flags.at(-1)
    if (last !== undefined && x - last.x < APART) last.turns.push(turn)
    else flags.push({ x, turns: [turn] })
  }
  return flags
}

/** The flag at a pixel of the axis. */
export function flagAt(flags: readonly Flag[], x: number): Flag | null {
  return flags.find((flag) => Math.abs(flag.x + 2 - x) <= REACH) ?? null
}

/** The x of the line of a new window, in pixels: at the edit that opened it. */
export function openingAt({ turn }: WindowOpening, scale: Scale): number {
  return scale.x(xAt(turn, 'offered') + 0.125)
}

/** Pixels that the name of a window needs, and its number alone. */
const NAME_ROOM = 58
const NUMBER_ROOM = 20

/** How much of the name of each new window fits between its line and the next, or the end of the picture. */
export function openingLabels(
  openings: readonly WindowOpening[],
  scale: Scale,
): { readonly opening: WindowOpening; readonly x: number; readonly label: 'name' | 'number' | 'none' }[] {
  const places = openings.map((opening) => openingAt(opening, scale))
  return openings.map((opening, index) => {
    const x = places[index] ?? 0
    const room = (places[index + 1] ?? scale.width - scale.right) - x
    return { opening, x, label: room >= NAME_ROOM ? 'name' : room >= NUMBER_ROOM ? 'number' : 'none' }
  })
}

/** The new window whose label is at a place of the picture. */
export function openingUnder(
  openings: readonly WindowOpening[],
  scale: Scale,
  x: number,
  y: number,
): WindowOpening | null {
  if (y > LABEL_HEIGHT) return null
  return (
    openings.findLast((opening) => {
      const at = openingAt(opening, scale)
      return x >= at - 3 && x <= at + LABEL
    }) ?? null
  )
}
