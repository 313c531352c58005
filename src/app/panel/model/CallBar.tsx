import { useEffect, useLayoutEffect, useRef } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import { useSession } from '../../store/run/session.ts'
import { frontsOf, useTuning } from '../../store/look/open.ts'
import { APPROVAL_TEXT } from '../../store/model/words.ts'
import { askAgain, useCalls, useCurrent } from '../../store/model/call-list.ts'
import { CurrentCall } from '../../picture/call/CurrentCall.tsx'
import '../../picture/call/call-bar.css'

/** The call that waits for approval, or the one in progress, at the bottom of the page. */
export function CallBar() {
  const inPanel = useLiveInFront()
  // The conversation shows its own calls.
  const current = useCurrent((purpose) => purpose !== 'agent' || !inPanel)
  const agreed = useCalls((state) => state.agreed)
  const running = useSession((state) => state.progress !== null)
  const place = useRef<HTMLElement>(null)
  // Approval for a run ends with it.
  useEffect(() => {
    if (!agreed || running) return
    askAgain()
  }, [agreed, running])
  useReservedRoom(place)
  return (
    <section
      ref={place}
      className="call-bar-place"
      aria-label={APPROVAL_TEXT.label}
      aria-live="polite"
      tabIndex={-1}
    >
      {current !== null && <CurrentCall record={current} />}
    </section>
  )
}

/** Whether a live conversation is visible at the side. */
function useLiveInFront(): boolean {
  const selected = useChoices((state) => state.selection !== null)
  return useTuning((state) => {
    const fronts = frontsOf(state, selected)
    return (fronts.includes(state.front) ? state.front : fronts[0]) === 'live'
  })
}

/** Reserves as much space at the bottom of the page as the bar covers, so that everything can be seen and pressed. */
function useReservedRoom(place: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = place.current
    if (own === null) return undefined
    const root = document.documentElement
    const measure = (): void => {
      const { height } = own.getBoundingClientRect()
      if (height === 0) root.style.removeProperty('--call-bar')
      else root.style.setProperty('--call-bar', `${Math.ceil(height) + GAPS}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(own)
    measure()
    return () => {
      observer.disconnect()
      root.style.removeProperty('--call-bar')
    }
  }, [place])
}

/** Pixels above and below the bar. */
const GAPS = 16
