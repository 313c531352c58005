import { SETTINGS_TEXT } from './words.ts'

/** An axis of turns in quarters. */
export function TurnTicks({ end }: { readonly end: number }) {
  return (
    <div className="track-axis" aria-hidden="true">
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <span key={part} style={{ left: `${part * 100}%` }}>
          {Number((part * end).toFixed(1))}
          {part === 1 ? ` ${SETTINGS_TEXT.turnsAxis}` : ''}
        </span>
      ))}
    </div>
  )
}
