import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { BlockId, Turn } from '../../../engine/index.ts'
import { playhead } from '../../store/look/playhead.ts'
import { hideTip, showTip } from '../../ui/listen.ts'

/** What the keys walk over. */
export interface Walk {
  /** Blocks from the bottom of the picture to its top, in a turn. */
  readonly order: (turn: Turn) => readonly BlockId[]
  /** Lines of a block's tip, in a turn. */
  readonly describe: (block: BlockId, turn: Turn) => readonly string[]
  /** Draws the outline of a block; null removes it. */
  readonly point: (block: BlockId | null) => void
  /** Where a block is in a turn, in pixels of the picture; null if it is not visible. */
  readonly placeOf: (block: BlockId, turn: Turn) => { readonly x: number; readonly y: number } | null
  readonly select: (block: BlockId) => void
}

/** Blocks that a key goes up; Home and End stay with the turns. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/**
 * Lets the keyboard point at blocks: once it has the focus, up and down go to the block above and below at the playhead,
 * and Enter selects. Left and right go on stepping through the turns. It lies over the picture and takes no pointer.
 * Its value is 0 until it points at a block.
 */
export function BlockWalker({
  label,
  hint,
  selected,
  walk,
}: {
  readonly label: string
  readonly hint: string
  readonly selected: BlockId | null
  readonly walk: Walk
}) {
  const element = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<{
    readonly block: BlockId
    readonly place: number
  } | null>(null)
  const turnNow = useStore(playhead, ({ turn }) => (at === null ? 0 : turn))
  // How many blocks there are is counted when somebody comes to point at them.
  const [count, setCount] = useState(0)
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (event.key === 'Enter' && at !== null) {
      hideTip()
      walk.select(at.block)
    } else if (step !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const { turn } = playhead.getState()
      const order = walk.order(turn)
      const here = order.indexOf(at?.block ?? selected ?? -1)
      // Without a block, up begins at the bottom, and down at the newest.
      const from = here >= 0 ? here : step > 0 ? -1 : order.length
      const place = Math.min(order.length - 1, Math.max(0, from + step))
      const block = order[place]
      if (block === undefined) return
      setAt({ block, place })
      setCount(order.length)
      walk.point(block)
      const spot = walk.placeOf(block, turn)
      const box = element.current?.getBoundingClientRect()
      if (spot !== null && box !== undefined)
        showTip(box.left + spot.x, box.top + spot.y, walk.describe(block, turn))
      else hideTip()
    } else {
      // The turn may change, and with it the place of the block.
      hideTip()
      return
    }
    event.preventDefault()
  }
  return (
    <div
      ref={element}
      className="block-walker"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native slider has a track of its own
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={count}
      aria-valuenow={at === null ? 0 : at.place + 1}
      aria-valuetext={at === null ? hint : walk.describe(at.block, turnNow).join(', ')}
      onKeyDown={onKeyDown}
      onFocus={() => {
        setCount(walk.order(playhead.getState().turn).length)
      }}
      onBlur={() => {
        hideTip()
        walk.point(null)
      }}
    />
  )
}
