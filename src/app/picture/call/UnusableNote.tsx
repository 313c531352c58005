import { useMemo } from 'react'
import type { Comparison } from '../../../worker/protocol.ts'
import { useCalls } from '../../store/model/call-list.ts'
import { unusableAnswers } from '../../store/model/unusable.ts'
import { APPROVAL_TEXT } from '../../store/model/words.ts'
import { askUnusableAgain, useSession } from '../../store/run/session.ts'
import { Button } from '../../ui/Button.tsx'

/** The lanes of a comparison whose model gave answers that could not be used, how many, and why. */
export function UnusableNote({ comparison }: { readonly comparison: Comparison }) {
  const shown = useSession((state) => state.shown)
  const running = useSession((state) => state.progress !== null)
  const calls = useCalls(({ list }) => list)
  const found = useMemo(
    () => (shown === null ? [] : unusableAnswers(comparison, shown, calls)),
    [comparison, shown, calls],
  )
  return found.map((one) => (
    <p key={one.lane} className="callout is-bad">
      {APPROVAL_TEXT.unusable(one)}{' '}
      {!running && (
        <Button kind="link" onClick={askUnusableAgain}>
          {APPROVAL_TEXT.askAgain}
        </Button>
      )}
    </p>
  ))
}
