import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { isWhole } from '../../../engine/internal.ts'
import { counted, shownName, turnName, whole, windowAt } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { choose, useChoices } from '../../store/choice/choices.ts'
import { laneOf } from '../../store/choice/derived.ts'
import { closeFind, FIND_BUTTON, useFind } from '../../store/look/find.ts'
import type { Found } from '../../store/look/find.ts'
import { seek, useSettledTurn } from '../../store/look/playhead.ts'
import { findInWorker } from '../../store/run/find-blocks.ts'
import { Row, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'

const FIND_TEXT = Object.freeze({
  label: 'Find blocks by tool, file or text',
  placeholder: 'Tool, file or text',
  next: 'Next block (Enter)',
  previous: 'Previous block (Shift Enter)',
  close: 'End the search (Escape)',
  searching: 'Searching …',
  failed: 'The search stopped. Type again to repeat it.',
  none: (words: string) => `No block contains “${words}”.`,
  count: (count: number) => counted(count, 'block'),
  complete: 'Complete in the prompt of',
  place: (at: number, all: string) => `${at + 1} of ${all}`,
  lane: (lane: string, count: string) => `${lane} ${count}`,
})

/** Milliseconds without another letter before the worker is asked. */
const REST = 160

/** Searches the blocks, lights up what it finds in every lane, and goes from one to the next. */
export function FindBar({ comparison }: { readonly comparison: Comparison }) {
  const { words, found, at } = useFind()
  const [failed, setFailed] = useState(false)
  const wanted = words.trim()
  useEffect(() => {
    useFind.setState({ coming: false })
  }, [])
  useEffect(() => {
    if (wanted === '') return undefined
    const leaving = new AbortController()
    const timer = window.setTimeout(() => {
      setFailed(false)
      findInWorker(comparison, wanted, leaving.signal).then(
        (answer) => {
          if (!leaving.signal.aborted) useFind.setState({ found: answer, at: null })
        },
        () => {
          if (!leaving.signal.aborted) setFailed(true)
        },
      )
    }, REST)
    return () => {
      window.clearTimeout(timer)
      leaving.abort()
    }
  }, [comparison, wanted])
  const count = found?.all.length ?? 0
  return (
    <Row as="search" wrap size="small" className="find-bar">
      <input
        type="search"
        // The person has just asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus
        aria-label={FIND_TEXT.label}
        placeholder={FIND_TEXT.placeholder}
        value={words}
        onChange={(event) => {
          const { value } = event.currentTarget
          useFind.setState({ words: value, ...(value.trim() === '' && { found: null, at: null }) })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            closeFind()
            document.getElementById(FIND_BUTTON)?.focus({ preventScroll: true })
          } else if (event.key === 'Enter') goOn(comparison, event.shiftKey ? -1 : 1)
          else return
          event.preventDefault()
        }}
      />
      <Button
        kind="icon"
        label={FIND_TEXT.previous}
        disabled={count === 0}
        onClick={() => {
          goOn(comparison, -1)
        }}
      >
        <ChevronUp size={15} aria-hidden="true" />
      </Button>
      <Button
        kind="icon"
        label={FIND_TEXT.next}
        disabled={count === 0}
        onClick={() => {
          goOn(comparison, 1)
        }}
      >
        <ChevronDown size={15} aria-hidden="true" />
      </Button>
      <Text as="output" tone="soft" figures className="wraps">
        {failed
          ? FIND_TEXT.failed
          : wanted !== '' &&
            (found === null || found.words !== wanted
              ? FIND_TEXT.searching
              : count === 0
                ? FIND_TEXT.none(shownName(wanted, 40))
                : at === null
                  ? FIND_TEXT.count(count)
                  : FIND_TEXT.place(at, whole(count)))}
      </Text>
      {found !== null && count > 0 && <Counts found={found} lanes={comparison.lanes} />}
      <Button kind="icon" label={FIND_TEXT.close} onClick={closeFind}>
        <X size={15} aria-hidden="true" />
      </Button>
    </Row>
  )
}

/** How many blocks were found, and how many of them each lane sends in the playhead's turn. */
function Counts({ found, lanes }: { readonly found: Found; readonly lanes: readonly LaneResult[] }) {
  const turn = useSettledTurn()
  const window = useChoices((state) => state.window)
  const counts = useMemo(
    () =>
      lanes.map(({ name, label, data }) => {
        const record = data.turns[turn]
        const own = found.of.get(name)
        if (record?.window !== window || own === undefined) return { name, label, count: null }
        const sent = windowAt(data, record.points.sent.tick, window)
        return { name, label, count: sent.filter((one) => isWhole(one) && own.has(one.block)).length }
      }),
    [lanes, found, turn, window],
  )
  return (
    <Text tone="soft" className="fills find-counts">
      {FIND_TEXT.complete} {turnName(turn)}:{' '}
      {counts.map(({ name, label, count }, index) => (
        <span key={name} data-lane={name} data-count={count ?? ''}>
          {index > 0 && ' · '}
          {FIND_TEXT.lane(label, count === null ? '–' : whole(count))}
        </span>
      ))}
    </Text>
  )
}

/** Selects the next found block, or the previous one, in the turn in which it came. */
export function goOn(comparison: Comparison, step: 1 | -1): void {
  const { words, found, at } = useFind.getState()
  // The answer to other words is shown only until that to these comes.
  if (found === null || found.words !== words.trim() || found.all.length === 0) return
  const { length } = found.all
  const next = at === null ? (step === 1 ? 0 : length - 1) : (at + step + length) % length
  const one = found.all[next]
  if (one === undefined) return
  const { listed } = useChoices.getState()
  const shared = one.block < comparison.trace.blocks
  const lane = shared && listed !== null && laneOf(comparison, listed) !== undefined ? listed : one.lane
  const block = laneOf(comparison, lane)?.data.blocks[one.block]
  if (block === undefined) return
  useFind.setState({ at: next })
  seek(block.turn)
  choose({ selection: { lane, block: one.block } })
}
