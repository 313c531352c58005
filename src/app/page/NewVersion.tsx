import { useEffect, useState } from 'react'
import { ReloadButton } from '../ui/Part.tsx'
import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/Box.tsx'
import { WORDS } from './words.ts'

/** Milliseconds after the first comparison: keeping the page for offline use must not slow its opening. */
const AFTER_OPENING = 2_000

/** Keeps the page for offline use, and says when a newer version is ready. Nothing is reloaded by itself. */
export function NewVersion() {
  const [takeOver, setTakeOver] = useState<(() => Promise<void>) | null>(null)
  useEffect(() => {
    const timer = window.setTimeout(() => {
      import('./offline.ts')
        .then(({ keepForOffline }) => keepForOffline((act) => setTakeOver(() => act)))
        // Private windows and some settings forbid it; the page works all the same.
        .catch(() => undefined)
    }, AFTER_OPENING)
    return () => {
      window.clearTimeout(timer)
    }
  }, [])
  return (
    <output className={takeOver === null ? 'unseen' : 'callout small new-version'}>
      {takeOver !== null && (
        <Row as="span" wrap align="baseline">
          {WORDS.newVersion} <ReloadButton before={takeOver} />
          <Button
            onClick={() => {
              setTakeOver(null)
            }}
          >
            {WORDS.notNow}
          </Button>
        </Row>
      )}
    </output>
  )
}
