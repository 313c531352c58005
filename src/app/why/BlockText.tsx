import { useEffect, useState } from 'react'
import type { BlockId } from '../../engine/index.ts'
import type { Comparison, LaneResult } from '../../worker/protocol.ts'
import { whole } from '../../view/index.ts'
import { blockText } from '../state/session.ts'
import { WHY_TEXT } from '../words/why.ts'

/** Characters shown at first, and at most: a longer text would make the page slow. */
const FIRST = 600
const MOST = 60_000

/** A block's text as it came, asked from the worker, and what an edit put into its place. */
export function BlockText({
  comparison,
  lane,
  block,
  inferred,
}: {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly block: BlockId
  readonly inferred: boolean
}) {
  const key = `${comparison.id} ${lane.name} ${block}`
  const [answer, setAnswer] = useState<{ readonly key: string; readonly text: string | null } | null>(null)
  useEffect(() => {
    let wanted = true
    blockText(comparison, lane.name, block)
      .then((text) => {
        if (wanted) setAnswer({ key, text })
      })
      .catch(() => {
        if (wanted) setAnswer({ key, text: null })
      })
    return () => {
      wanted = false
    }
  }, [comparison, lane.name, block, key])
  const [all, setAll] = useState('')
  const text = answer?.key === key ? answer.text : ''
  const left = standIn(lane, block)
  return (
    <div className="block-text">
      {left !== '' && (
        <>
          <h3>{WHY_TEXT.standIn}</h3>
          <pre>{left}</pre>
        </>
      )}
      <h3>{WHY_TEXT.text}</h3>
      {text === null && <p>{WHY_TEXT.noText}</p>}
      {text === '' && answer?.key === key && <p>{inferred ? WHY_TEXT.inferredText : WHY_TEXT.emptyText}</p>}
      {text !== null && text !== '' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
        <pre tabIndex={0} aria-label={WHY_TEXT.text} className={all === key ? 'is-open' : undefined}>
          {all === key ? text.slice(0, MOST) : text.slice(0, FIRST)}
          {text.length > (all === key ? MOST : FIRST) && '…'}
        </pre>
      )}
      {text !== null && text.length > FIRST && all !== key && (
        <button
          type="button"
          className="plain"
          onClick={() => {
            setAll(key)
          }}
        >
          {WHY_TEXT.showAll(whole(text.length))}
        </button>
      )}
      {text !== null && text.length > MOST && all === key && (
        <p className="note">{WHY_TEXT.cutText(whole(MOST), whole(text.length))}</p>
      )}
    </div>
  )
}

/** The last text that an edit put into the block's place; '' where none did. */
function standIn({ data }: LaneResult, block: BlockId): string {
  const { spans, contents } = data
  for (let row = spans.length - 1; row >= 0; row--) {
    const content = spans.content[row] ?? -1
    if (spans.block[row] === block && content >= 0) return contents[content] ?? ''
  }
  return ''
}
