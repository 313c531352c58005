import { Download, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { shownName } from '../../../view/index.ts'
import type { Entry } from '../../store/library/entries.ts'
import { library, remove, rename, useLibrary } from '../../store/library/library.ts'
import type { LibraryRecord } from '../../store/library/record.ts'
import { logId } from '../../store/library/entries.ts'
import { LIBRARY_TEXT, momentOf } from '../../store/library/words.ts'
import { Row, Stack, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { sizeOf } from '../../store/run/file-words.ts'
import { openEntry, takeEntry } from './opening.ts'
import type { Openers } from './opening.ts'
import { LIBRARY_UI } from './library-words.ts'

/** Number of entries above which they can be searched. */
const MANY = 10

/** The entries of the library, the last used first. */
export function EntryTable({
  entries,
  openers,
  onOpened,
}: {
  readonly entries: readonly Entry[]
  readonly openers: Openers
  readonly onOpened: () => void
}) {
  const [sought, setSought] = useState('')
  const [edited, setEdited] = useState<string | null>(null)
  const found = entries.filter((entry) => wordsOf(entry).includes(sought.trim().toLowerCase()))
  const columns: readonly Column<Entry>[] = [
    {
      key: 'name',
      head: LIBRARY_UI.name,
      names: true,
      mark: 'full',
      cell: (entry) => (
        <Named
          entry={entry}
          onOpen={async () => {
            if (await openEntry(entry, openers)) onOpened()
          }}
        />
      ),
    },
    {
      key: 'kind',
      head: LIBRARY_UI.kind,
      cell: ({ record }) => record !== null && <span className="badge">{LIBRARY_UI.kinds[record.kind]}</span>,
    },
    {
      key: 'size',
      head: LIBRARY_UI.size,
      number: true,
      cell: ({ record }) => record !== null && sizeOf(record.size),
    },
    {
      key: 'used',
      head: LIBRARY_UI.used,
      look: 'figures-of-one-width',
      cell: ({ record }) => record !== null && momentOf(record.usedAt),
    },
    {
      key: 'actions',
      head: <span className="unseen">{LIBRARY_UI.actions}</span>,
      cell: (entry) => (
        <Actions entry={entry} onEdit={() => setEdited(edited === entry.id ? null : entry.id)} />
      ),
    },
  ]
  return (
    <>
      {(entries.length > MANY || sought !== '') && (
        <input
          type="search"
          aria-label={LIBRARY_UI.search}
          placeholder={LIBRARY_UI.search}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && sought !== '' ? (
        <p className="note" aria-live="polite">
          {LIBRARY_UI.nothingFound(sought)}
        </p>
      ) : (
        <Table
          className="stacks library-entries"
          label={LIBRARY_UI.title}
          columns={columns}
          rows={found}
          keyOf={({ id }) => id}
          rowAbout={({ id, record }) => ({ 'data-entry': id, 'data-kind': record?.kind })}
          below={({ id, record }) =>
            edited === id && record !== null ? (
              <Editor record={record} onDone={() => setEdited(null)} />
            ) : null
          }
        />
      )}
    </>
  )
}

function wordsOf({ record, id }: Entry): string {
  const { name = id, note = '', about = '', kind } = record ?? {}
  return [name, note, about, kind === undefined ? '' : LIBRARY_UI.kinds[kind], record?.log?.name ?? '']
    .join('\n')
    .toLowerCase()
}

function Named({ entry, onOpen }: { readonly entry: Entry; readonly onOpen: () => Promise<void> }) {
  const { record, broken } = entry
  const name = record === null ? LIBRARY_UI.unreadable : shownName(record.name)
  if (broken !== null || record === null)
    return (
      <>
        <bdi>{name}</bdi>
        <Text as="p" size="small" tone="loss">
          {broken !== null && LIBRARY_TEXT.unreadable(broken)}
        </Text>
      </>
    )
  return (
    <>
      <Button kind="link" label={LIBRARY_UI.open(name)} onClick={() => void onOpen()}>
        <bdi>{name}</bdi>
      </Button>
      <Text as="p" size="small" tone="soft">
        {record.about}
        <LogNote record={record} />
      </Text>
      {record.note !== '' && (
        <Text as="p" size="small">
          {record.note}
        </Text>
      )}
    </>
  )
}

/** Whether the log of an entry is kept. */
function LogNote({ record: { log } }: { readonly record: LibraryRecord }) {
  const isKept = useLibrary(
    ({ entries }) => log !== null && entries?.some(({ id }) => id === logId(log.hash)),
  )
  if (log === null) return null
  return <> · {isKept === true ? LIBRARY_UI.logKept : LIBRARY_UI.asksFor(log.name)}</>
}

function Actions({ entry, onEdit }: { readonly entry: Entry; readonly onEdit: () => void }) {
  const { record, broken, id } = entry
  const name = record === null ? id : shownName(record.name)
  return (
    <Row gap={4}>
      {record !== null && (
        <Button kind="icon" label={LIBRARY_UI.edit(name)} data-edit={id} onClick={onEdit}>
          <Pencil size={15} aria-hidden="true" />
        </Button>
      )}
      <Button
        kind="icon"
        label={broken === null ? LIBRARY_UI.take(name) : LIBRARY_UI.takeRaw(name)}
        onClick={() => void takeEntry(entry)}
      >
        <Download size={15} aria-hidden="true" />
      </Button>
      <Button kind="icon" label={LIBRARY_UI.remove(name)} onClick={() => void remove([entry])}>
        <Trash2 size={15} aria-hidden="true" />
      </Button>
    </Row>
  )
}

/** Name and note of an entry. Of what another tab wrote meanwhile, the person sees it before they write over it. */
function Editor({
  record: current,
  onDone,
}: {
  readonly record: LibraryRecord
  readonly onDone: () => void
}) {
  const changed = useLibrary(({ trouble }) => trouble?.why === 'changed')
  // As it was when the form was opened, until its person was told of another change.
  const [opened] = useState(current)
  const record = changed ? current : opened
  const [name, setName] = useState(record.name)
  const [note, setNote] = useState(record.note)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.select(), [])
  const done = (): void => {
    library.setState({ trouble: null })
    onDone()
    document.querySelector<HTMLElement>(`[data-edit="${CSS.escape(record.id)}"]`)?.focus()
  }
  const save = async (): Promise<void> => {
    const isDone = await rename(record, { name: name.trim() || record.name, note: note.trim() })
    if (isDone) done()
  }
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The dialog stays open.
        event.preventDefault()
        event.stopPropagation()
        done()
      }}
    >
      <Row wrap gap={12}>
        <input
          ref={first}
          type="text"
          className="library-name"
          aria-label={LIBRARY_UI.name}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <input
          type="text"
          className="library-name"
          aria-label={LIBRARY_UI.note}
          placeholder={LIBRARY_UI.noteHint}
          value={note}
          maxLength={2000}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit">{LIBRARY_UI.saveChange}</Button>
        <Button kind="quiet" onClick={done}>
          {LIBRARY_UI.cancel}
        </Button>
      </Row>
      {changed && <p className="note">{LIBRARY_UI.yours}</p>}
    </Stack>
  )
}
