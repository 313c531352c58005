import { useEffect, useRef } from 'react'
import { playhead } from '../../store/look/playhead.ts'
import { SPEEDS, useSpeed } from '../../store/look/transport.ts'
import type { StripLane } from './strip-lane.ts'
import { announcement } from './strip-words.ts'

/** Milliseconds for which the playhead rests before what happened there is said. */
const REST = 300
/** Turns per second from which on there is no time to listen. */
const TOO_FAST = 2

/** Says what happened in the turn that was stepped to. The slider says it itself while it has the focus. */
export function Announcer({ lanes }: { readonly lanes: readonly StripLane[] }) {
  const ref = useRef<HTMLParagraphElement>(null)
  const speed = SPEEDS[useSpeed()] ?? 1
  useEffect(() => {
    let timer = 0
    const unsubscribe = playhead.subscribe(({ turn, playing }, before) => {
      if (turn === before.turn) return
      window.clearTimeout(timer)
      if (playing && speed > TOO_FAST) return
      timer = window.setTimeout(() => {
        const onSlider = document.activeElement?.matches('.turn-slider') === true
        if (ref.current !== null) ref.current.textContent = onSlider ? '' : announcement(turn, lanes)
      }, REST)
    })
    return () => {
      window.clearTimeout(timer)
      unsubscribe()
    }
  }, [lanes, speed])
  return <p ref={ref} className="unseen announcer" aria-live="polite" />
}
