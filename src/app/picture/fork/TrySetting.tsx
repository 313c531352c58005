import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { turnName } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { useSettledTurn } from '../../store/look/playhead.ts'
import { FUTURES_TEXT } from '../../store/choice/fork-words.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'
import { Button } from '../../ui/Button.tsx'

const SettingChooser = onDemand(async () => (await import('./SettingChooser.tsx')).SettingChooser)

/** Opens a line for giving one setting another value from the playhead's turn on. */
export function TrySetting({
  lane,
  index,
  brief = false,
}: {
  readonly lane: LaneResult
  readonly index: number
  /** Whether the turn is already shown beside it. */
  readonly brief?: boolean
}) {
  const turn = useSettledTurn()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        small
        aria-expanded={open}
        title={FUTURES_TEXT.trySetting(turnName(turn))}
        onClick={() => {
          setOpen(!open)
        }}
      >
        <SlidersHorizontal size={13} aria-hidden="true" />{' '}
        {brief ? FUTURES_TEXT.setting : FUTURES_TEXT.trySetting(turnName(turn))}
      </Button>
      {open && (
        <Part name="The choice of a setting" fallback={<span className="note">{FUTURES_TEXT.loading}</span>}>
          <SettingChooser
            lane={lane}
            index={index}
            turn={turn}
            onDone={() => {
              setOpen(false)
            }}
          />
        </Part>
      )}
    </>
  )
}
