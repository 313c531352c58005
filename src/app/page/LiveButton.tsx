import { MessagesSquare } from 'lucide-react'
import { toggleLive, useTuning } from '../store/look/open.ts'
import { SIDE_TEXT } from './words.ts'

/** Opens a live conversation beside the lanes. */
export function LiveButton() {
  const pressed = useTuning(({ live, front }) => live && front === 'live')
  return (
    <button
      type="button"
      className="plain"
      aria-pressed={pressed}
      title={SIDE_TEXT.liveTitle}
      onClick={toggleLive}
    >
      <MessagesSquare size={15} aria-hidden="true" /> {SIDE_TEXT.live}
    </button>
  )
}
