import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { COUNTER_NAMES, ProblemError } from '../../engine/index.ts'
import type { TokenCounter } from '../../engine/index.ts'
import { modelOf, readTraces, run, takeIn } from '../../sim/index.ts'
import { editsOf, largestOf } from '../../sim/internal.ts'
import type { Timeline } from '../../sim/index.ts'
import { loadCounter } from '../../tokenizer/index.ts'
import { counted, share, stageDone, whole, ZONE_LABELS } from '../../view/index.ts'
import { GrowingFile } from '../input/growing-file.ts'
import { laneOf } from '../option/lane.ts'
import type { Lane } from '../option/lane.ts'
import { choiceOf, tokensIn, wholeOf } from '../option/options.ts'
import { EXIT, UsageError } from '../terminal/io.ts'
import { reasonOf } from '../terminal/reason.ts'
import { clean } from '../terminal/table.ts'
import type { Command } from './command.ts'

/** Where neither the log nor the table of models has the window. */
const USUAL_WINDOW = 200_000

export const watch: Command = {
  name: 'watch',
  meaning: 'Follow a growing log, and say for each new turn what a strategy would do to its window',
  arguments: '<log>',
  notes: [
    'It only reads. Without --window the window is that of the log’s model, else 200,000 tokens. Ctrl+C ends it.',
  ],
  examples: ['context-window-lab watch ~/.claude/projects/my-app/session.jsonl --lane managed'],
  options: {
    lane: { value: '<lane>', short: 'l', meaning: 'A preset or a .yaml file, default managed' },
    window: { value: '<tokens>', short: 'w', meaning: 'Tokens as in 200k' },
    counter: { value: '<name>', meaning: `Token counter: ${COUNTER_NAMES.join(', ')}; default o200k_base` },
    interval: { value: '<seconds>', meaning: 'How often the file is looked at; default 2' },
    once: { meaning: 'Print the turns that the log has, and end' },
  },
  async run(given, io) {
    const [file, second] = given.inputs
    if (file === undefined || second !== undefined) throw new UsageError('Name one log to watch')
    const written = given.one('window')
    const tokens = written === undefined ? null : tokensIn(written)
    if (written !== undefined && tokens === null)
      throw new UsageError(`--window must be tokens as in 200k, but is ${written}`)
    const lane = laneOf(given.one('lane') ?? 'managed', io)
    const counter = await loadCounter(choiceOf(given, 'counter', COUNTER_NAMES, 'o200k_base'))
    const pause = wholeOf(given, 'interval', 2, 1) * 1000
    const path = resolve(io.cwd, file)
    const followed = follow({ path, lane, counter, tokens })
    let printed = 0
    let before = ''
    let said = ''
    for (;;) {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
        throw new UsageError(`watch follows one file, but ${file} is a folder`)
      const now = stateOf(path)
      if (now === null && printed === 0) {
        io.err(`${file}: there is no such file\n`)
        return EXIT.unread
      }
      if (now !== null && now !== before) {
        before = now
        const lines = followed.lines()
        if (typeof lines === 'string') {
          if (given.has('once')) {
            io.err(`${file}: ${lines}\n`)
            return EXIT.unread
          }
          // Once turns are shown, a file that is being written may end in the middle of a record.
          if (printed === 0 && lines !== said) io.err(`${file}: ${lines}; waiting for more\n`)
          said = lines
        } else {
          const [head = '', ...turns] = lines
          if (printed === 0) io.out(`${clean(head)}\n`)
          // A session that was begun again is shown from its beginning.
          if (turns.length < printed) printed = 0
          for (const line of turns.slice(printed)) io.out(`${clean(line)}\n`)
          printed = turns.length
        }
      }
      if (given.has('once')) return EXIT.fine
      await new Promise((done) => setTimeout(done, pause))
    }
  },
}

interface Watched {
  readonly path: string
  readonly lane: Lane
  readonly counter: TokenCounter
  /** The window as given. */
  readonly tokens: number | null
}

/** Size and time of a file, which change when it grows; null if there is none. */
function stateOf(path: string): string | null {
  try {
    const { size, mtimeMs } = statSync(path)
    return `${size} ${mtimeMs}`
  } catch {
    return null
  }
}

/** A log that is looked at again and again. */
export interface Followed {
  /** A heading and a line for each turn that the log has now, or why it cannot be read. */
  lines(): readonly string[] | string
  /** Bytes of the file that were read in all. */
  bytesRead(): number
}

/** Follows a log: what was appended is read, and what is new in it counted; the run is made anew. */
export function follow({ path, lane, counter, tokens }: Watched): Followed {
  const file = new GrowingFile(path)
  const counts = new Map<string, number>()
  const once: TokenCounter = {
    ...counter,
    count: (text) => {
      const known = counts.get(text) ?? counter.count(text)
      counts.set(text, known)
      return known
    },
  }
  return {
    bytesRead: () => file.bytesRead,
    lines() {
      try {
        const trace = largestOf(readTraces(file.text(), { filename: basename(path) }))
        const max_context_tokens = tokens ?? modelOf(trace).window ?? USUAL_WINDOW
        const timeline = run(trace, { ...lane.config, max_context_tokens }, { intake: takeIn(trace, once) })
        return [headOf(timeline, lane), ...timeline.turns.map(({ turn }) => lineOf(timeline, turn))]
      } catch (error) {
        return error instanceof ProblemError ? error.message : reasonOf(error)
      }
    },
  }
}

function headOf({ data, trace }: Timeline, { name }: Lane): string {
  return `${trace.source.title}: ${name} in a window of ${whole(data.limit)} tokens${data.exact ? '' : ', counts estimated'}`
}

/** `turn 12   83,120 tokens   41.6 %  green   evicted 3 blocks: 92,000 → 83,120` */
function lineOf({ data }: Timeline, turn: number): string {
  const record = data.turns[turn]
  if (record === undefined) return ''
  const own = editsOf(data).filter((edit) => edit.turn === turn)
  const did = own.map(({ stage, freed, added, blocks }) => {
    return `${stageDone(stage)}: ${counted(blocks.length, 'block')}, ${whole(freed - added)} tokens freed`
  })
  const end = data.ended?.turn === turn ? ['does not fit: the run ends here'] : []
  const { to: zone } = record.events.findLast((event) => event.kind === 'zone') ?? { to: record.reading.zone }
  const columns = [
    `turn ${String(turn).padStart(4)}`,
    `${whole(record.used).padStart(9)} tokens`,
    share(record.utilization).padStart(7),
    ZONE_LABELS[zone].padEnd(6),
    [...did, ...end].join('; '),
  ]
  return columns.join('  ').trimEnd()
}
