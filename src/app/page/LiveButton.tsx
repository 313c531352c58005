import { MessagesSquare } from 'lucide-react'
import { toggleLive, useTuning } from '../store/look/open.ts'
import { SIDE_TEXT } from './words.ts'
import { Button } from '../ui/Button.tsx'

/** Opens a live conversation beside the lanes. */
export function LiveButton() {
  const pressed = useTuning(({ live, front }) => live && front === 'live')
  return (
    <Button aria-pressed={pressed} label={SIDE_TEXT.live} title={SIDE_TEXT.liveTitle} onClick={toggleLive}>
      <MessagesSquare size={15} aria-hidden="true" /> <span className="where-wide">{SIDE_TEXT.live}</span>
    </Button>
  )
}
