import { useEffect, useState } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import type { LogChoice } from '../../store/choice/choices.ts'
import { followLibrary, useLibrary } from '../../store/library/library.ts'
import { useOpened } from '../../store/library/opened.ts'
import { hashOfLog } from '../../store/run/log-texts.ts'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { keepShownLog, keptOf } from './saving.ts'
import { KEPT_UI } from './library-words.ts'

/** Where the log on the screen is kept. */
export function KeptNote() {
  const source = useChoices((state) => state.source)
  return source.kind === 'log' ? <Note key={source.id} source={source} /> : null
}

function Note({ source }: { readonly source: LogChoice }) {
  const { id: log } = source
  const [isHashed, setHashed] = useState(false)
  const closed = useLibrary((state) => state.closed?.why === 'none')
  const kept = useLibrary(({ entries }) => (isHashed ? keptOf(source, entries) : 'no'))
  const isKept = kept === 'yes'
  useEffect(followLibrary, [])
  useEffect(() => {
    hashOfLog(log).then(
      () => setHashed(true),
      () => undefined,
    )
  }, [log])
  const openLibrary = (): void => useOpened.setState({ open: true })
  return (
    <Row wrap size="small" tone="soft" className="kept-note">
      <span aria-live="polite">{KEPT_UI.is[kept]}</span>
      {isKept && (
        <Button kind="link" onClick={openLibrary}>
          {KEPT_UI.library}
        </Button>
      )}
      {!isKept && closed && <span>{KEPT_UI.cannot}</span>}
      {!isKept && !closed && (
        <Button
          kind="link"
          title={KEPT_UI.keepTitle}
          onClick={() => {
            // What went wrong is told in the library, with what can be deleted.
            void keepShownLog().then((isDone) => {
              if (!isDone) openLibrary()
            })
          }}
        >
          {kept === 'no' ? KEPT_UI.keep : KEPT_UI.keepSetup}
        </Button>
      )}
    </Row>
  )
}
