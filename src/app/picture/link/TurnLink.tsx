import { turnName } from '../../../view/index.ts'
import { seek } from '../../store/look/playhead.ts'

/** A turn that can be gone to. */
export function TurnLink({ turn, text = turnName(turn) }: { readonly turn: number; readonly text?: string }) {
  return (
    <button
      type="button"
      className="link"
      onClick={() => {
        seek(turn)
      }}
    >
      {text}
    </button>
  )
}
