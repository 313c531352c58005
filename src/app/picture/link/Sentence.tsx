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
    const [last, next] = [parts[index - 1], parts[index + 1]]
    if (!leads(part)) {
      const rest = text.slice(closing(last, part).length)
      return <span key={key}>{opens(part, next) ? rest.slice(0, -1) : rest}</span>
    }
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
    // A line may break at a button: it would leave its bracket behind, or its comma would begin the next line.
    const [before, after] = [opens(last, part) ? '(' : '', closing(part, next)]
    return before + after === '' ? (
      link
    ) : (
      <span key={key} className="unbroken">
        {before}
        {link}
        {after}
      </span>
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

/** The punctuation right after a link, at the beginning of the next part. */
function closing(part: SentencePart | undefined, next: SentencePart | undefined): string {
  if (part === undefined || next === undefined || !leads(part) || leads(next)) return ''
  return /^[),.:;]+/.exec(next.text)?.[0] ?? ''
}
