import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AutopsyItem, Passage } from '../../../sim/index.ts'
import { isBroken } from '../../../sim/index.ts'
import type { AutopsyRow } from '../../../view/index.ts'
import { LinkedTurns, TurnLink } from '../../picture/link/TurnLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { AUTOPSY_TEXT } from './words.ts'

/** The items of a compaction: what the summary has of each, and what came after. */
export function Items({ caption, rows }: { readonly caption: string; readonly rows: readonly AutopsyRow[] }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Scrolled label={caption}>
      <Table
        className="stacks"
        caption={caption}
        columns={columnsOf(open, (id) => {
          setOpen(open === id ? null : id)
        })}
        rows={rows}
        keyOf={({ id }) => id}
        rowAbout={({ item: { kind, fate } }) => ({ 'data-kind': kind, 'data-fate': fate })}
        below={({ id, item }) => open === id && <Detail item={item} />}
      />
    </Scrolled>
  )
}

function columnsOf(open: string | null, onOpen: (id: string) => void): readonly Column<AutopsyRow>[] {
  return [
    {
      key: 'item',
      head: AUTOPSY_TEXT.item,
      width: '36%',
      mark: 'full',
      cell: ({ id, item: { text } }) => (
        <Button
          kind="row"
          aria-expanded={open === id}
          onClick={() => {
            onOpen(id)
          }}
        >
          <ChevronRight size={13} aria-hidden="true" />
          <bdi>{text}</bdi>
        </Button>
      ),
    },
    {
      key: 'kind',
      head: AUTOPSY_TEXT.kind,
      cell: ({ kind, by, item }) => (
        <>
          {kind}
          <small className="soft"> {AUTOPSY_TEXT.by(by)}, </small>
          <small>
            <TurnLink turn={item.turn} />
          </small>
        </>
      ),
    },
    {
      key: 'summary',
      head: AUTOPSY_TEXT.summary,
      width: '24%',
      mark: 'full',
      cell: ({ fate, lost, part }) => (
        <>
          <span className="narrow-only">{AUTOPSY_TEXT.summary}: </span>
          <span className={lost ? 'strong loss' : undefined}>{fate}</span>
          {part !== null && (
            <small className="soft">
              {' '}
              <q>{part}</q>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'later',
      head: AUTOPSY_TEXT.later,
      width: '14%',
      mark: ({ broken }) => (broken ? 'full loss' : 'full'),
      cell: ({ later }) => (
        <>
          <span className="narrow-only">{AUTOPSY_TEXT.later}: </span>
          <LinkedTurns text={later} />
        </>
      ),
    },
    {
      key: 'again',
      head: AUTOPSY_TEXT.again,
      width: '14%',
      mark: 'full',
      cell: ({ again }) => (
        <>
          <span className="narrow-only">{AUTOPSY_TEXT.again}: </span>
          <LinkedTurns text={again} />
        </>
      ),
    },
  ]
}

/** Everything that was found about an item. */
function Detail({ item }: { readonly item: AutopsyItem }) {
  const { kind, fate, nearest, missing, broken, brokenBefore, saidAgain, sentAgain } = item
  const words = AUTOPSY_TEXT.detail
  return (
    <Facts>
      {fate !== 'unknown' && kind !== 'file' && (
        <Fact name={words.nearest}>{nearest === null ? words.noNearest : <q>{nearest}</q>}</Fact>
      )}
      {missing.length > 0 && <Fact name={words.missing}>{[...new Set(missing)].join(', ')}</Fact>}
      {isBroken(item) && (
        <Fact name={words.call}>
          <Said by={item.broken} /> {item.broken.tool}: <code>{item.broken.shown}</code>
        </Fact>
      )}
      {brokenBefore !== null && (
        <Fact name={words.before}>
          <Said by={brokenBefore} /> {brokenBefore.tool}: <code>{brokenBefore.shown}</code>
        </Fact>
      )}
      {broken === 'undecidable' && kind !== 'file' && kind !== 'task' && (
        <Fact name={AUTOPSY_TEXT.later}>{words.undecidable}</Fact>
      )}
      {saidAgain !== null && <Quote name={words.saidAgain} of={saidAgain} />}
      {sentAgain !== null && <Quote name={words.sentAgain} of={sentAgain} />}
    </Facts>
  )
}

function Quote({ name, of }: { readonly name: string; readonly of: Passage }): ReactNode {
  return (
    <Fact name={name}>
      <Said by={of} /> <q>{of.text}</q>
    </Fact>
  )
}

function Said({ by: { turn } }: { readonly by: Pick<Passage, 'turn'> }) {
  return (
    <>
      <TurnLink turn={turn} />:
    </>
  )
}
