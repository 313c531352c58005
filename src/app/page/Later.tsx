import { useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useInSight } from '../ui/use-in-sight.ts'
import { panelsWanted } from './jump.ts'

/** Pixels from the screen at which panels are made. */
const NEAR = '800px'

/**
 * Panels that are made once they come near the screen, or once somebody jumps below them. Once made they stay: what was
 * typed or opened in them is not lost by scrolling.
 *
 * @param height pixels that stand in for them until then
 */
export function Later({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  const { ref, inSight } = useInSight<HTMLDivElement>(NEAR)
  const wanted = useStore(panelsWanted, (state) => state.wanted)
  const [made, setMade] = useState(false)
  if ((inSight || wanted) && !made) setMade(true)
  return made ? children : <div className="later" ref={ref} style={{ height }} />
}
