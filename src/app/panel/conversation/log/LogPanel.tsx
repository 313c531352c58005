import { useEffect } from 'react'
import { useSession } from '../../../store/run/session.ts'
import { ALSO_READ } from '../../../../sim/internal.ts'
import { LOG_TEXT } from './words.ts'
import { BOX, desk, setDraft, useDesk } from './desk.ts'
import { Samples } from './Samples.tsx'
import { runDraft, takeFiles, takeFolder } from './take-log.ts'
import { LOGS, PickFiles } from '../../../ui/PickFiles.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Row, Text } from '../../../ui/Box.tsx'
import './log.css'

/** Maximum characters in the box; of a longer text only the beginning is shown, because it would slow the page down. */
const MOST_SHOWN = 100_000
const BEGINNING = 2_000

/** The box for a person's own log. */
export function LogPanel() {
  useCleared()
  return (
    <section className="stack log-panel" aria-labelledby="log-title">
      <h2 id="log-title">{LOG_TEXT.title}</h2>
      <p className="note">{LOG_TEXT.note}</p>
      <Row wrap>
        <FilePicker />
      </Row>
      <Box />
      <Remark />
      <Row wrap>
        <Button kind="strong" onClick={runDraft}>
          {LOG_TEXT.run} <kbd>{LOG_TEXT.runKey}</kbd>
        </Button>
        <Size />
      </Row>
      <Samples />
      <Text as="details" size="small" tone="soft">
        <summary>{LOG_TEXT.otherFormats}</summary>
        {ALSO_READ.map(({ title, names }) => (
          <p key={title}>
            <strong>{title}:</strong> {names.join(', ')}
          </p>
        ))}
      </Text>
      <p className="note">{LOG_TEXT.content}</p>
    </section>
  )
}

/** Empties the box once its content is on the screen. */
function useCleared(): void {
  const shown = useSession((state) => (state.shown?.source.kind === 'log' ? state.shown.source.id : null))
  useEffect(() => {
    if (shown !== null && shown === desk.getState().ran) setDraft('')
  }, [shown])
}

function Box() {
  const draft = useDesk((state) => state.draft)
  const remarked = useDesk((state) => state.remark !== null)
  const long = draft.length > MOST_SHOWN
  return (
    <textarea
      id={BOX}
      aria-label={LOG_TEXT.paste}
      aria-describedby="log-remark"
      aria-invalid={remarked}
      placeholder={LOG_TEXT.hint}
      rows={6}
      spellCheck={false}
      readOnly={long}
      value={long ? `${draft.slice(0, BEGINNING)}…` : draft}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
      }}
      onPaste={(event) => {
        event.preventDefault()
        const { currentTarget: box, clipboardData } = event
        const text = clipboardData.getData('text')
        if (clipboardData.files.length > 0) takeFiles([...clipboardData.files])
        else if (text.trim() === '') desk.setState({ remark: LOG_TEXT.nothingPasted })
        // A long text is not put into the box at all, but replaces its content.
        else if (long || text.length > MOST_SHOWN) setDraft(text)
        else {
          box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end')
          setDraft(box.value)
        }
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        runDraft()
      }}
    />
  )
}

function Remark() {
  const remark = useDesk((state) => state.remark)
  return (
    <p id="log-remark" className="loss" role="alert">
      {remark}
    </p>
  )
}

/** The size of the text in the box, and a button to empty it. */
function Size() {
  const draft = useDesk((state) => state.draft)
  if (draft === '') return null
  return (
    <Text size="small" tone="soft" figures>
      {LOG_TEXT.size(draft.length, linesIn(draft))}.{' '}
      {draft.length > MOST_SHOWN && LOG_TEXT.onlyBeginning(BEGINNING)}{' '}
      <Button
        kind="link"
        onClick={() => {
          setDraft('')
        }}
      >
        {LOG_TEXT.clear}
      </Button>
    </Text>
  )
}

function linesIn(text: string): number {
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

function FilePicker() {
  return (
    <>
      <PickFiles text={LOG_TEXT.choose} endings={OWN_ENDINGS} onFiles={takeFiles} />
      <PickFiles text={LOG_TEXT.chooseFolder} folder onFiles={takeFolder} />
    </>
  )
}

/** Files that are no logs, and that the page opens, too. */
const OWN_ENDINGS = [...LOGS, '.yaml', '.yml', '.html']
