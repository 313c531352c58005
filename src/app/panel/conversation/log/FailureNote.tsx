import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Problem } from '../../../../engine/index.ts'
import { shownName } from '../../../../view/index.ts'
import type { LaneChoice, RunChoices } from '../../../store/choice/choices.ts'
import { dismissFailure, runFailed, tryAgain, useSession } from '../../../store/run/session.ts'
import { LOG_TEXT, nameOf } from './words.ts'
import { UI_TEXT } from '../../../ui/words.ts'
import { desk, openDesk, useDesk } from './desk.ts'
import { Formats } from './Formats.tsx'
import { Problems } from './Problems.tsx'
import { runAs } from './take-log.ts'
import { ofSetup } from './setup.ts'
import { useLines } from './use-lines.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Part } from '../../../ui/Part.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Row } from '../../../ui/Box.tsx'

/** Only a run with a real model can end because of a call. */
const CallHelp = onDemand(async () => (await import('../../../picture/call/CallHelp.tsx')).CallHelp)

/** The problems of the last file and of the last run; the screen does not change. */
export function FailureNote() {
  const failure = useSession((state) => state.failure)
  const refusal = useDesk((state) => state.refusal)
  return (
    <>
      {refusal !== null && (
        <Note
          name={shownName(refusal.name)}
          problems={refusal.problems}
          source={null}
          onClose={() => {
            desk.setState({ refusal: null })
          }}
        />
      )}
      {/* Problems of a pasted setup are shown at its box. */}
      {failure !== null && !ofSetup(failure.problems) && (
        <Note
          name={nameOf(failure.choices.source)}
          problems={failure.problems}
          source={failure.choices.source}
          onClose={dismissFailure}
        />
      )}
    </>
  )
}

/** Problems of a log that another format might be able to read. */
const OF_FORMAT: ReadonlySet<string> = new Set([
  'unknown-format',
  'wrong-format',
  'invalid-json',
  'only-broken-lines',
  'no-messages',
  'mostly-left-out',
])

/** Problems of the simulator, which is started anew. */
const OF_WORKER: ReadonlySet<string> = new Set(['worker-failed', 'worker-ended'])

function Note({
  name,
  problems,
  source,
  onClose,
}: {
  readonly name: string
  readonly problems: readonly Problem[]
  readonly source: RunChoices['source'] | null
  readonly onClose: () => void
}) {
  const empty = useSession((state) => state.comparison === null)
  const drafted = useDesk((state) => source?.kind === 'log' && state.draft !== '' && state.ran === source.id)
  const lines = useLines(source, problems)
  const asked = useSession(({ failure }) => failure?.choices.lanes.some(isAnswered) ?? false)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // What failed may have been dropped or pressed anywhere on the page.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [problems])
  return (
    <section ref={box} className="failure callout is-bad" role="alert">
      <Row apart>
        <h2>{LOG_TEXT.failed(name)}</h2>
        <Button kind="icon" label={UI_TEXT.close} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </Button>
      </Row>
      <Problems problems={problems} lines={lines} />
      {source !== null && asked && (
        <Part name="This call">
          <CallHelp />
        </Part>
      )}
      {source?.kind === 'log' && problems.some(({ code }) => OF_FORMAT.has(code)) && (
        <Row as="label" size="small">
          <span>{LOG_TEXT.tryAs}</span>
          <select
            value=""
            onChange={(event) => {
              runAs(source, event.currentTarget.value)
            }}
          >
            <option value="" disabled>
              {LOG_TEXT.chooseFormat}
            </option>
            <Formats />
          </select>
        </Row>
      )}
      {problems.some(({ code }) => OF_FORMAT.has(code) || code === 'binary-file') && (
        <p className="note">{LOG_TEXT.opens}</p>
      )}
      {source !== null && (empty || problems.some(({ code }) => OF_WORKER.has(code))) && (
        <Button onClick={empty ? tryAgain : runFailed}>{UI_TEXT.tryAgain}</Button>
      )}
      {(!empty || source === null) && (
        <p className="note">
          {LOG_TEXT.stays}{' '}
          {drafted && (
            <Button kind="link" onClick={openDesk}>
              {LOG_TEXT.backToText}
            </Button>
          )}
        </p>
      )}
    </section>
  )
}

function isAnswered({ answeredBy }: LaneChoice): boolean {
  return answeredBy !== undefined
}
