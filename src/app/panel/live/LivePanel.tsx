import { Plus, X } from 'lucide-react'
import { useEffect } from 'react'
import type { Comparison } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { toggleLive } from '../../store/look/open.ts'
import { useHeadingFocus } from '../../ui/heading-focus.ts'
import { LIVE_TEXT } from '../../store/live/words.ts'
import { UI_TEXT } from '../../ui/words.ts'
import { Composer } from './Composer.tsx'
import { putAway } from './flow.ts'
import { showLive } from './pictures.ts'
import { offerLive, logOf } from './rescue.ts'
import { SentTable } from './SentTable.tsx'
import { Start } from './Start.tsx'
import { isBusy, liveState, useLive } from '../../store/live/state.ts'
import { Status } from './Status.tsx'
import { Transcript } from './Transcript.tsx'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack } from '../../ui/Box.tsx'
import './live.css'
import type { Live } from '../../../live/index.ts'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { noteSaved } from './leaving.ts'

/** A live conversation, beside the pictures that grow with it. */
export function LivePanel({ comparison }: { readonly comparison: Comparison }) {
  useEffect(offerLive, [])
  const live = useLive((state) => state.live)
  const id = useLive((state) => state.id)
  const title = useLive((state) => state.title)
  const busy = useLive(isBusy)
  const heading = useHeadingFocus(`live ${id}`)
  const isChosen = useChoices(({ source }) => source.kind === 'live' && source.id === id)
  // Until it has been run, the screen still shows the previous conversation.
  const isShown = isChosen && comparison.trace.source.kind === 'live'
  const isEmpty = (live?.trace.turns.length ?? 0) === 0
  return (
    <aside className="live" aria-labelledby="live">
      <Row className="side-head">
        <h2 id="live" className="fills" ref={heading} tabIndex={-1}>
          {live === null ? LIVE_TEXT.title : title}
        </h2>
        {live !== null && !isEmpty && <SaveButton live={live} />}
        {live !== null && (
          <Button kind="quiet" title={LIVE_TEXT.freshTitle} disabled={busy} onClick={putAway}>
            <Plus size={14} aria-hidden="true" /> {LIVE_TEXT.fresh}
          </Button>
        )}
        <Button kind="icon" label={UI_TEXT.close} title={LIVE_TEXT.close} onClick={toggleLive}>
          <X size={16} aria-hidden="true" />
        </Button>
      </Row>
      {live === null ? (
        <div className="side-body live-body">
          <Start />
        </div>
      ) : (
        <>
          {!isChosen && !isEmpty && (
            <p className="note elsewhere">
              {LIVE_TEXT.elsewhere}{' '}
              <Button kind="link" onClick={showLive}>
                {LIVE_TEXT.show}
              </Button>
            </p>
          )}
          <Transcript key={id} live={live} comparison={isShown ? comparison : null} />
          <Stack size="small" className="live-foot">
            <Status comparison={isShown ? comparison : null} />
            <Composer />
            <SentTable live={live} comparison={isShown ? comparison : null} />
          </Stack>
        </>
      )}
    </aside>
  )
}

/** Saves the conversation as a log that this page and others can read. */
export function SaveButton({ live }: { readonly live: Live }) {
  return (
    <FileButton
      kind="icon"
      small={false}
      text=""
      name={LIVE_TEXT.save}
      title={LIVE_TEXT.saveTitle}
      file={() => {
        const { filename, text } = logOf(live)
        const saved = liveState.getState()
        return {
          name: filename,
          text,
          // It is saved only once it has left: a look at what it gives away can be ended without.
          finish(left) {
            noteSaved(saved)
            return left
          },
        }
      }}
    />
  )
}
