import type { SentencePart } from '../../view/index.ts'
import { choose } from '../state/choices.ts'
import type { Selection } from '../state/choices.ts'
import { seek } from '../state/playhead.ts'

/**
 * A sentence made from records: its numbers lead to the turns and blocks that they are about.
 *
 * @param selectionOf what a link selects, null for nothing; missing: a link without a block leaves the selection as it is
 */
export function Sentence({
  parts,
  selectionOf,
}: {
  readonly parts: readonly SentencePart[]
  readonly selectionOf?: (part: SentencePart) => Selection | null
}) {
  return parts.map((part, index) => {
    const { text, turn, block } = part
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
          const selection = selectionOf === undefined ? block : selectionOf(part)
          if (selection !== undefined) choose({ selection, ...(selection && { listed: selection.lane }) })
        }}
      >
        {text}
      </button>
    )
  })
}
