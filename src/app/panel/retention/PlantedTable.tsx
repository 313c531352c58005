import { share } from '../../../view/index.ts'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import stored from './planted.json' with { type: 'json' }
import { PLANTED_TEXT } from './words.ts'

/** What one way of shortening keeps of planted facts; shares from 0 to 1. */
interface Kept {
  readonly name: string
  readonly binding: number
  readonly others: number
  readonly stale: number
}

interface Both {
  readonly name: string
  readonly chat: Kept
  readonly coding: Kept
}

const ROWS: readonly Both[] = stored.chat.flatMap((chat) => {
  const coding = stored.coding.find(({ name }) => name === chat.name)
  return coding === undefined ? [] : [{ name: chat.name, chat, coding }]
})

const WORDS: Readonly<Record<string, string>> = PLANTED_TEXT.names

const of = (setting: 'chat' | 'coding', what: 'binding' | 'others'): Column<Both> => ({
  key: `${setting}-${what}`,
  head: PLANTED_TEXT.head(setting, what),
  number: true,
  cell: (row) => share(row[setting][what]),
})

const COLUMNS: readonly Column<Both>[] = [
  { key: 'name', head: PLANTED_TEXT.way, names: true, cell: ({ name }) => WORDS[name] ?? name },
  of('chat', 'binding'),
  of('chat', 'others'),
  of('coding', 'binding'),
  of('coding', 'others'),
  {
    key: 'stale',
    head: PLANTED_TEXT.stale,
    title: PLANTED_TEXT.staleTitle,
    number: true,
    cell: ({ chat, coding }) => share(Math.max(chat.stale, coding.stale)),
  },
]

/** How the built-in writer and the lanes compare with truncation and other plain ways, on facts in held-out words. */
export function PlantedTable() {
  return (
    <details className="planted">
      <summary>{PLANTED_TEXT.open}</summary>
      <div className="stack">
        <p className="note">{PLANTED_TEXT.about(stored.turns, stored.conversations, stored.share)}</p>
        <Scrolled label={PLANTED_TEXT.caption}>
          <Table
            caption={PLANTED_TEXT.caption}
            columns={COLUMNS}
            rows={ROWS}
            keyOf={({ name }) => name}
            rowAbout={({ name }) => ({ 'data-way': name })}
          />
        </Scrolled>
      </div>
    </details>
  )
}
