import { Download } from 'lucide-react'
import type { Live } from '../../../live/index.ts'
import { download } from '../../ui/download.ts'
import { LIVE_TEXT } from '../../store/live/words.ts'
import { noteSaved } from './leaving.ts'
import { logOf } from './rescue.ts'

/** Saves the conversation as a log that can be read anywhere, here among them. */
export function SaveButton({ live }: { readonly live: Live }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={LIVE_TEXT.save}
      title={LIVE_TEXT.saveTitle}
      onClick={() => {
        const { filename, text } = logOf(live)
        download(filename, text)
        noteSaved()
      }}
    >
      <Download size={16} aria-hidden="true" />
    </button>
  )
}
