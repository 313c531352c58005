import { isMissing } from '../../../sim/internal.ts'
import { useMemo } from 'react'
import type { BlockId, Turn } from '../../../engine/index.ts'
import { inferredNote } from '../../../sim/internal.ts'
import { invalidations, tokens, turnName } from '../../../view/index.ts'
import type { Why, Invalidation } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { LinkedTurns } from '../../picture/link/TurnLink.tsx'
import { judgeNeed } from '../../store/choice/by-hand.ts'
import { Button } from '../../ui/Button.tsx'
import { Instead } from './Instead.tsx'
import { WHY_TEXT } from './words.ts'
import type { TimelineData } from '../../../sim/index.ts'

const MOST = 6

/** The effect of the edit on the cache, whether turns needed the block, and how the needs were met. */
export function Aftermath({
  comparison,
  answer,
  lane,
}: {
  readonly comparison: Comparison
  readonly answer: Why
  readonly lane: LaneResult
}) {
  const { aftermath, outcome } = answer
  const said = countedSentences(answer)
  const inferred = aftermath.some((one) => one.inferred)
  const rejected = lane.data.spec.interventions.filter(
    (one) => one.kind === 'reject' && one.block === answer.block,
  )
  const cache = useCacheCost(answer, lane)
  return (
    <section className="aftermath">
      <h3>{outcome === 'changed' ? WHY_TEXT.aftermath : WHY_TEXT.needs}</h3>
      {aftermath.length === 0 ? (
        <p>{outcome === 'changed' ? WHY_TEXT.neverNeededAgain : WHY_TEXT.neverNeeded}</p>
      ) : (
        <ul>
          {said.slice(0, MOST).map((one) => (
            <Found key={one.sentence} {...one} block={answer.block} />
          ))}
        </ul>
      )}
      {rejected.length > 0 && (
        <p className="note">
          {WHY_TEXT.rejected}{' '}
          {rejected.map(({ turn }) => (
            <Button
              key={turn}
              kind="link"
              small
              onClick={() => {
                judgeNeed(turn, answer.block, null)
              }}
            >
              {WHY_TEXT.restore(turn)}
            </Button>
          ))}
        </p>
      )}
      {said.length > MOST && (
        <details>
          <summary>{WHY_TEXT.moreNeeds(said.length - MOST)}</summary>
          <ul>
            {said.slice(MOST).map((one) => (
              <Found key={one.sentence} {...one} block={answer.block} />
            ))}
          </ul>
        </details>
      )}
      {cache !== null && (
        <p className="cache">
          <LinkedTurns text={cache} />
        </p>
      )}
      {answer.outcome === 'changed' && answer.turn !== null && aftermath.length > 0 && (
        <Instead comparison={comparison} lane={lane} block={answer.block} turn={answer.turn} />
      )}
      {inferred && <p className="note">{inferredNote()}</p>}
    </section>
  )
}

interface Said {
  readonly sentence: string
  readonly lost: boolean
  readonly times: number
  readonly turn: Turn
  readonly inferred: boolean
}

/** A need in words; one that was inferred can be confirmed or rejected, for every lane. */
function Found({ sentence, lost, times, turn, inferred, block }: Said & { readonly block: BlockId }) {
  const judge = (kind: 'confirm' | 'reject', label: string) => (
    <Button
      kind="link"
      small
      label={WHY_TEXT.judge(label, turn)}
      onClick={() => {
        judgeNeed(turn, block, kind)
      }}
    >
      {label}
    </Button>
  )
  return (
    <li className={lost ? 'loss' : undefined}>
      <LinkedTurns text={sentence} />
      {times > 1 && <small>{WHY_TEXT.times(times)}</small>}
      {inferred && (
        <span className="judge">
          {' '}
          {judge('confirm', WHY_TEXT.confirm)} {judge('reject', WHY_TEXT.reject)}
        </span>
      )}
    </li>
  )
}

function useCacheCost(answer: Why, lane: LaneResult): string | null {
  const { data } = lane
  const { edit } = answer
  const window = edit === null ? null : (data.edits[edit]?.window ?? null)
  const list = useMemo(() => (window === null ? [] : invalidations(lane, window)), [lane, window])
  return cacheCost(answer, data, list)
}

/** The needs in words, losses first, equal ones once: a turn may need several facts of one block. */
export function countedSentences({ aftermath }: Pick<Why, 'aftermath'>): readonly Said[] {
  const times = new Map<string, Said & { times: number }>()
  for (const { sentence, resolution, turn, kind, ...need } of aftermath) {
    const same = times.get(sentence)
    const lost = isMissing({ resolution })
    // The goal of a turn is no reference that a person could judge.
    const inferred = need.inferred && kind !== 'goal'
    if (same === undefined) times.set(sentence, { sentence, lost, times: 1, turn, inferred })
    else same.times += 1
  }
  return [...times.values()].sort((a, b) => Number(b.lost) - Number(a.lost))
}

/**
 * The effect of the shown edit on a prompt cache, together with the other edits of its turn; null if no edit is shown.
 *
 * @param list the invalidations of the edit's window
 */
export function cacheCost(
  { turn, outcome }: Pick<Why, 'turn' | 'outcome'>,
  { turns, exact }: Pick<TimelineData, 'turns' | 'exact'>,
  list: readonly Invalidation[],
): string | null {
  if (turn === null || outcome !== 'changed') return null
  const edits = turns[turn]?.edits.length ?? 1
  const found = list.find((one) => one.turn === turn)
  return found === undefined
    ? WHY_TEXT.nothingInvalidated(edits)
    : WHY_TEXT.invalidated(tokens(found.tokens, { exact }), turnName(turn), edits)
}
