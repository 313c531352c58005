import { memo, useEffect, useRef } from 'react'
import type { TimelineData } from '../../../sim/index.ts'
import type { Invalidation, SentencePart, TurnRow } from '../../../view/index.ts'
import { useFutureHidden } from '../../store/look/future.ts'
import { onTurn } from '../../store/look/playhead.ts'
import { Sentence } from '../link/Sentence.tsx'
import { readoutOf } from './lane-words.ts'
import { Row, Text } from '../../ui/Box.tsx'

/** A lane's figures in the turn under the pointer, written without React, and where it diverges from the first lane. */
export const LaneLine = memo(function LaneLine({
  rows,
  stale,
  data,
  parting,
}: {
  readonly rows: ReadonlyMap<number, TurnRow>
  readonly stale: readonly Invalidation[]
  readonly data: Pick<TimelineData, 'exact'>
  /** Null for the first lane. */
  readonly parting: readonly SentencePart[] | null
}) {
  // It tells of turns that are still to be guessed.
  const hidden = useFutureHidden()
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const ofTurn = new Map(stale.map((one) => [one.turn, one]))
    return onTurn((turn) => {
      const element = ref.current
      if (element === null) return
      const { figures, loss, edits } = readoutOf(rows.get(turn), turn, ofTurn.get(turn), data)
      // If the lane is too narrow, the rest is in the tip: a figure that is cut looks like another one.
      element.title = [figures, loss, edits].filter((one) => one !== '').join(' · ')
      const parts = element.title.split(' · ').map((text, nth) => {
        const part = document.createElement('span')
        part.className = text === loss ? 'loss' : ''
        // Before each part, and at the beginning of a line outside of what is seen: no line ends with one.
        const dot = document.createElement('i')
        dot.textContent = nth === 0 ? '' : '· '
        part.append(dot, text)
        return part
      })
      const inner = document.createElement('span')
      inner.append(...parts.flatMap((part, nth) => (nth === 0 ? [part] : [' ', part])))
      element.replaceChildren(inner)
    })
  }, [rows, stale, data])
  return (
    <Row gap={24} size="tiny" tone="soft" figures className="lane-line">
      <Text as="p" className="readout" ref={ref} />
      {parting !== null && !hidden && (
        <Text as="p" clip className="parting" title={parting.map(({ text }) => text).join('')}>
          <Sentence parts={parting} />
        </Text>
      )}
    </Row>
  )
})
