import { Download } from 'lucide-react'
import { liveToLog } from '../../live/index.ts'
import type { Live } from '../../live/index.ts'
import { fileName } from '../../view/index.ts'
import { download } from '../take-away/download.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { noteSaved } from './leaving.ts'

/** Saves the conversation as a log that can be read anywhere, here among them. */
export function SaveButton({ live }: { readonly live: Live }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={LIVE_TEXT.save}
      title={LIVE_TEXT.saveTitle}
      onClick={() => {
        // Named after what it is about; the turns tell one saving from the next.
        const source = { ...live.trace.source, filename: live.trace.source.title }
        const content = `${live.trace.turns.length} turns`
        download(fileName({ source, content, extension: 'json' }), liveToLog(live))
        noteSaved()
      }}
    >
      <Download size={16} aria-hidden="true" />
    </button>
  )
}
