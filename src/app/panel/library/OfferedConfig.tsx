import { useState } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import { useDeclarations } from '../../store/choice/declarations.ts'
import { addLaneOfText, inSharedWindow, otherWindow, writeText } from '../../store/choice/lane-text.ts'
import { laneLabels, laneNames, MOST_LANES } from '../../store/choice/lanes.ts'
import { offerConfig } from '../../store/page-state/notice.ts'
import type { OfferedConfig as Config } from '../../store/page-state/notice.ts'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Choice.tsx'
import { sharedLimit } from '../../store/choice/shared-window.ts'
import { CONFIG_UI } from './library-words.ts'

/** Asks in which lane a config shall run: the listed one or a new one. */
export function OfferedConfig({ config: { name, text } }: { readonly config: Config }) {
  const lanes = useChoices((state) => state.lanes)
  const listed = useChoices((state) => state.listed)
  const index = Math.max(0, laneNames(lanes).indexOf(listed ?? ''))
  const full = lanes.length >= MOST_LANES
  const declarations = useDeclarations()
  const [keeps, setKeeps] = useState(false)
  const read = typeof declarations === 'string' ? null : declarations
  const window = read === null ? null : otherWindow(text, read)
  const given = keeps && read !== null ? inSharedWindow(text, read) : text
  return (
    <section className="failure callout" aria-live="polite">
      <h2>{CONFIG_UI.title(name)}</h2>
      {window !== null && (
        <Row wrap gap={12}>
          <span>{CONFIG_UI.itsWindow(window)}</span>
          <Check checked={keeps} onCheck={setKeeps}>
            {CONFIG_UI.keepWindow(sharedLimit())}
          </Check>
        </Row>
      )}
      <Row wrap>
        <Button
          onClick={() => {
            offerConfig(null)
            writeText(index, given, 'file')
          }}
        >
          {CONFIG_UI.inLane(laneLabels(lanes)[index] ?? '')}
        </Button>
        <Button
          disabled={full}
          title={full ? CONFIG_UI.full : undefined}
          onClick={() => {
            offerConfig(null)
            void addLaneOfText(given)
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
