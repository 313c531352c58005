import { FileUp } from 'lucide-react'
import { LOG_TEXT } from './words.ts'
import { focusBox, PANEL } from './desk.ts'

/** The page's way to a person's own log. */
export function YourData() {
  return (
    <button
      type="button"
      className="plain"
      popoverTarget={PANEL}
      onClick={() => {
        // The panel opens after the click.
        requestAnimationFrame(focusBox)
      }}
    >
      <FileUp size={15} aria-hidden="true" /> {LOG_TEXT.title}
    </button>
  )
}
