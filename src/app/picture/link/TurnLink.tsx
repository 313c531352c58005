import { turnName } from '../../../view/index.ts'
import { seek } from '../../store/look/playhead.ts'
import { Button } from '../../ui/Button.tsx'

/** A turn that can be gone to. */
export function TurnLink({ turn, text = turnName(turn) }: { readonly turn: number; readonly text?: string }) {
  return (
    <Button
      kind="link"
      onClick={() => {
        seek(turn)
      }}
    >
      {text}
    </Button>
  )
}
