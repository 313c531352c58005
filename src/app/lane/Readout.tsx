import { useEffect, useRef } from 'react'
import type { TurnRow } from '../../view/index.ts'
import { onTurn } from '../state/playhead.ts'
import { readoutOf } from './lane-words.ts'

/** What a lane does in the turn that is pointed at, written without React. */
export function Readout({
  rows,
  limit,
  exact,
}: {
  readonly rows: ReadonlyMap<number, TurnRow>
  readonly limit: number
  readonly exact: boolean
}) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(
    () =>
      onTurn((turn) => {
        const element = ref.current
        if (element === null) return
        const { figures, loss } = readoutOf(rows.get(turn), turn, limit, exact)
        const text = document.createElement('span')
        text.textContent = figures
        const lost = document.createElement('span')
        lost.className = 'loss'
        lost.textContent = loss
        element.replaceChildren(text, ...(loss === '' ? [] : [lost]))
      }),
    [rows, limit, exact],
  )
  return <p ref={ref} className="readout" />
}
