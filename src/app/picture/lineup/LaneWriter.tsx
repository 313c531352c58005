import type { LaneChoice } from '../../store/choice/choices.ts'
import { answerBy } from '../../store/choice/lanes.ts'
import { CONNECTION_TEXT } from '../../store/model/connection-words.ts'
import { connection, useConnection } from '../../store/model/connection.ts'
import { openModel } from '../../store/model/open.ts'

/** The option of the mock; no model is called so. */
const MOCK = ''

/** Who writes a lane's summaries: the mock, or the model that calls go to. */
export function LaneWriter({
  choice: { answeredBy },
  index,
  label: lane,
}: {
  readonly choice: LaneChoice
  readonly index: number
  readonly label: string
}) {
  const model = useConnection((state) => state.model)
  const label = useConnection((state) => state.label)
  return (
    <select
      className={answeredBy === undefined ? 'lane-model' : 'lane-model is-real'}
      aria-label={CONNECTION_TEXT.writer(lane)}
      title={CONNECTION_TEXT.writerTitle}
      value={answeredBy ?? MOCK}
      onChange={(event) => {
        const { value } = event.currentTarget
        answerBy(index, value === MOCK ? null : value)
        if (value !== MOCK && !connection.getState().hasKey) openModel()
      }}
    >
      <option value={MOCK}>{CONNECTION_TEXT.byMock}</option>
      {answeredBy !== undefined && answeredBy !== model && (
        <option value={answeredBy}>{CONNECTION_TEXT.by(answeredBy)}</option>
      )}
      <option value={model}>{CONNECTION_TEXT.by(label)}</option>
    </select>
  )
}
