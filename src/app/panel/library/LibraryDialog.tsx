import { Download, Trash2, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Entry } from '../../store/library/entries.ts'
import {
  attempt,
  decide,
  followLibrary,
  library,
  loadLibrary,
  remove,
  takeFile,
  undoRemoval,
  UNDOABLE,
  useLibrary,
} from '../../store/library/library.ts'
import { useOpened } from '../../store/library/opened.ts'
import { unreadable } from '../../store/library/record.ts'
import type { LibraryRecord } from '../../store/library/record.ts'
import { Row, Stack, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { PickFiles } from '../../ui/PickFiles.tsx'
import { UI_TEXT } from '../../ui/words.ts'
import { EntryTable } from './EntryTable.tsx'
import { takeAll } from './opening.ts'
import type { Openers } from './opening.ts'
import { SaveForm } from './SaveForm.tsx'
import { LIBRARY_UI } from './library-words.ts'
import './library.css'

/** What this browser keeps for a person, and what they can keep now. */
export function LibraryDialog(openers: Openers) {
  const ref = useRef<HTMLDialogElement>(null)
  const entries = useLibrary((state) => state.entries)
  const close = (): void => ref.current?.close()
  useEffect(() => {
    ref.current?.showModal()
    return followLibrary()
  }, [])
  useGivenFile()
  return (
    <dialog
      ref={ref}
      className="over library"
      aria-labelledby="library"
      onClose={() => {
        useOpened.setState({ open: false })
        library.setState({ trouble: null, report: null })
      }}
    >
      <Stack gap={12}>
        <Row apart>
          <h2 id="library">{LIBRARY_UI.title}</h2>
          <Button kind="icon" label={UI_TEXT.close} onClick={close}>
            <X size={16} aria-hidden="true" />
          </Button>
        </Row>
        <p className="note">
          {entries?.length === 0 && `${LIBRARY_UI.about} `}
          {LIBRARY_UI.where}
        </p>
        <Closed />
        <SaveForm />
        <Trouble />
        <Report />
        <Undo />
        {entries !== null && entries.length > 0 && (
          <EntryTable entries={entries} openers={openers} onOpened={close} />
        )}
        {entries !== null && <Footer entries={entries} />}
      </Stack>
    </dialog>
  )
}

/** Reads the file that was dropped on the page. */
function useGivenFile(): void {
  const given = useOpened((state) => state.given)
  useEffect(() => {
    if (given === null) return
    useOpened.setState({ given: null })
    void takeFile(given.name, given.text)
  }, [given])
}

/** Why there is no library, and what still works. */
function Closed() {
  const closed = useLibrary((state) => state.closed)
  if (closed === null) return null
  return (
    <div className="callout is-bad" role="alert">
      <p>{closed.why === 'none' ? LIBRARY_UI.none : LIBRARY_UI.failed(closed.message)}</p>
      {closed.why !== 'none' && <Button onClick={() => void loadLibrary()}>{LIBRARY_UI.tryAgain}</Button>}
    </div>
  )
}

/** Names listed when there is no room. */
const LARGEST = 3

function Trouble() {
  const trouble = useLibrary((state) => state.trouble)
  const entries = useLibrary((state) => state.entries) ?? []
  if (trouble === null) return null
  const largest = entries
    .flatMap(({ record }) => (record === null ? [] : [[record.name, record.size] as const]))
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, LARGEST)
  return (
    <div className="callout is-bad" role="alert">
      <p>{trouble.why === 'full' ? LIBRARY_UI.full : LIBRARY_UI.failed(trouble.message)}</p>
      {trouble.why === 'full' && largest.length > 0 && <p className="note">{LIBRARY_UI.largest(largest)}</p>}
    </div>
  )
}

/** What became of an imported file. */
function Report() {
  const report = useLibrary((state) => state.report)
  if (report === null) return null
  const forget = (): void => library.setState({ report: null })
  if ('wrong' in report)
    return (
      <div className="callout is-bad" role="alert">
        <p>{LIBRARY_UI.notImported(report.file, report.wrong)}</p>
      </div>
    )
  const { added, same, refused, differing } = report
  return (
    <section className="callout" aria-label={LIBRARY_UI.imported(report.file)}>
      <Row apart>
        <h3>{LIBRARY_UI.imported(report.file)}</h3>
        <Button kind="icon" label={UI_TEXT.close} onClick={forget}>
          <X size={15} aria-hidden="true" />
        </Button>
      </Row>
      <ul aria-live="polite">
        {added.length + same.length + refused.length + differing.length === 0 && (
          <li>{LIBRARY_UI.nothingIn}</li>
        )}
        {added.length > 0 && <li>{LIBRARY_UI.added(added)}</li>}
        {same.length > 0 && <li>{LIBRARY_UI.same(same)}</li>}
        {[...refused.entries()].map(([index, { name, why }]) => (
          <li key={index} className="loss">
            {LIBRARY_UI.refusedEntry(name, why)}
          </li>
        ))}
      </ul>
      {differing.length > 0 && (
        <Stack gap={4}>
          <p>
            {LIBRARY_UI.differ} {differing.map(({ record }) => record.name).join(', ')}
          </p>
          <Row wrap>
            <Button onClick={() => void decide('replace')}>{LIBRARY_UI.useFile}</Button>
            {differing.some(({ record }) => record.kind !== 'log') && (
              <Button onClick={() => void decide('copy')}>{LIBRARY_UI.addCopies}</Button>
            )}
            <Button kind="quiet" onClick={() => void decide('leave')}>
              {LIBRARY_UI.leave}
            </Button>
          </Row>
        </Stack>
      )}
    </section>
  )
}

