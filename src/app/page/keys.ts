import {
  closeFront,
  closeHappenings,
  toggleLive,
  toggleTune,
  toggleHappenings,
  useHappenings,
} from '../store/look/open.ts'
import { biography } from '../../view/index.ts'
import { wishPin } from '../store/choice/wish.ts'
import { choose, togglePicture, useChoices } from '../store/choice/choices.ts'
import { laneOf } from '../store/choice/derived.ts'
import { redo, undo } from '../store/choice/history.ts'
import { setPolicy, swapLanes } from '../store/choice/lanes.ts'
import { LANE_GROUPS } from '../store/choice/lineup-words.ts'
import { currentShow } from '../store/page-state/show.ts'
import { seekDivergence, seekEvent } from '../store/run/seek.ts'
import { deepen } from '../store/look/depth.ts'
import { stepLesson } from '../store/lesson/player.ts'
import { isAsking } from '../store/model/call-list.ts'
import { closeFind, openFind, typeAhead } from '../store/look/find.ts'
import { toggleFuture } from '../store/look/future.ts'
import { useLetters } from '../store/look/letters.ts'
import { present, togglePresenting, usePresenting } from '../store/look/presenting.ts'
import { playhead, seek } from '../store/look/playhead.ts'
import { cancelRun, currentComparison, isSettled } from '../store/run/session.ts'
import { currentStretch, markStretch } from '../store/look/stretch.ts'
import { changeSpeed, togglePlay } from '../store/look/transport.ts'
import { pan, showAll, toggleFit, zoom } from '../store/look/viewport.ts'

/** Elements that use letters and arrows themselves. */
const TYPING = 'input:not([type="range"]), select, textarea, pre, [contenteditable], [role="listbox"], dialog'
/** Elements that Space presses. */
const PRESSED = 'button, a, summary'
/** Keys that move a native slider. */
const SLIDING: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']

/** Listens for the page's keys until the returned function is called. Off while typing. */
export function listenForKeys(help: () => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    // On many keyboards brackets are written with Alt, which Windows gives as Ctrl and Alt.
    const isBracket = event.altKey && '[]{}'.includes(event.key)
    if (event.defaultPrevented || (event.altKey && !isBracket)) return
    // Keys go to an open popover, even if nothing in it has the focus; it handles Escape itself.
    if (document.querySelector('[popover="auto"]:popover-open') !== null) return
    const target = event.target instanceof Element ? event.target : null
    // Embedded, the page has no controls: its keys only step through the turns.
    const isEmbedded = currentShow().controls === 'hidden'
    if ((event.ctrlKey || event.metaKey) && !isBracket) {
      if (isEmbedded) return
      const typing = target !== null && target.closest(TYPING) !== null
      if (!typing && again(event)) event.preventDefault()
      return
    }
    if (event.key === 'Escape') {
      // A dialog handles Escape itself.
      if (target !== null && target.closest('dialog') !== null) return
      // One thing at a time: what lies over the others first, then the newest selection.
      if (useHappenings.getState().open) closeHappenings()
      else if (currentStretch() !== null) markStretch(null)
      // A presentation hides the panels, and leaves them as they are.
      else if (usePresenting.getState()) present(false)
      else if (!closeFront()) {
        if (useChoices.getState().selection === null) {
          closeFind()
          if (!isSettled() && !isAsking()) cancelRun()
        }
        choose({ selection: null })
      }
      return
    }
    if (target !== null && target.closest(TYPING) !== null) return
    if (typeAhead(event.key)) {
      event.preventDefault()
      return
    }
    if (event.key.length === 1 && event.key !== ' ' && !useLetters.getState()) return
    if (target instanceof HTMLInputElement && SLIDING.includes(event.key)) return
    if (event.key === ' ' && (event.repeat || (target !== null && target.closest(PRESSED) !== null))) return
    if (isEmbedded) {
      if (!move(event.key, event.shiftKey)) return
    } else if (usePresenting.getState() && stepOn(event.key)) {
      event.preventDefault()
      return
    } else if (event.key === '?') help()
    else if (!move(event.key, event.shiftKey) && !show(event.key) && !lineUp(event) && !fork(event.key))
      return
    event.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  return () => {
    document.removeEventListener('keydown', onKey)
  }
}

