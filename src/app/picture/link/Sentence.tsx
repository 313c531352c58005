import type { SentencePart } from '../../../view/index.ts'
import { choose } from '../../store/choice/choices.ts'
import type { Selection } from '../../store/choice/choices.ts'
import { seek } from '../../store/look/playhead.ts'
import { Button } from '../../ui/Button.tsx'

/**
 * A sentence made from records: its numbers link to their turns and blocks.
 *
 * @param selectionOf what a link selects, null for nothing; missing: a link without a block keeps the selection
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
    if (!leads(part)) return <span key={key}>{opens(part, parts[index + 1]) ? text.slice(0, -1) : text}</span>
    const link = (
      <Button
        kind="link"
        key={key}
        data-turn={turn}
        onClick={() => {
          if (turn !== undefined) seek(turn)
          const selection = selectionOf === undefined ? block : selectionOf(part)
          if (selection !== undefined) choose({ selection, ...(selection && { listed: selection.lane }) })
        }}
      >
        {text}
      </Button>
    )
    // A button may begin a line, and would leave its bracket at the end of the previous one.
    return opens(parts[index - 1], part) ? (
      <span key={key} className="unbroken">
        ({link}
      </span>
    ) : (
      link
    )
  })
}

function leads({ turn, block }: SentencePart): boolean {
  return turn !== undefined || block !== undefined
}

/** Whether a part ends with the opening bracket of the next, a link. */
function opens(part: SentencePart | undefined, next: SentencePart | undefined): boolean {
  return part !== undefined && next !== undefined && !leads(part) && leads(next) && part.text.endsWith('(')
}
