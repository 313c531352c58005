import { END_WORDS, STATE_LABELS, whole } from '../../view/index.ts'
import type { Biography } from '../../view/index.ts'
import { TurnLink } from '../ui/TurnLink.tsx'
import { WHY_TEXT } from '../words/why.ts'

/** The stretches of a block's life in this lane. */
export function Life({ life }: { readonly life: Biography }) {
  const spans = life.spans.filter((span) => span.reason !== null || span.toTurn === null)
  return (
    <div className="life">
      <h3>{WHY_TEXT.life}</h3>
      <ol>
        {spans.map((span) => (
          <li key={span.fromTick}>
            <TurnLink turn={span.fromTurn} />
            {span.toTurn === null ? ` ${WHY_TEXT.toTheEnd}` : ' – '}
            {span.toTurn !== null && <TurnLink turn={span.toTurn} text={String(span.toTurn)} />}
            <span className="life-state">
              {STATE_LABELS[span.state]}, {whole(span.tokens)} {WHY_TEXT.tokens}
            </span>
            {span.reason !== null && (
              <span className={span.reason === 'evicted' ? 'loss' : 'life-end'}>
                {END_WORDS[span.reason].label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
