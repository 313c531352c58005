import { memo, useCallback, useState } from 'react'
import type { Autopsy } from '../../../sim/index.ts'
import { adviceSentence, autopsySheet, csv, fileName, foreignSentence } from '../../../view/index.ts'
import { autopsyOfLog } from '../../store/run/autopsies.ts'
import { Row } from '../../ui/Box.tsx'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { useAnswer } from '../../ui/later.ts'
import type { PanelProperties } from '../panel.ts'
import { Compactions } from './Compactions.tsx'
import { Detection } from './Detection.tsx'
import { Versions } from './Versions.tsx'
import './autopsy.css'
import { AUTOPSY_TEXT } from './words.ts'

/** What the compactions by the log's own client lost, and by client and version over several logs. */
export const AutopsyPanel = memo(function AutopsyPanel({ comparison, lane }: PanelProperties) {
  const { source, recordedCompactions } = comparison.trace
  const { name } = lane
  const ask = useCallback(
    async (signal: AbortSignal) => autopsyOfLog(comparison, name, signal),
    [comparison, name],
  )
  const { answer, failed } = useAnswer(recordedCompactions === 0 ? null : ask)
  // No setting changes the answer: while the next one is asked for, the last of the same conversation stays.
  const about = JSON.stringify([source, comparison.trace.conversation, comparison.trace.windows])
  const [last, setLast] = useState<{ readonly about: string; readonly answer: Autopsy } | null>(null)
  if (answer !== null && last?.answer !== answer) setLast({ about, answer })
  const shown = answer ?? (last?.about === about && !failed && recordedCompactions > 0 ? last.answer : null)
  const foreign = shown === null ? null : foreignSentence(shown.said)
  const advice = shown === null ? null : adviceSentence(shown)
  return (
    <section
      className={`panel stack gap-12 autopsy${recordedCompactions === 0 ? ' is-empty' : ''}`}
      aria-labelledby="autopsy"
      aria-busy={shown === null && recordedCompactions > 0 && !failed}
    >
      <Row gap={12}>
        <h2 id="autopsy">{AUTOPSY_TEXT.title}</h2>
        {shown !== null && (
          <FileButton
            text={AUTOPSY_TEXT.file}
            name={AUTOPSY_TEXT.fileName}
            file={() => ({
              name: fileName({ source, content: 'compactions', extension: 'csv' }),
              text: csv(autopsySheet(shown)),
            })}
          />
        )}
      </Row>
      {recordedCompactions === 0 && <p className="note">{AUTOPSY_TEXT.none}</p>}
      {failed && <p className="note">{AUTOPSY_TEXT.failed}</p>}
      {recordedCompactions > 0 && shown === null && !failed && <p className="note">{AUTOPSY_TEXT.loading}</p>}
      {foreign !== null && <p className="callout">{foreign}</p>}
      {shown !== null && <Compactions key={about} autopsy={shown} />}
      {advice !== null && <p>{advice}</p>}
      {shown !== null && <Detection />}
      <Versions comparison={comparison} lane={name} own={shown} />
    </section>
  )
})
