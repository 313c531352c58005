import { useEffect, useState } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import { logId } from '../../store/library/entries.ts'
import { followLibrary, useLibrary } from '../../store/library/library.ts'
import { useOpened } from '../../store/library/opened.ts'
import { hashOfLog } from '../../store/run/log-texts.ts'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { keepShownLog } from './saving.ts'
import { KEPT_UI } from './library-words.ts'

/** Where the log on the screen is kept. */
export function KeptNote() {
  const source = useChoices((state) => state.source)
  return source.kind === 'log' ? <Note key={source.id} log={source.id} /> : null
}

function Note({ log }: { readonly log: number }) {
  const [hash, setHash] = useState<string | null>(null)
  const closed = useLibrary((state) => state.closed?.why === 'none')
  const isKept = useLibrary(
    ({ entries }) =>
      hash !== null && entries?.some(({ id, broken }) => broken === null && id === logId(hash)),
  )
  useEffect(followLibrary, [])
  useEffect(() => {
    hashOfLog(log).then(setHash, () => undefined)
  }, [log])
  const openLibrary = (): void => useOpened.setState({ open: true })
  return (
    <Row wrap size="small" tone="soft" className="kept-note">
      <span aria-live="polite">{isKept === true ? KEPT_UI.kept : KEPT_UI.notKept}</span>
      {isKept === true && (
        <Button kind="link" onClick={openLibrary}>
          {KEPT_UI.library}
        </Button>
      )}
      {isKept !== true && closed && <span>{KEPT_UI.cannot}</span>}
      {isKept !== true && !closed && (
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
