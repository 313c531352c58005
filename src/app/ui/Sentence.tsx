import type { SentencePart } from '../../view/index.ts'
import { choose } from '../state/choices.ts'
import { seek } from '../state/playhead.ts'

/** A sentence made from records: its numbers lead to the turns and blocks that they are about. */
export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return parts.map(({ text, turn, block }, index) => {
    const key = `${index} ${text}`
    if (turn === undefined && block === undefined) return <span key={key}>{text}</span>
    return (
      <button
        key={key}
        type="button"
        className="link"
        data-turn={turn}
        onClick={() => {
          if (turn !== undefined) seek(turn)
          if (block !== undefined) choose({ selection: block, listed: block.lane })
        }}
      >
        {text}
      </button>
    )
  })
}
