import { money } from '../../../view/index.ts'
import { KeyRound } from 'lucide-react'
import { Activity } from 'react'
import type { ToggleEvent } from 'react'
import { CONNECTION_TEXT } from '../../store/model/connection-words.ts'
import { useCalls } from '../../store/model/call-list.ts'
import { useConnection } from '../../store/model/connection.ts'
import { MODEL_PANEL, modelPanel, useModelPanel } from '../../store/model/open.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'
import { Button } from '../../ui/Button.tsx'
import { Text } from '../../ui/Box.tsx'
import './model-button.css'

const ModelPanel = onDemand(async () => (await import('./ModelPanel.tsx')).ModelPanel)
const CallBar = onDemand(async () => (await import('./CallBar.tsx')).CallBar)

/** Maximum width of a narrow screen, in pixels. */
const NARROW = 760
/** Pixels between the panel and the header above it. */
const GAP = 6

/** The button for the real model: its name, and its cost so far. */
export function ModelButton() {
  const hasKey = useConnection((state) => state.hasKey)
  const label = useConnection((state) => state.label)
  const cap = useConnection((state) => state.cap)
  const spent = useCalls((state) => state.spent)
  const name = hasKey ? CONNECTION_TEXT.withKey(label, spent, cap) : CONNECTION_TEXT.button
  return (
    <Button
      className="model-button"
      popoverTarget={MODEL_PANEL}
      label={name}
      title={hasKey ? name : CONNECTION_TEXT.withoutKey}
    >
      <KeyRound size={15} aria-hidden="true" />{' '}
      <Text clip className={hasKey ? 'model-name' : 'model-name where-wide'}>
        {hasKey ? label : CONNECTION_TEXT.button}
      </Text>
      {hasKey && (
        <Text size="small" tone="soft" figures className="model-spent">
          {money(spent)}
          <span className="model-cap"> / {money(cap)}</span>
        </Text>
      )}
    </Button>
  )
}

/** The panel of the model, whose content is loaded when first opened, and the bar of the next call. */
export function ModelPlace() {
  const open = useModelPanel((state) => state.open)
  const opened = useModelPanel((state) => state.opened)
  const called = useCalls(({ list }) => list.length > 0)
  return (
    <>
      <dialog
        id={MODEL_PANEL}
        className="over model-panel"
        popover="auto"
        aria-label={CONNECTION_TEXT.button}
        onBeforeToggle={placeUnderHeader}
        onToggle={({ newState }) => {
          modelPanel.setState(newState === 'open' ? { open: true, opened: true } : { open: false })
        }}
      >
        {opened && (
          <Part name="The model panel" fallback={<p className="note">{CONNECTION_TEXT.loading}</p>}>
            {/* A closed panel keeps what was typed in it, but does not follow the calls. */}
            <Activity mode={open ? 'visible' : 'hidden'}>
              <ModelPanel />
            </Activity>
          </Part>
        )}
      </dialog>
      {called && (
        <Part name="The bar of calls">
          <CallBar />
        </Part>
      )}
    </>
  )
}

/** Places the panel below the header, or at the top of the screen if that is not visible. */
function placeUnderHeader({ newState, currentTarget: panel }: ToggleEvent<HTMLDialogElement>): void {
  if (newState !== 'open') return
  // On a phone the header takes half of the screen, and the panel needs all of it.
  const bottom =
    window.innerWidth <= NARROW
      ? 0
      : (document.querySelector('header.bar')?.getBoundingClientRect().bottom ?? 0)
  panel.style.setProperty('--panel-top', `${Math.round(Math.max(GAP, bottom + GAP))}px`)
}
