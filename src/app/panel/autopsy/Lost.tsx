import { lostSentence } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { LinkedTurns } from '../../picture/link/TurnLink.tsx'
import { goToPanel } from '../../store/look/detail-tab.ts'
import { Button } from '../../ui/Button.tsx'
import { useAutopsy } from './shown.ts'
import { AUTOPSY_TEXT } from './words.ts'

/** What the compactions of the log lost, in a sentence, with the way to the panel; nothing where no rule was lost. */
export function Lost({ comparison, lane }: { readonly comparison: Comparison; readonly lane: string }) {
  const { shown } = useAutopsy(comparison, lane)
  const sentence = shown === null ? null : lostSentence(shown)
  return (
    sentence !== null && (
      <p className="callout">
        <LinkedTurns text={sentence} />{' '}
        <Button
          kind="link"
          onClick={() => {
            goToPanel('kept', 'autopsy')
          }}
        >
          {AUTOPSY_TEXT.title}
        </Button>
      </p>
    )
  )
}
