import { useState } from 'react'
import { shownName } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { laneOf } from '../../store/choice/derived.ts'
import { playhead } from '../../store/look/playhead.ts'
import { libraryFile } from '../../store/library/file.ts'
import type { Item } from '../../store/library/file.ts'
import { library, useLibrary } from '../../store/library/library.ts'
import type { LibraryRecord } from '../../store/library/record.ts'
import { useSession } from '../../store/run/session.ts'
import { CopyText } from '../../picture/share/CopyText.tsx'
import { Row, Stack } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { Check, Choice } from '../../ui/Choice.tsx'
import { sizeOf } from '../../store/run/file-words.ts'
import { safeName, saveItems } from './opening.ts'
import { existing, frameNow, itemNow, keepItem, keptOf, kindsNow, suggestedName } from './saving.ts'
import type { SavedKind } from './saving.ts'
import { LIBRARY_UI } from './library-words.ts'

/** Keeps something of the page under a name. Without a library it is downloaded. */
export function SaveForm() {
  const comparison = useSession((state) => state.comparison)
  return comparison === null ? null : <Form comparison={comparison} />
}

function Form({ comparison }: { readonly comparison: Comparison }) {
  const { lanes, trace } = comparison
  const kinds = kindsNow(trace.source.kind)
  const listed = useChoices((state) => state.listed)
  const source = useChoices((state) => state.source)
  const [chosen, setKind] = useState<SavedKind>('state')
  const kind = kinds.includes(chosen) ? chosen : 'run'
  const [laneName, setLane] = useState(listed ?? lanes[0]?.name ?? '')
  const lane = laneOf(comparison, laneName) ?? lanes[0]
  const [typed, setTyped] = useState<string | null>(null)
  const [logToo, setLogToo] = useState(false)
  /** What was done, until entries are deleted: it may be one of them. */
  const [done, setDone] = useState<{ readonly words: string; readonly removed: unknown } | null>(null)
  const setSaid = (words: string | null): void =>
    setDone(words === null ? null : { words, removed: library.getState().removed })
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ readonly item: Item; readonly over: LibraryRecord } | null>(null)
  // An answer is wanted only while the entry is there.
  const isAsked = useLibrary(({ entries }) => entries?.some(({ id }) => id === asked?.over.id) === true)
  const removed = useLibrary((state) => state.removed)
  const closed = useLibrary((state) => state.closed !== null)
  const isKept = useLibrary(({ entries }) => source.kind === 'log' && keptOf(source, entries) === 'yes')
  const full = useLibrary((state) => state.trouble?.why === 'full')
  if (lane === undefined) return null
  const suggested = suggestedName(kind, comparison, lane, playhead.getState().turn)
  const name = (typed ?? suggested).trim() || suggested
  const withLog = source.kind === 'log' && kind === 'state' && (logToo || isKept)
  const keep = async (item: Item, over: LibraryRecord | null): Promise<void> => {
    setAsked(null)
    const words = await keepItem(item, over, withLog)
    setSaid(words)
    if (words !== null) setTyped(null)
  }
  const act = async (how: 'keep' | 'download'): Promise<void> => {
    setBusy(true)
    setSaid(null)
    try {
      const item = await itemNow(kind, name, comparison, lane, withLog)
      const over = existing(library.getState().entries ?? [], item.record)
      if (how === 'download') await saveItems(safeName(name), libraryFile([item]))
      else if (over === null) await keep(item, null)
      else if (kind === 'log') setSaid(LIBRARY_UI.savedAlready(over.name))
      else setAsked({ item, over })
    } catch (failure) {
      setSaid(LIBRARY_UI.failed(failure instanceof Error ? failure.message : String(failure)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack
      as="form"
      className="sunk library-save"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void act(closed ? 'download' : 'keep')
      }}
    >
      <Row wrap gap={12}>
        <Choice
          label={LIBRARY_UI.what}
          options={kinds}
          isOn={(one) => one === kind}
          text={(one) => LIBRARY_UI.kinds[one]}
          title={(one) => LIBRARY_UI.kindTitles[one]}
          onPress={(one) => {
            setKind(one)
            setTyped(null)
            setAsked(null)
          }}
        />
        {(kind === 'run' || kind === 'config') && (
          <select
            aria-label={LIBRARY_UI.lane}
            value={lane.name}
            onChange={(event) => {
              setLane(event.currentTarget.value)
              setTyped(null)
              setAsked(null)
            }}
          >
            {lanes.map((one) => (
              <option key={one.name} value={one.name}>
                {one.label}
              </option>
            ))}
          </select>
        )}
        <input
          type="text"
          className="library-name"
          aria-label={LIBRARY_UI.name}
          value={typed ?? suggested}
          maxLength={200}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAsked(null)
          }}
        />
        <Button kind="strong" type="submit" disabled={busy}>
          {closed ? LIBRARY_UI.download : LIBRARY_UI.save}
        </Button>
        {full && (
          <Button disabled={busy} onClick={() => void act('download')}>
            {LIBRARY_UI.downloadInstead}
          </Button>
        )}
      </Row>
      {kind === 'state' && source.kind === 'log' && !closed && !isKept && (
        <div>
          <Check checked={logToo} onCheck={setLogToo}>
            {LIBRARY_UI.withLog}: <bdi>{shownName(source.name)}</bdi>, {sizeOf(source.size)}
          </Check>
          {!logToo && <p className="note">{LIBRARY_UI.stateOnly}</p>}
        </div>
      )}
      {kind === 'state' && source.kind !== 'log' && (
        <p className="note">
          {LIBRARY_UI.frame}{' '}
          <CopyText inLine text={frameNow} label={LIBRARY_UI.copyFrame} done={LIBRARY_UI.copied} />
        </p>
      )}
      {kind === 'run' && source.kind === 'log' && <p className="note">{LIBRARY_UI.runTexts}</p>}
      {trace.source.kind === 'live' && <p className="note">{LIBRARY_UI.liveHint}</p>}
      {asked !== null && isAsked && (
        <Row wrap role="alert">
          <span>{LIBRARY_UI.exists(asked.over.name)}</span>
          <Button onClick={() => void keep(asked.item, asked.over)}>{LIBRARY_UI.replace}</Button>
          <Button onClick={() => void keep(asked.item, null)}>{LIBRARY_UI.copy}</Button>
          <Button kind="quiet" onClick={() => setAsked(null)}>
            {LIBRARY_UI.cancel}
          </Button>
        </Row>
      )}
      <p className="note" aria-live="polite">
        {done?.removed === removed && done.words}
      </p>
    </Stack>
  )
}
