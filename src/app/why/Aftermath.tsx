import type { Why } from '../../view/index.ts'
import { LinkedTurns } from '../ui/LinkedTurns.tsx'
import { WHY_TEXT } from '../words/why.ts'

const MOST = 8

/** Whether later turns needed the block, and what they found. */
export function Aftermath({ answer }: { readonly answer: Why }) {
  const { aftermath, outcome } = answer
  const inferred = aftermath.some((one) => one.inferred)
  return (
    <div className="aftermath">
      <h3>{WHY_TEXT.aftermath}</h3>
      {aftermath.length === 0 ? (
        <p>{outcome === 'changed' ? WHY_TEXT.neverNeededAgain : WHY_TEXT.neverNeeded}</p>
      ) : (
        <ul>
          {aftermath.slice(0, MOST).map((one) => (
            <li
              key={`${one.turn} ${one.kind} ${one.sentence}`}
              className={one.resolution === 'lost' ? 'loss' : undefined}
            >
              <LinkedTurns text={one.sentence} />
            </li>
          ))}
        </ul>
      )}
      {aftermath.length > MOST && <p className="note">{WHY_TEXT.moreNeeds(aftermath.length - MOST)}</p>}
      {inferred && <p className="note">{WHY_TEXT.inferred}</p>}
    </div>
  )
}
