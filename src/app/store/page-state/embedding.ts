import { playhead, seek } from '../look/playhead.ts'
import { pause, togglePlay } from '../look/transport.ts'
import { currentComparison, onSession } from '../run/session.ts'
import { isPlain } from './plain.ts'

/**
 * Messages between an embedded page and the page around it, if the address names the origin of that one:
 * `embed.html?site=https://their.site`. They are sent to that origin alone, and taken from it alone. What is sent are names of
 * lanes and figures of turns, no text. hosting/README.md describes them.
 *
 * @returns what ends it
 */
export function talkTo(origin: string): () => void {
  const { parent } = window
  const say = (message: object): void => {
    parent.postMessage({ from: 'context-window-lab', ...message }, origin)
  }
  let shown: number | null = null
  let told = ''
  const tell = (): void => {
    const comparison = currentComparison()
    if (comparison === null) return
    const { turn, turns, playing } = playhead.getState()
    if (shown !== comparison.id) {
      shown = comparison.id
      say({ kind: 'ready', turns, lanes: comparison.lanes.map(({ label }) => label) })
    }
    const now = JSON.stringify([shown, turn, playing])
    if (now === told) return
    told = now
    const edited = comparison.lanes.filter(({ data }) => data.edits.some((edit) => edit.turn === turn))
    say({ kind: 'turn', turn, playing, edited: edited.map(({ label }) => label) })
  }
  const hear = ({ source, origin: from, data }: MessageEvent<unknown>): void => {
    if (source !== parent || from !== origin || !isPlain(data) || data['to'] !== 'context-window-lab') return
    const { seek: turn, play } = data
    if (typeof turn === 'number' && Number.isFinite(turn)) seek(turn)
    if (play === false) pause()
    else if (play === true && !playhead.getState().playing) togglePlay()
  }
  const stops = [onSession(tell), playhead.subscribe(tell)]
  window.addEventListener('message', hear)
  tell()
  return () => {
    window.removeEventListener('message', hear)
    for (const stop of stops) stop()
  }
}
