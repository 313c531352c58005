import { useChoices } from '../../store/choice/choices.ts'
import { addLaneOfText, writeText } from '../../store/choice/lane-text.ts'
import { laneLabels, laneNames, MOST_LANES } from '../../store/choice/lanes.ts'
import { offerConfig } from '../../store/page-state/notice.ts'
import type { OfferedConfig as Config } from '../../store/page-state/notice.ts'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { CONFIG_UI } from './library-words.ts'

/** Asks in which lane a config shall run: the listed one or a new one. */
export function OfferedConfig({ config: { name, text } }: { readonly config: Config }) {
  const lanes = useChoices((state) => state.lanes)
  const listed = useChoices((state) => state.listed)
  const index = Math.max(0, laneNames(lanes).indexOf(listed ?? ''))
  const full = lanes.length >= MOST_LANES
  return (
    <section className="failure callout" aria-live="polite">
      <h2>{CONFIG_UI.title(name)}</h2>
      <Row wrap>
        <Button
          onClick={() => {
            offerConfig(null)
            writeText(index, text, 'file')
          }}
        >
          {CONFIG_UI.inLane(laneLabels(lanes)[index] ?? '')}
        </Button>
        <Button
          disabled={full}
          title={full ? CONFIG_UI.full : undefined}
          onClick={() => {
            offerConfig(null)
            void addLaneOfText(text)
          }}
        >
          {CONFIG_UI.newLane}
        </Button>
        <Button kind="quiet" onClick={() => offerConfig(null)}>
          {CONFIG_UI.cancel}
        </Button>
        <span className="note">{CONFIG_UI.undoable}</span>
      </Row>
    </section>
  )
}