/** Steps of a presentation, by the keys of slides; the small remotes of speakers send the first two. */
const STEPS: Readonly<Record<string, 1 | -1>> = {
  PageDown: 1,
  PageUp: -1,
  ArrowRight: 1,
  ArrowLeft: -1,
  ' ': 1,
}

/** Goes to another step of the lesson, or without one to another event; returns false for any other key. */
function stepOn(key: string): boolean {
  const by = STEPS[key]
  if (by === undefined) return false
  if (stepLesson(by)) return true
  if (!key.startsWith('Page')) return false
  seekEvent(by)
  return true
}

/** Handles a key that moves the playhead; returns false for any other key. */
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
      seekEvent(-1)
      return true
    case ']':
      seekEvent(1)
      return true
    case 'd':
    case 'D':
      seekDivergence()
      return true
    case ' ':
      togglePlay()
      return true
    case '<':
      changeSpeed(-1)
      return true
    case '>':
      changeSpeed(1)
      return true
    default:
      return false
  }
}

/** Handles a key of the view; returns false for any other key. */
function show(key: string): boolean {
  switch (key) {
    case '/':
      deepen('compare')
      openFind()
      return true
    case '+':
    case '=':
      zoom(1)
      return true
    case '-':
    case '_':
      zoom(-1)
      return true
    case '0':
      showAll()
      return true
    case '{':
      pan(-1)
      return true
    case '}':
      pan(1)
      return true
    case 'f':
    case 'F':
      toggleFit()
      return true
    case 'h':
    case 'H':
      toggleFuture()
      return true
    case 'l':
    case 'L':
      togglePicture()
      return true
    case 'b':
    case 'B':
      togglePresenting()
      return true
    case 't':
    case 'T':
      toggleTune()
      return true
    case 'g':
    case 'G':
      toggleLive()
      return true
    default:
      return false
  }
}

/** Makes forks from the playhead's turn; returns false for any other key. */
function fork(key: string): boolean {
  switch (key) {
    case 'p':
    case 'P':
      pinSelected()
      return true
    case 'k':
    case 'K':
      if (!useHappenings.getState().open) toggleHappenings()
      return true
    default:
      return false
  }
}

/** Pins the selected block, or removes its pin, in a fork of its lane. */
function pinSelected(): void {
  const comparison = currentComparison()
  const { selection, lanes } = useChoices.getState()
  if (comparison === null || selection === null) return
  const lane = laneOf(comparison, selection.lane)
  const life = lane === undefined ? null : biography(lane.data, selection.block)
  if (lane !== undefined && life !== null) wishPin(comparison, lanes, lane, life, playhead.getState().turn)
}

/** Presets with a key: the six policies of “Agent Context Window Management”, then the manager that uses them. */
const KEYED = [...LANE_GROUPS.evict.slice(0, 6), 'default']

/** Changes the lanes; returns false for any other key. */
function lineUp(event: KeyboardEvent): boolean {
  if (event.key === 'x' || event.key === 'X') {
    swapLanes()
    return true
  }
  // With Shift, the key's character depends on the keyboard layout; its code does not.
  const digit = /^(?:Digit|Numpad)([1-7])$/.exec(event.code)?.[1]
  const policy = KEYED[Number(digit ?? 0) - 1]
  if (policy === undefined) return false
  setPolicy(event.shiftKey ? 1 : 0, policy)
  return true
}

/** Undo and redo; returns false for any other key with Ctrl. */
function again({ key, shiftKey }: KeyboardEvent): boolean {
  const letter = key.toLowerCase()
  if (letter === 'y' || (letter === 'z' && shiftKey)) redo()
  else if (letter === 'z') undo()
  else return false
  return true
}
