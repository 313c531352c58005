import { Download } from 'lucide-react'
import type { Live } from '../../../live/index.ts'
import { download } from '../../ui/download.ts'
import { LIVE_TEXT } from '../../store/live/words.ts'
import { noteSaved } from './leaving.ts'
import { logOf } from './rescue.ts'
import { Button } from '../../ui/Button.tsx'

/** Saves the conversation as a log that can be read anywhere, here among them. */
export function SaveButton({ live }: { readonly live: Live }) {
  return (
    <Button
      kind="icon"
      label={LIVE_TEXT.save}
      title={LIVE_TEXT.saveTitle}
      onClick={() => {
        const { filename, text } = logOf(live)
        download(filename, text)
        noteSaved()
      }}
    >
      <Download size={16} aria-hidden="true" />
    </Button>
  )
}
