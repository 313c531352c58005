import { memo, useMemo, useState } from 'react'
import { notesToMarkdown } from '../../../engine/internal.ts'
import { notesOfTurn, notesTable, strategyChanges, turnName } from '../../../view/index.ts'
import type { NoteGroup, NoteRow } from '../../../view/index.ts'
import { configAt } from '../../../sim/internal.ts'
import type { TimelineData } from '../../../sim/index.ts'
import type { PanelProperties } from '../panel.ts'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { LinkedTurns, TurnLink } from '../../picture/link/TurnLink.tsx'
import { KEEPS_STATE } from '../../store/choice/strategy-facts.ts'
import { NOTES_TEXT } from './words.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Text } from '../../ui/Box.tsx'
import './notes.css'

/** Notes of a category shown before all are requested. */
const FIRST = 6

/** The notes of the lane's agent at the playhead. */
export const NotesPanel = memo(function NotesPanel({ lane, turn }: PanelProperties) {
  const { data, label } = lane
  const table = useMemo(() => notesTable(data, turn), [data, turn])
  const none = whyNone(data, turn)
  const stand = table !== null && table.count > 0
  const at = turnName(turn)
  const name = configAt(data, turn).compression.notes_file
  return (
    <section
      className={none === null || stand ? 'panel notes' : 'panel notes is-empty'}
      aria-labelledby="notes"
    >
      <Row gap={12}>
        <h2 id="notes">{NOTES_TEXT.title(label, at)}</h2>
        {stand && (
          <FileButton
            text={NOTES_TEXT.file(name)}
            name={NOTES_TEXT.fileName(label, at)}
            file={() => ({ name: name, text: notesToMarkdown(notesOfTurn(data, turn)) })}
          />
        )}
      </Row>
      <p className="note">
        {none ?? (table === null ? NOTES_TEXT.notReached(label, at) : null)}
        {none !== null && stand && ` ${NOTES_TEXT.before(table.count)}`}
        {none === null && table !== null && (
          <LinkedTurns
            text={NOTES_TEXT.note(
              table.count,
              table.inWindow,
              table.carried === null ? null : turnName(table.carried),
            )}
          />
        )}
      </p>
      {stand && (
        <Text as="div" size="small" className="columns">
          {table.groups.map((group) => (
            <Group key={group.category} group={group} />
          ))}
        </Text>
      )}
    </section>
  )
})

/** Why a lane takes no notes in a turn; null if it does. */
function whyNone(data: TimelineData, turn: number): string | null {
  const { compression, strategy } = configAt(data, turn)
  // Notes belong to cross-window state: a strategy that does not read that section takes none.
  if (!KEEPS_STATE.has(strategy)) return NOTES_TEXT.none(strategy, strategyChanges(data).length > 0)
  return compression.notes ? null : NOTES_TEXT.off
}

function Group({ group }: { readonly group: NoteGroup }) {
  const [open, setOpen] = useState(false)
  const { label, notes } = group
  const shown = open ? notes : notes.slice(0, FIRST)
  return (
    <section className="note-group" aria-label={label}>
      <h3>
        {label} <small>{notes.length}</small>
      </h3>
      <ul>
        {shown.map((note) => (
          <li key={note.key} data-importance={note.importance}>
            <NoteLine note={note} />
          </li>
        ))}
      </ul>
      {notes.length > FIRST && (
        <Button
          kind="link"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open)
          }}
        >
          {open ? NOTES_TEXT.fewer : NOTES_TEXT.more(notes.length)}
        </Button>
      )}
    </section>
  )
}

function NoteLine({ note }: { readonly note: NoteRow }) {
  const { importance, text, written, inWindow } = note
  return (
    <>
      {importance !== 'normal' && <Text strong>{NOTES_TEXT.importances[importance]}</Text>} {text}{' '}
      <small>
        <TurnLink turn={written} text={NOTES_TEXT.written(written)} />
        {' · '}
        {inWindow === null ? (
          <span title={NOTES_TEXT.leftTitle}>{NOTES_TEXT.left}</span>
        ) : (
          <TurnLink turn={inWindow} text={NOTES_TEXT.inWindow(inWindow)} />
        )}
      </small>
    </>
  )
}
