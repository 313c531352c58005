import { followChanges } from '../run/last-change.ts'
import { openSession, onSession, currentComparison } from '../run/session.ts'
import { tell } from './notice.ts'
import { embedder } from './show.ts'

/**
 * Opens the page: in the state of the link or of this tab before a reload, else as it opens first. Then the address
 * follows. Until the returned function is called.
 */
export function openPage(): () => void {
  const ends: (() => void)[] = []
  let over = false
  const begin = (): void => {
    if (over) return
    ends.push(openSession(), followChanges())
    const around = embedder
    if (around !== null)
      import('./embedding.ts').then(
        ({ talkTo }) => {
          if (!over) ends.push(talkTo(around))
        },
        () => undefined,
      )
    const follow = (): void => {
      if (currentComparison() === null) return
      stop()
      import('./address.ts').then(
        ({ followAddress }) => {
          if (!over) ends.push(followAddress())
        },
        // Without its script the page works, and its address stays as it is.
        () => undefined,
      )
    }
    const stop = onSession(follow)
    ends.push(stop)
  }
  if (mayHoldState()) {
    import('./address.ts')
      .then(({ openFromAddress }) => openFromAddress())
      .catch((failure: unknown) => {
        const found = failure instanceof Error ? failure.message : String(failure)
        const message = `the state of the link could not be opened: ${found}`
        tell({
          from: 'link',
          refused: true,
          problems: [{ severity: 'error', code: 'state-failed', message }],
        })
      })
      .finally(begin)
  } else begin()
  return () => {
    over = true
    for (const end of ends) end()
  }
}

function mayHoldState(): boolean {
  return history.state !== null || /^#v\d/.test(location.hash)
}
