import { useState } from 'react'
import type { Autopsy, CompactionAutopsy } from '../../../sim/index.ts'
import { autopsyFacts, autopsyRows, autopsySentences, autopsyTitle, lostText } from '../../../view/index.ts'
import { LinkedTurns } from '../../picture/link/TurnLink.tsx'
import { Row, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { CopyText } from '../../picture/share/CopyText.tsx'
import { Items } from './Items.tsx'
import { AUTOPSY_TEXT } from './words.ts'

/** Every compaction with its sentences; the items of one at a time. */
export function Compactions({ autopsy }: { readonly autopsy: Autopsy }) {
  const { compactions } = autopsy
  const [open, setOpen] = useState<number | null>(compactions[0]?.nth ?? null)
  return compactions.map((compaction) => {
    const { nth } = compaction
    const isOpen = open === nth
    return (
      <Compaction
        key={nth}
        autopsy={autopsy}
        compaction={compaction}
        open={isOpen}
        onOpen={() => {
          setOpen(isOpen ? null : nth)
        }}
      />
    )
  })
}

function Compaction({
  autopsy,
  compaction,
  open,
  onOpen,
}: {
  readonly autopsy: Autopsy
  readonly compaction: CompactionAutopsy
  readonly open: boolean
  readonly onOpen: () => void
}) {
  const lost = lostText(compaction)
  return (
    <section className="stack gap-4" data-compaction={compaction.nth}>
      <Row gap={12} wrap align="baseline">
        <h3>
          <LinkedTurns text={autopsyTitle(compaction)} />
        </h3>
        <Text size="small" tone="soft">
          {autopsyFacts(autopsy, compaction)}
        </Text>
      </Row>
      {autopsySentences(compaction).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Row gap={12} wrap>
        {compaction.items.length > 0 && (
          <Button small aria-expanded={open} onClick={onOpen}>
            {open ? AUTOPSY_TEXT.hide : AUTOPSY_TEXT.show}
          </Button>
        )}
        {lost !== null && (
          <>
            <CopyText
              text={lost.text}

              label={AUTOPSY_TEXT.copy(lost.count)}
              done={AUTOPSY_TEXT.copied}
            />
            <Text size="small" tone="soft">
              {AUTOPSY_TEXT.copyNote}
            </Text>
          </>
        )}
      </Row>
      {open && compaction.items.length > 0 && <ItemChoice compaction={compaction} />}
    </section>
  )
}

const ONLY = ['lost', 'all'] as const

/** The items of a compaction: those that were lost, or all. */
function ItemChoice({ compaction }: { readonly compaction: CompactionAutopsy }) {
  const [only, setOnly] = useState<(typeof ONLY)[number]>('lost')
  const rows = autopsyRows(compaction)
  const shown = only === 'all' ? rows : rows.filter(({ item, lost }) => lost || item.fate === 'unknown')
  return (
    <>
      <Row gap={12} wrap>
        <Choice
          label={AUTOPSY_TEXT.only}
          options={ONLY}
          isOn={(option) => option === only}
          text={(option) => AUTOPSY_TEXT.onlyOptions[option]}
          onPress={setOnly}
        />
        <Text size="small" tone="soft" aria-live="polite">
          {AUTOPSY_TEXT.shown(shown.length, rows.length)}
        </Text>
      </Row>
      {shown.length === 0 ? (
        <p className="note">{AUTOPSY_TEXT.nothingLost}</p>
      ) : (
        <Items caption={AUTOPSY_TEXT.caption(autopsyTitle(compaction))} rows={shown} />
      )}
    </>
  )
}
