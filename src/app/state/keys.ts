import { choose, togglePicture } from './choices.ts'
import { landmarksOf } from './derived.ts'
import { playhead, seek } from './playhead.ts'
import { currentComparison } from './session.ts'
import { changeSpeed, togglePlay } from './transport.ts'

/** Elements that have a use of their own for letters and arrows. */
const TYPING = 'input:not([type="range"]), select, textarea, [contenteditable], [role="listbox"], dialog'
/** Elements that Space presses. */
const PRESSED = 'button, a, summary'
/** Keys that move a native slider. */
const SLIDING: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']

/** Listens for the page's keys until the returned function is called. Off while typing and with Ctrl, Alt or Meta. */
export function listenForKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    const target = event.target instanceof Element ? event.target : null
    if (event.key === 'Escape') {
      choose({ selection: null })
      return
    }
    if (target !== null && target.closest(TYPING) !== null) return
    if (target instanceof HTMLInputElement && SLIDING.includes(event.key)) return
    if (event.key === ' ' && (event.repeat || pressedBySpace(target))) return
    if (move(event.key, event.shiftKey)) event.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  return () => {
    document.removeEventListener('keydown', onKey)
  }
}

function pressedBySpace(target: Element | null): boolean {
  return target !== null && target.closest(PRESSED) !== null
}

/** Does what a key asks for; false where it means nothing here. */
function move(key: string, shift: boolean): boolean {
  const comparison = currentComparison()
  if (comparison === null) return false
  const { turn, turns } = playhead.getState()
  switch (key) {
    case 'ArrowLeft':
      seek(turn - (shift ? 10 : 1))
      return true
    case 'ArrowRight':
      seek(turn + (shift ? 10 : 1))
      return true
    case 'Home':
      seek(0)
      return true
    case 'End':
      seek(turns - 1)
      return true
    case '[':
      seekEdit(-1)
      return true
    case ']':
      seekEdit(1)
      return true
    case 'd':
    case 'D':
      seekDivergence()
      return true
    case ' ':
      togglePlay()
      return true
    case '-':
      changeSpeed(-1)
      return true
    case '+':
    case '=':
      changeSpeed(1)
      return true
    case 'l':
    case 'L':
      togglePicture()
      return true
    default:
      return false
  }
}

/** To the next turn with an edit in any lane, or the one before. */
export function seekEdit(direction: 1 | -1): void {
  const comparison = currentComparison()
  if (comparison === null) return
  const { turn } = playhead.getState()
  const { edits } = landmarksOf(comparison)
  const next = direction === 1 ? edits.find((one) => one > turn) : edits.findLast((one) => one < turn)
  if (next !== undefined) seek(next)
}

export function seekDivergence(): void {
  const turn = currentComparison()?.firstDivergence?.turn
  if (turn !== undefined) seek(turn)
}
