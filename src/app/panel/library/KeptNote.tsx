import { useEffect, useState } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import { followLibrary, useLibrary } from '../../store/library/library.ts'
import { useOpened } from '../../store/library/opened.ts'
import { hashOfLog } from '../../store/run/log-texts.ts'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { isLogKept, keepShownLog } from './saving.ts'
import { KEPT_UI } from './library-words.ts'

/** Where the log on the screen is kept. */
export function KeptNote() {
  const source = useChoices((state) => state.source)
  return source.kind === 'log' ? <Note key={source.id} log={source.id} /> : null
}

function Note({ log }: { readonly log: number }) {
  const [isHashed, setHashed] = useState(false)
  const closed = useLibrary((state) => state.closed?.why === 'none')
  const isKept = useLibrary(({ entries }) => isHashed && isLogKept(log, entries))
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
      <span aria-live="polite">{isKept ? KEPT_UI.kept : KEPT_UI.notKept}</span>
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
          {KEPT_UI.keep}
        </Button>
      )}
    </Row>
  )
}
