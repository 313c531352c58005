import { create } from 'zustand'
import type { Turn } from '../../../engine/index.ts'
import { seek } from './playhead.ts'

/** Whether what happened in the turn of the playhead is told under the strip. */
export const useHappenings = create<{ readonly open: boolean }>(() => ({ open: false }))

/** Goes to a turn and tells what happened in it. */
export function tellTurn(turn: Turn): void {
  seek(turn)
  useHappenings.setState({ open: true })
}

export function toggleHappenings(): void {
  useHappenings.setState(({ open }) => ({ open: !open }))
}

export function closeHappenings(): void {
  useHappenings.setState({ open: false })
}
