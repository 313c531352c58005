import { Download } from 'lucide-react'
import { liveToLog } from '../../live/index.ts'
import type { Live } from '../../live/index.ts'
import { fileName } from '../../view/index.ts'
import { download } from '../take-away/download.ts'
import { LIVE_TEXT } from '../words/live.ts'

/** Saves the conversation as a log that can be read anywhere, here among them. */
export function SaveButton({ live }: { readonly live: Live }) {
  return (
    <button
      type="button"
      className="plain"
      onClick={() => {
        const subject = { source: live.trace.source, lane: 'live', turn: live.trace.turns.length }
        download(fileName({ ...subject, content: 'conversation', extension: 'json' }), liveToLog(live))
      }}
    >
      <Download size={14} aria-hidden="true" /> {LIVE_TEXT.save}
    </button>
  )
}
