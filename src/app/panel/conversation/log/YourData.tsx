import { FileUp } from 'lucide-react'
import { LOG_TEXT } from './words.ts'
import { focusBox, PANEL } from './desk.ts'
import { Button } from '../../../ui/Button.tsx'

/** The page's button for a person's own log. */
export function YourData() {
  return (
    <Button
      popoverTarget={PANEL}
      onClick={() => {
        // The panel opens after the click.
        requestAnimationFrame(focusBox)
      }}
    >
      <FileUp size={15} aria-hidden="true" /> {LOG_TEXT.title}
    </Button>
  )
}