/** Puts back what was deleted last, and then what was deleted before it. */
function Undo() {
  const removed = useLibrary((state) => state.removed.at(-1))
  const [before] = useState(removed)
  const button = useRef<HTMLButtonElement>(null)
  const said = useId()
  useEffect(() => {
    if (removed !== before) button.current?.focus()
  }, [removed, before])
  if (removed === undefined) return null
  const names = removed.entries.map(({ id, record }) =>
    unreadable(record) === null ? (record as LibraryRecord).name : id,
  )
  return (
    <Row aria-live="polite">
      <span id={said}>{LIBRARY_UI.removed(names)}</span>
      <Button ref={button} kind="link" aria-describedby={said} onClick={() => void undoRemoval()}>
        {LIBRARY_UI.undo}
      </Button>
    </Row>
  )
}

/** How much there is, how much there may be, and what concerns all of it. */
function Footer({ entries }: { readonly entries: readonly Entry[] }) {
  const { used, allowed } = useLibrary((state) => state.room)
  const [leftOut, setLeftOut] = useState(0)
  const [asks, setAsks] = useState(false)
  const bytes = entries.reduce((sum, { record }) => sum + (record?.size ?? 0), 0)
  const some = entries.length > 0
  return (
    <Stack>
      <Text as="p" size="small" tone="soft">
        {some && LIBRARY_UI.sum(entries.length, bytes)}{' '}
        {used !== null && allowed !== null && LIBRARY_UI.room(used, allowed)} <Lasting />
      </Text>
      <Row wrap>
        {some && (
          <Button title={LIBRARY_UI.exportAllTitle} onClick={() => void takeAll().then(setLeftOut)}>
            <Download size={14} aria-hidden="true" /> {LIBRARY_UI.exportAll}
          </Button>
        )}
        <PickFiles
          text={LIBRARY_UI.import}
          title={LIBRARY_UI.importTitle}
          several={false}
          onFiles={([file]) => {
            void file?.text().then(
              (text) => takeFile(file.name, text),
              (failure: Error) => attempt(() => Promise.reject(failure)),
            )
          }}
        />
        {some && !asks && (
          <Button kind="quiet" onClick={() => setAsks(true)}>
            <Trash2 size={14} aria-hidden="true" /> {LIBRARY_UI.deleteAll}
          </Button>
        )}
        {some && asks && (
          <Row wrap role="alert">
            <span>
              {LIBRARY_UI.confirmAll(entries.length, bytes)} {bytes > UNDOABLE && LIBRARY_UI.noUndo}
            </span>
            <Button
              onClick={() => {
                setAsks(false)
                void remove(entries)
              }}
            >
              {LIBRARY_UI.deleteAll}
            </Button>
            <Button kind="quiet" onClick={() => setAsks(false)}>
              {LIBRARY_UI.cancel}
            </Button>
          </Row>
        )}
      </Row>
      {leftOut > 0 && (
        <p className="note" aria-live="polite">
          {LIBRARY_UI.leftOut(leftOut)}
        </p>
      )}
    </Stack>
  )
}

/** Whether the browser may clear the library by itself, and the request not to. */
function Lasting() {
  const [lasting, setLasting] = useState<boolean | 'refused' | null>(null)
  useEffect(() => {
    storageOf()
      ?.persisted()
      .then(setLasting, () => undefined)
  }, [])
  if (lasting === null || lasting === true) return null
  if (lasting === 'refused') return LIBRARY_UI.refused
  return (
    <>
      {LIBRARY_UI.lasting}{' '}
      <Button
        kind="link"
        onClick={() => {
          storageOf()
            ?.persist()
            .then(
              (isLasting) => setLasting(isLasting ? true : 'refused'),
              () => setLasting('refused'),
            )
        }}
      >
        {LIBRARY_UI.last}
      </Button>
    </>
  )
}

/** Null for a page that came over plain http from another machine. */
function storageOf(): StorageManager | null {
  return (navigator as { readonly storage?: StorageManager }).storage ?? null
}
