import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ToggleEvent } from 'react'
import { closeDesk, PANEL } from './log/desk.ts'
import { LogPanel } from './log/LogPanel.tsx'
import { runScenario } from './log/take-log.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { INPUT_TEXT } from './words.ts'
import { SCENARIO_LABELS } from './log/shown.ts'
import { UI_TEXT } from '../../ui/words.ts'
import { SILHOUETTES } from './silhouettes.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { Button } from '../../ui/Button.tsx'
import { Text } from '../../ui/Box.tsx'

/** Pixels between the panel and its button, and the edge of the screen. */
const GAP = 6
/** Width of the panel if the screen has room for it, in pixels; see `inputs.css`. */
const WIDTH = 880

/** Every available conversation: scenarios, and a person's own log. */
export function ConversationPanel() {
  const panel = useRef<HTMLDialogElement>(null)
  return (
    <dialog
      ref={panel}
      id={PANEL}
      className="over conversation-panel"
      popover="auto"
      aria-label={INPUT_TEXT.conversation}
      onBeforeToggle={placeUnderHeader}
      onToggle={focusInside}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The page's own Escape would clear the selection.
        event.preventDefault()
        closeDesk()
      }}
    >
      <Scenarios />
      <LogPanel />
      <Button kind="icon" className="panel-close" label={UI_TEXT.close} onClick={closeDesk}>
        <X size={16} aria-hidden="true" />
      </Button>
    </dialog>
  )
}

/** Places the panel below its button, or at the top of the screen if the header is not visible. */
function placeUnderHeader({ newState, currentTarget: panel }: ToggleEvent<HTMLDialogElement>): void {
  if (newState !== 'open') return
  const header = panel.closest('header')
  const anchor = header?.querySelector(`[popovertarget="${PANEL}"]`)
  const top = Math.max(GAP, (header?.getBoundingClientRect().bottom ?? 0) + GAP)
  const right = document.documentElement.clientWidth - WIDTH - 2 * GAP
  const left = Math.min(anchor?.getBoundingClientRect().left ?? 0, right)
  panel.style.setProperty('--panel-top', `${Math.round(top)}px`)
  panel.style.setProperty('--panel-left', `${Math.max(GAP, Math.round(left))}px`)
}

/** Keys go to the panel while it is open. */
function focusInside({ newState, currentTarget: panel }: ToggleEvent<HTMLDialogElement>): void {
  if (newState !== 'open' || panel.contains(document.activeElement)) return
  panel.querySelector<HTMLElement>('[aria-pressed="true"], button')?.focus()
}

function Scenarios() {
  const source = useChoices((state) => state.source)
  return (
    <section className="scenarios" aria-labelledby="scenarios-title">
      <h2 id="scenarios-title">{INPUT_TEXT.scenarios}</h2>
      <ul>
        {Object.entries(SCENARIO_LABELS).map(([name, label]) => {
          const silhouette = SILHOUETTES[name]
          return (
            <li key={name}>
              <button
                className="card"
                type="button"
                data-scenario={name}
                aria-pressed={source.kind === 'scenario' && source.name === name}
                onClick={() => {
                  runScenario(name)
                }}
              >
                <strong>{label}</strong>
                <Thumbnail scenario={name} />
                <span>{silhouette?.sentence}</span>
                {silhouette !== undefined && (
                  <Text size="tiny" figures>
                    {INPUT_TEXT.scenarioFacts(silhouette.turns, silhouette.blocks)}
                  </Text>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <p className="note">{INPUT_TEXT.silhouette}</p>
    </section>
  )
}
