import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { COUNTER_NAMES, ProblemError } from '../../engine/index.ts'
import type { TokenCounter } from '../../engine/index.ts'
import { ENGINE_VERSION, modelOf, readTraces, run, takeIn } from '../../sim/index.ts'
import { editsOf, largestOf } from '../../sim/internal.ts'
import type { Timeline, TurnRecord } from '../../sim/index.ts'
import { loadCounter } from '../../tokenizer/index.ts'
import { counted, share, stageDone, whole, ZONE_LABELS } from '../../view/index.ts'
import { othersLines } from '../answer/answer.ts'
import { readingOf } from '../input/each.ts'
import { sourcesOf, unreadableLine } from '../input/files.ts'
import type { Unreadable } from '../input/files.ts'
import { isGlob } from '../input/glob.ts'
import { textOf, unreadableOf } from '../input/logs.ts'
import { laneOf } from '../option/lane.ts'
import type { Lane } from '../option/lane.ts'
import { choiceOf, wholeOf } from '../option/options.ts'
import type { Given } from '../option/options.ts'
import { windowIn } from '../option/window.ts'
import { EXIT, UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { clean } from '../terminal/table.ts'
import type { Command } from './command.ts'
import { READING } from './command.ts'

/** Where neither the log nor the table of models has the window. */
const USUAL_WINDOW = 200_000
/** Seconds: more than a timer can wait would be none at all. */
const LONGEST_PAUSE = 86_400

const { reader } = READING

export const watch: Command = {
  name: 'watch',
  meaning: 'Follow growing logs, and say for each new turn what a strategy would do to its window',
  arguments: '<log …>',
  notes: [
    'One log is shown from its first turn. Of several, or of a folder or a pattern, what is new is shown, also of files that appear later. Of a file with several conversations the largest is followed. A last line that is not finished is waited for; any other broken line is named. Ctrl+C ends it.',
  ],
  examples: [
    'context-window-lab watch ~/.claude/projects/my-app/session.jsonl --lane managed',
    'context-window-lab watch ~/.claude/projects --format json',
  ],
  options: {
    lane: { value: '<lane>', short: 'l', meaning: 'A preset or a .yaml file, default managed' },
    window: {
      value: '<size>',
      short: 'w',
      meaning: 'model (default: that of the log’s model, else 200,000 tokens), or tokens as in 200k',
    },
    counter: { value: '<name>', meaning: `Token counter: ${COUNTER_NAMES.join(', ')}; default o200k_base` },
    ...(reader === undefined ? {} : { reader }),
    interval: { value: '<seconds>', meaning: 'How often the files are looked at; default 2' },
    once: { meaning: 'Print the turns that the logs have, and end' },
    format: { value: '<table|json>', meaning: 'table is the default; json is a JSON object in each line' },
  },
  async run(given, io) {
    if (given.inputs.length === 0) throw new UsageError('Name a log, a folder or a pattern')
    const watching = await watchingOf(given, io)
    const pause = wholeOf(given, 'interval', 2, 1)
    if (pause > LONGEST_PAUSE)
      throw new UsageError(`--interval must be at most ${LONGEST_PAUSE}, but is ${pause}`)
    const isOnce = given.has('once')
    const isJson = choiceOf(given, 'format', ['table', 'json'], 'table') === 'json'
    const mayGrow = given.inputs.some(
      (input) =>
        isGlob(input) || statSync(resolve(io.cwd, input), { throwIfNoEntry: false })?.isDirectory() === true,
    )
    const isSeveral = mayGrow || given.inputs.length > 1
    const say = (told: Told): void => {
      if (isJson) io.out(`${JSON.stringify({ ...HEAD, ...told })}\n`)
      else if (told.kind === 'problem') io.err(unreadableLine(told))
      else io.out(`${clean(toldText(told, isSeveral))}\n`)
    }
    const followed = new Map<string, Followed>()
    let missing: readonly string[] = []
    let leftOut = 0
    for (let isFirst = true; ; isFirst = false) {
      const { sources, unreadable, others } = sourcesOf(given.inputs, io)
      const files = sources.map((source) => {
        if (source.kind === 'file' && source.conversation === null) return source
        throw new UsageError(
          `watch follows files, and ${source.kind === 'scenario' ? `scenario:${source.scenario}` : source.name} is ${source.kind === 'file' ? 'a part of one' : 'none'}`,
        )
      })
      const isEnd = isOnce || (isFirst && files.length === 0 && !mayGrow)
      for (const one of unreadable)
        if (!missing.includes(one.log))
          say({ kind: 'problem', ...one, message: one.message + (isEnd ? '' : WAITING) })
      missing = unreadable.map(({ log }) => log)
      if (others.length > leftOut) io.err(othersLines(others).join(''))
      leftOut = others.length
      if (isFirst && isSeveral && !isEnd)
        io.err(`${counted(files.length, 'log')} followed: what is new is shown\n`)
      for (const { name, path } of files) {
        const one = followed.get(name) ?? follow(name, path, watching, isFirst && isSeveral && !isOnce)
        followed.set(name, one)
        for (const told of await one.look(isOnce)) say(told)
      }
      if (isEnd) return [...followed.values()].some((one) => one.told() > 0) ? EXIT.fine : EXIT.unread
      await new Promise((done) => setTimeout(done, pause * 1000))
    }
  },
}

/** How logs are run. */
export interface Watching {
  readonly lane: Lane
  readonly counter: TokenCounter
  /** The window as given; null: that of the model. */
  readonly tokens: number | null
  /** Name of a reader; null: found by content. */
  readonly format: string | null
}

async function watchingOf(given: Given, io: Io): Promise<Watching> {
  const window = windowIn(given.one('window') ?? 'model')
  if (window.kind !== 'model' && window.kind !== 'tokens')
    throw new UsageError(`--window must be model, or tokens as in 200k, but is ${given.one('window')}`)
  const counter = await loadCounter(choiceOf(given, 'counter', COUNTER_NAMES, 'o200k_base'))
  const counts = new Map<string, number>()
  // A run is made anew for each new turn, but each text is counted once.
  const count = (text: string): number => {
    const known = counts.get(text) ?? counter.count(text)
    counts.set(text, known)
    return known
  }
  return {
    lane: laneOf(given.one('lane') ?? 'managed', io),
    counter: { ...counter, count },
    tokens: window.kind === 'tokens' ? window.tokens : null,
    format: readingOf(given).format,
  }
}

const HEAD = { format: 'context-window-lab watch', version: 1, engine: ENGINE_VERSION } as const

/** What is said of a log: where it begins, a turn of it, or what cannot be read. */
export type Told =
  | {
      readonly kind: 'log'
      readonly log: string
      readonly title: string
      readonly lane: string
      readonly window: number
      /** Whether tokens are counted as the log's model does. */
      readonly exact: boolean
    }
  | {
      readonly kind: 'turn'
      readonly log: string
      readonly turn: number
      readonly tokens: number
      readonly utilization: number
      readonly zone: keyof typeof ZONE_LABELS
      readonly edits: readonly { readonly stage: string; readonly blocks: number; readonly freed: number }[]
      /** Whether it does not fit, so that the run ends. */
      readonly ends: boolean
    }
  | (Unreadable & { readonly kind: 'problem' })

/** A log that is looked at again and again. */
export interface Followed {
  /** What is new since the last look; of a last look, also what else would be waited for. */
  look(isLast: boolean): Promise<readonly Told[]>
  /** How many turns it had. */
  told(): number
}

/** @param isOld whether the log was there before, so that only what is added to it is of interest */
export function follow(log: string, path: string, watching: Watching, isOld: boolean): Followed {
  let before = isOld ? stateOf(path) : null
  let isNew = !isOld
  let told = 0
  let first = ''
  let said = new Set<string>()
  return {
    told: () => told,
    async look(isLast) {
      const now = stateOf(path)
      if (now === null || now === before) return []
      before = now
      const news: Told[] = []
      let text = ''
      const tell = (found: Unreadable, isCut: boolean, isQuiet = false, name?: string): void => {
        const waits = !isLast && (isCut || isUnfinished(found, text))
        const place = found.line === null ? found.message : `${found.line}:${found.column}`
        const key = waits ? '' : (name ?? place)
        // Once turns are shown, a record that is being written is nothing to tell.
        const isTold = said.has(key) || isQuiet || (waits && told > 0)
        said.add(key)
        if (!isTold) news.push({ kind: 'problem', ...found, message: found.message + (waits ? WAITING : '') })
      }
      try {
        text = await textOf({ kind: 'file', name: log, path, conversation: null }, { stdin: () => '' })
        const { format, lane, counter, tokens } = watching
        const trace = largestOf(
          readTraces(text, { filename: basename(path), ...(format === null ? {} : { format }) }),
        )
        const max_context_tokens = tokens ?? modelOf(trace).window ?? USUAL_WINDOW
        const { data } = run(
          trace,
          { ...lane.config, max_context_tokens },
          { intake: takeIn(trace, counter) },
        )
        const { problems } = trace.intake
        const isCut = problems.some(({ code }) => code === 'cut-off')
        const beginning = JSON.stringify(trace.messages[0])
        const isAnother = beginning !== first || data.turns.length < told
        if (isAnother && !(isCut && told > 0)) {
          first = beginning
          told = isNew ? 0 : data.turns.length - 1
          said = new Set()
          const { title } = trace.source
          news.push({ kind: 'log', log, title, lane: lane.name, window: data.limit, exact: data.exact })
        }
        for (const { severity, line = null, column = null, message, code } of problems)
          if (severity !== 'note' && line !== null)
            // Its place is only that of an example, which changes as the log grows.
            tell(
              { log, message, line, column },
              code === 'cut-off',
              !isNew,
              code === MOSTLY ? code : undefined,
            )
        news.push(...data.turns.slice(told).map((record) => turnOf(log, data, record)))
        told = Math.max(told, data.turns.length)
        isNew = true
      } catch (error) {
        tell(
          unreadableOf(log, error),
          error instanceof ProblemError && error.problems[0]?.code === 'no-messages',
        )
      }
      return news
    },
  }
}

const WAITING = '; waiting for more'
const MOSTLY = 'mostly-left-out'

/** Whether a problem is in a last line that has no end yet, or in a log that is empty. */
function isUnfinished({ line }: Unreadable, text: string): boolean {
  if (line === null) return false
  return text.trim() === '' || (!text.endsWith('\n') && line === text.split('\n').length)
}

/** Size and time of a file, which change when it grows; null if there is none. */
function stateOf(path: string): string | null {
  try {
    const { size, mtimeMs, ino } = statSync(path)
    return `${size} ${mtimeMs} ${ino}`
  } catch {
    return null
  }
}

function turnOf(log: string, data: Timeline['data'], record: TurnRecord): Told {
  const { turn, used, utilization, events, reading } = record
  return {
    kind: 'turn',
    log,
    turn,
    tokens: used,
    utilization,
    zone: events.findLast((event) => event.kind === 'zone')?.to ?? reading.zone,
    edits: editsOf(data)
      .filter((edit) => edit.turn === turn)
      .map(({ stage, freed, added, blocks }) => ({ stage, blocks: blocks.length, freed: freed - added })),
    ends: data.ended?.turn === turn,
  }
}

/** `turn   12     83,120 tokens   41.6 %  green   evicted: 3 blocks, 8,880 tokens freed` */
function toldText(told: Exclude<Told, { kind: 'problem' }>, isNamed: boolean): string {
  if (told.kind === 'log') {
    const { log, title, lane, window, exact } = told
    return `${isNamed ? log : title}: ${lane} in a window of ${whole(window)} tokens${exact ? '' : ', counts estimated'}`
  }
  const { log, turn, tokens, utilization, zone, edits, ends } = told
  const did = edits.map(
    ({ stage, blocks, freed }) =>
      `${stageDone(stage)}: ${counted(blocks, 'block')}, ${whole(Math.abs(freed))} tokens ${freed < 0 ? 'added' : 'freed'}`,
  )
  const columns = [
    ...(isNamed ? [log] : []),
    `turn ${String(turn).padStart(4)}`,
    `${whole(tokens).padStart(9)} tokens`,
    share(utilization).padStart(7),
    ZONE_LABELS[zone].padEnd(6),
    [...did, ...(ends ? ['does not fit: the run ends here'] : [])].join('; '),
  ]
  return columns.join('  ').trimEnd()
}
