import { useMemo } from 'react'
import { invalidations, tokens, turnName } from '../../view/index.ts'
import type { Why } from '../../view/index.ts'
import type { LaneResult } from '../../worker/protocol.ts'
import { LinkedTurns } from '../ui/LinkedTurns.tsx'
import { WHY_TEXT } from '../words/why.ts'

const MOST = 6

/** What the edit did to the cache, whether later turns needed the block, and what they found. */
export function Aftermath({ answer, lane }: { readonly answer: Why; readonly lane: LaneResult }) {
  const { aftermath, outcome } = answer
  const said = countedSentences(answer)
  const inferred = aftermath.some((one) => one.inferred)
  const cache = useCacheCost(answer, lane)
  return (
    <section className="aftermath">
      <h3>{WHY_TEXT.aftermath}</h3>
      {aftermath.length === 0 ? (
        <p>{outcome === 'changed' ? WHY_TEXT.neverNeededAgain : WHY_TEXT.neverNeeded}</p>
      ) : (
        <ul>
          {said.slice(0, MOST).map(({ sentence, lost, times }) => (
            <li key={sentence} className={lost ? 'loss' : undefined}>
              <LinkedTurns text={sentence} />
              {times > 1 && <small>{WHY_TEXT.times(times)}</small>}
            </li>
          ))}
        </ul>
      )}
      {said.length > MOST && <p className="note">{WHY_TEXT.moreNeeds(said.length - MOST)}</p>}
      {cache !== null && (
        <p className="cache">
          <LinkedTurns text={cache} />
        </p>
      )}
      {inferred && <p className="note">{WHY_TEXT.inferred}</p>}
    </section>
  )
}

/** What the edit made of a prompt cache; null where no edit is told of. */
function useCacheCost({ turn, edit, outcome }: Why, { data }: LaneResult): string | null {
  const window = edit === null ? null : (data.edits[edit]?.window ?? null)
  const list = useMemo(() => (window === null ? [] : invalidations(data, window)), [data, window])
  if (turn === null || outcome !== 'changed') return null
  const found = list.find((one) => one.turn === turn)
  return found === undefined
    ? WHY_TEXT.nothingInvalidated
    : WHY_TEXT.invalidated(tokens(found.tokens, { exact: data.exact }), turnName(turn))
}

/** The needs in words, those that read alike once: a turn may need several facts of one block. */
function countedSentences({ aftermath }: Why) {
  const times = new Map<string, { readonly sentence: string; readonly lost: boolean; times: number }>()
  for (const { sentence, resolution } of aftermath) {
    const same = times.get(sentence)
    if (same === undefined) times.set(sentence, { sentence, lost: resolution === 'lost', times: 1 })
    else same.times += 1
  }
  return [...times.values()]
}
