import { turnName } from '../../../view/index.ts'
import { seek } from '../../store/look/playhead.ts'
import { Button } from '../../ui/Button.tsx'

/** A link to a turn. */
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

/** A sentence with linked turns: `turn 23` becomes a link, and the figure in `in this turn 2,809 tokens` does not. */
export function LinkedTurns({ text }: { readonly text: string }) {
  const parts = [
    ...text.matchAll(
      /(?<before>.*?)(?<name>(?<!\b(?:each|every|one|per|the|this) )[Tt]urn (?<number>\d+(?:,\d{3})*))(?<after>[),.:;]*)|(?<rest>.+$)/gs,
    ),
  ]
  return parts.map((part) => {
    const { before, name, number, after, rest } = part.groups ?? {}
    if (name === undefined || number === undefined) return rest ?? null
    return (
      <span key={part.index}>
        {before}
        {/* Its comma would otherwise begin the next line. */}
        <span className="unbroken">
          <TurnLink turn={Number(number.replaceAll(',', ''))} text={name} />
          {after}
        </span>
      </span>
    )
  })
}
