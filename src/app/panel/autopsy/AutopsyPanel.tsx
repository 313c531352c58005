import { memo } from 'react'
import { adviceSentence, autopsySheet, csv, fileName, foreignSentence } from '../../../view/index.ts'
import { Row } from '../../ui/Box.tsx'
import { FileButton } from '../../picture/share/FileButton.tsx'
import type { PanelProperties } from '../panel.ts'
import { Compactions } from './Compactions.tsx'
import { Detection } from './Detection.tsx'
import { useAutopsy } from './shown.ts'
import { Versions } from './Versions.tsx'
import './autopsy.css'
import { AUTOPSY_TEXT } from './words.ts'

/** What the compactions by the log's own client lost, and by client and version over several logs. */
export const AutopsyPanel = memo(function AutopsyPanel({ comparison, lane }: PanelProperties) {
  const { source, recordedCompactions } = comparison.trace
  const { name } = lane
  const { about, shown, failed } = useAutopsy(comparison, name)
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
