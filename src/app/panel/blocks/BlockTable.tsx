import { useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import {
  counted,
  turnName,
  whole,
  blockName,
  END_WORDS,
  reasonOf,
  STATE_LABELS,
  verbOf,
  windowAt,
} from '../../../view/index.ts'
import type { EndReason } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import type { PanelProperties } from '../panel.ts'
import { Swatch } from '../../picture/block/Legend.tsx'
import { choose, useChoices } from '../../store/choice/choices.ts'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Button } from '../../ui/Button.tsx'
import type { BlockId, BlockType, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import './blocks.css'

const BLOCKS_TEXT = Object.freeze({
  title: (lane: string, turn: string) => `Blocks of ${lane} at ${turn}`,
  note: (blocks: string) =>
    `${blocks} in prompt order, as of the start of the turn. Choose one to see why it stayed or left; ↑ and ↓ go from one to the next.`,
  none: 'This context has no prompt in this turn.',
  block: 'Block',
  came: 'from turn',
  tokens: 'tokens',
  now: 'stands',
  afterwards: 'in this turn',
  more: (next: string, left: string) =>
    next === left ? `Show ${left} more` : `Show ${next} of ${left} more`,
})

interface BlockRow {
  readonly block: BlockId
  readonly type: BlockType
  readonly name: string
  /** Full name of its tool; null for none. */
  readonly tool: string | null
  /** Turn in which it arrived. */
  readonly turn: Turn
  readonly tokens: Tokens
  readonly state: string
  /** What the turn's edits did to it; '' if nothing. */
  readonly change: string
  /** Evicted; blocks that were summarized, or stayed behind at a new window, are described by what they became. */
  readonly lost: boolean
}

/** The blocks at the start of a turn, in prompt order, and what happened to each by the time it was sent. */
export function blockRows(data: TimelineData, turn: Turn, window: WindowId): BlockRow[] {
  const record = data.turns[turn]
  if (record?.window !== window) return []
  const changes = new Map(
    record.edits.flatMap((index) => endsIn(data, index).map(({ block, reason }) => [block, reason] as const)),
  )
  return windowAt(data, record.points.arrived.tick, window).flatMap((entry): BlockRow[] => {
    const block = data.blocks[entry.block]
    if (block === undefined) return []
    const change = changes.get(entry.block)
    return [
      {
        block: entry.block,
        type: block.type,
        name: blockName(block),
        tool: block.call?.name ?? null,
        turn: block.turn,
        tokens: entry.tokens,
        state: STATE_LABELS[entry.state],
        change: change === undefined ? '' : wordsOf(change, block.type),
        lost: change === 'evicted',
      },
    ]
  })
}

function wordsOf(reason: EndReason, type: BlockType): string {
  return reason === 'replaced' ? verbOf('replace', type) : END_WORDS[reason].label
}

/**
 * What an edit ended, and why, with the words of the caps in the picture: notes that newer ones replace are not
 * evicted.
 */
function endsIn({ edits }: TimelineData, index: number) {
  const edit = edits[index]
  if (edit === undefined) return []
  return edit.blocks.flatMap((part) => {
    const reason = reasonOf(edit, part)
    return reason === null ? [] : [{ block: part.block, reason }]
  })
}

/** Rows shown at first, and added by each press of the button. */
const SLICE = 100

/** Where a key takes the focus among so many rows; undefined for another key. */
function rowAfter(key: string, at: number, count: number): number | undefined {
  const to: Readonly<Record<string, number>> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }
  return to[key]
}

/** Moves the focus to another block: hundreds of stops of the Tab key would be in front of what follows the table. */
function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const { currentTarget: here } = event
  const blocks = [...(here.closest('table')?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
  const to = rowAfter(event.key, blocks.indexOf(here), blocks.length)
  if (to === undefined) return
  event.preventDefault()
  blocks[to]?.focus()
}

/** The blocks of a lane's prompt at the playhead: the strata as a table, with the same selection. */
export function BlockTable({ lane, turn }: PanelProperties) {
  const window = useChoices((state) => state.window)
  const selection = useChoices((state) => state.selection)
  const [most, setMost] = useState(SLICE)
  const rows = useMemo(() => blockRows(lane.data, turn, window), [lane, turn, window])
  const shown = rows.slice(0, most)
  const [focused, setFocused] = useState<BlockId | null>(null)
  // The only block that the Tab key reaches.
  const stop = shown.some(({ block }) => block === focused) ? focused : shown[0]?.block
  const columns = useMemo(() => columnsOf(lane, turn, stop, setFocused), [lane, turn, stop, setFocused])
  return (
    <section className="panel" aria-labelledby="blocks">
      <h2 id="blocks">{BLOCKS_TEXT.title(lane.label, turnName(turn))}</h2>
      <p className="note">
        {rows.length === 0 ? BLOCKS_TEXT.none : BLOCKS_TEXT.note(counted(rows.length, 'block'))}
      </p>
      <div className="scroll-x blocks">
        <Table
          columns={columns}
          rows={shown}
          keyOf={({ block }) => block}
          rowAbout={({ block }) => ({
            className: selection?.block === block && selection.lane === lane.name ? 'is-selected' : undefined,
          })}
        />
      </div>
      <ShowMore shown={most} all={rows.length} slice={SLICE} text={BLOCKS_TEXT.more} onMore={setMost} />
    </section>
  )
}

function columnsOf(
  lane: LaneResult,
  turn: number,
  stop: BlockId | null | undefined,
  onFocus: (block: BlockId) => void,
): readonly Column<BlockRow>[] {
  return [
    {
      key: 'block',
      head: BLOCKS_TEXT.block,
      cell: ({ block, type, tool, name }) => (
        <Button
          kind="row"
          data-block={block}
          title={tool ?? undefined}
          tabIndex={block === stop ? 0 : -1}
          onFocus={() => {
            onFocus(block)
          }}
          onKeyDown={walk}
          onClick={() => {
            // If this turn made a decision, the table is about that decision.
            const decided = (lane.data.turns[turn]?.edits.length ?? 0) > 0
            choose({ selection: { lane: lane.name, block, ...(decided && { turn }) } })
          }}
        >
          <Swatch type={type} />
          {name}
        </Button>
      ),
    },
    { key: 'came', head: BLOCKS_TEXT.came, number: true, cell: (row) => row.turn },
    { key: 'tokens', head: BLOCKS_TEXT.tokens, number: true, cell: (row) => whole(row.tokens) },
    { key: 'now', head: BLOCKS_TEXT.now, mark: 'unbroken', cell: ({ state }) => state },
    {
      key: 'afterwards',
      head: BLOCKS_TEXT.afterwards,
      mark: ({ lost }) => (lost ? 'loss' : undefined),
      cell: ({ change }) => change,
    },
  ]
}
