import { useCallback, useMemo, useState } from 'react'
import { validate } from '../../../engine/index.ts'
import type { Provider, Repair, Violation } from '../../../engine/index.ts'
import { fileName, modalitiesAt, ofMedia, sumOfBlocks, tokens, turnName, whole } from '../../../view/index.ts'
import type { PanelProperties } from '../panel.ts'
import { sentRequest } from '../../store/run/questions.ts'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { CopyText } from '../../picture/share/CopyText.tsx'
import { useInSight } from '../../ui/use-in-sight.ts'
import { useAnswer } from '../../ui/later.ts'
import { REQUEST_FILE_TEXT } from '../../picture/words.ts'
import { REQUEST_TEXT, repairLines } from './words.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Row } from '../../ui/Box.tsx'
import './turns.css'

const CodeView = onDemand(async () => (await import('../../ui/CodeView.tsx')).CodeView)

const PROVIDERS: readonly Provider[] = ['anthropic', 'openai', 'openai-responses']

/** The exact request of the playhead's turn in a provider's shape: whether it is valid, what was repaired, and its text. */
export function RequestPanel({ comparison, lane, turn }: PanelProperties) {
  const [provider, setProvider] = useState<Provider>('anthropic')
  const { ref, inSight } = useInSight<HTMLElement>('200px')
  const record = lane.data.turns[turn]
  const title = REQUEST_TEXT.title(turnName(turn), lane.label)
  return (
    <section className="panel request" aria-labelledby="request" ref={ref}>
      <h2 id="request">{title}</h2>
      {record === undefined ? (
        <p className="note">{REQUEST_TEXT.notReached(lane.label, turnName(turn))}</p>
      ) : (
        <>
          <Choice
            legend={REQUEST_TEXT.provider}
            options={PROVIDERS}
            isOn={(one) => one === provider}
            text={(one) => REQUEST_FILE_TEXT.providers[one]}
            onPress={setProvider}
          />
          {inSight ? (
            <Shown {...{ comparison, lane, turn, provider }} />
          ) : (
            <p className="note">{REQUEST_TEXT.loading}</p>
          )}
        </>
      )}
    </section>
  )
}

function Shown({ comparison, lane, turn, provider }: PanelProperties & { readonly provider: Provider }) {
  const ask = useCallback(
    async () => sentRequest(comparison, lane.name, turn, provider),
    [comparison, lane.name, turn, provider],
  )
  const { answer, failed } = useAnswer(ask)
  const found = useMemo(() => {
    if (answer === null) return null
    const { repairs, ...request } = answer
    const text = JSON.stringify(request, null, 2)
    const list = 'messages' in request ? request.messages : request.input
    return { text, repairs, violations: validate(request, provider), messages: list.length }
  }, [answer, provider])
  if (failed) {
    return (
      <p className="loss" role="alert">
        {REQUEST_TEXT.failed}
      </p>
    )
  }
  if (found === null) return <p className="note">{REQUEST_TEXT.loading}</p>
  const { text, repairs, violations, messages } = found
  const name = REQUEST_FILE_TEXT.providers[provider]
  const { data } = lane
  const record = data.turns[turn]
  const sent = tokens(record?.used ?? null, data)
  const sum = (record?.adjustment ?? 0) === 0 || record === undefined ? '' : tokens(sumOfBlocks(record), data)
  const kinds = modalitiesAt(data, turn)
  const media = kinds === null ? '' : ofMedia(kinds, data.exact)
  return (
    <>
      <p className={violations.length > 0 ? 'verdict loss' : 'verdict'}>
        <span aria-hidden="true">{violations.length > 0 ? '✕' : '✓'}</span>{' '}
        {violations.length > 0 ? REQUEST_TEXT.invalid(violations.length) : REQUEST_TEXT.valid(name)}
      </p>
      {violations.length > 0 && <Violations list={violations} />}
      <p>{REQUEST_TEXT.repairs(repairs.length)}</p>
      {repairs.length > 0 && <Repairs list={repairs} />}
      <WindowRepairs lane={lane} turn={turn} />
      <Row wrap className="files">
        <span className="note">{REQUEST_TEXT.size(whole(text.length), messages, sent, sum, media)}</span>
        <CopyText
          text={text}
          kind="json"
          what={REQUEST_TEXT.text}
          label={REQUEST_TEXT.copy}
          done={REQUEST_TEXT.copied}
        />
        <FileButton
          text={REQUEST_FILE_TEXT.request(turnName(turn), name)}
          name={REQUEST_FILE_TEXT.requestName(turnName(turn), lane.label, name)}
          file={() => {
            const subject = { source: comparison.trace.source, lane: lane.name, turn }
            return { name: fileName({ ...subject, content: provider, extension: 'json' }), text: `${text}\n` }
          }}
        />
      </Row>
      <Part name="The text of the request" fallback={<p className="note">{REQUEST_TEXT.loading}</p>}>
        <CodeView text={text} label={REQUEST_TEXT.text} />
      </Part>
    </>
  )
}

function Violations({ list }: { readonly list: readonly Violation[] }) {
  return (
    <ul className="bulleted small">
      {list.map(({ rule, index, part, message }) => (
        <li key={`${rule} ${index} ${part}`}>
          <code>{rule}</code> {REQUEST_TEXT.at(index, part)}: {message}
        </li>
      ))}
    </ul>
  )
}

function Repairs({ list }: { readonly list: readonly Repair[] }) {
  return (
    <ul className="bulleted small">
      {repairLines(list).map(({ rule, told, tools }) => (
        <li key={`${rule} ${told}`}>
          <code>{rule}</code> {told}
          {tools.length > 0 && <code> {tools.join(', ')}</code>}
        </li>
      ))}
    </ul>
  )
}

/** What the turn loop repaired in the window itself, before there was a request. */
function WindowRepairs({ lane: { data }, turn }: Pick<PanelProperties, 'lane' | 'turn'>) {
  const edits = (data.turns[turn]?.edits ?? []).flatMap((index) => data.edits[index] ?? [])
  const repairs = edits.flatMap((edit) => edit.repairs)
  if (repairs.length === 0) return null
  return (
    <>
      <p>{REQUEST_TEXT.repaired}</p>
      <Repairs list={repairs} />
    </>
  )
}
