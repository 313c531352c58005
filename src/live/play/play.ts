import { partsOf } from '../../engine/internal.ts'
import type { AnthropicRequest, Message, TokenCounter, Tokens } from '../../engine/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { runSteps } from '../../sim/index.ts'
import { sentTurns, storedResult } from '../../sim/internal.ts'
import type { Timeline } from '../../sim/index.ts'
import { asksForTask, givesUp } from '../agent/reply.ts'
import { mockAgents } from '../agent/list.ts'
import { answer, hear, say, startLive } from '../growing.ts'
import type { Live, Opening, ToolCall, World } from '../live.ts'
import type { Grade } from '../task/graded.ts'
import type { TaskPreset } from '../task/list.ts'
import { tools } from '../tools/list.ts'
import { runCall } from '../tools/run-call.ts'
import { storedPathOf } from '../tools/stored-file.ts'

/** What happened in a step, besides that the agent went on. Steps count from 1: a step is a request and its reply. */
export type Moment = { readonly step: number } & (
  | { readonly kind: 'task-left' | 'asked' | 'told' }
  /** Files that it reads although it has read them before. */
  | { readonly kind: 'read-again'; readonly paths: readonly string[] }
  | { readonly kind: Ending }
)

/**
 * How a task ends: with the agent's report; with an agent that gives up; with an agent that asks for its task once more
 * than the user repeats it; with a request that does not fit; or at the limit of steps.
 */
export type Ending = 'finished' | 'gave-up' | 'asked-too-often' | 'overflow' | 'too-long'

export interface Played {
  /** The name of the agent. */
  readonly agent: string
  readonly ending: Ending
  /** The whole conversation; without a reply to the last request if that did not fit. */
  readonly live: Live
  /** The files as the agent left them. */
  readonly world: World
  /** The run over the conversation: what was sent in each step. */
  readonly timeline: Timeline
  /** Replies of the agent. */
  readonly steps: number
  /** How often it asked for its task. */
  readonly asked: number
  /** Files that it read again, with the same call, each once. */
  readonly readTwice: readonly string[]
  /** Tokens of all requests together. */
  readonly sent: Tokens
  readonly moments: readonly Moment[]
  /** The last words of the agent, without the number of its step; '' if it said nothing. */
  readonly answer: string
  /** How much of the result is right; null for a task without a single right result. */
  readonly grade: Grade | null
}

export interface PlayOptions {
  /** Default: `chars4`, the estimate. */
  readonly counter?: TokenCounter
  /** Steps after which it is stopped. Default 200: every agent stops before. */
  readonly most?: number
  /** How often the user repeats the task. Default 5. */
  readonly patience?: number
  /** Receives each request as it is sent. */
  readonly onRequest?: (request: AnthropicRequest) => void
}

/** Where a task is. */
export interface PlayStep {
  readonly step: number
}

/**
 * Plays a task to its end under a strategy: each request is what a run over the conversation so far sends, the agent
 * answers it from nothing else, and tools act at once. A user who is asked for the task repeats it. Pure: the same
 * arguments give the same result.
 *
 * @throws ProblemError for an invalid config
 * @throws RangeError for a task with an unknown agent
 */
export function* playSteps(
  task: TaskPreset,
  config: PartialConfig,
  options: PlayOptions = {},
): Generator<PlayStep, Played, void> {
  const { counter, most = 200, patience = 5, onRequest } = options
  const agent = mockAgents[task.agent]
  if (agent === undefined) throw new RangeError(`no agent is called ${task.agent}`)
  const moments: Moment[] = []
  const readings = new Readings(task.world())
  let live = say(openingOf(task), task.task, 0)
  let world = task.world()
  let asked = 0
  let sawTask = true
  for (;;) {
    const timeline = yield* runOf(live)
    const turn = live.trace.turns.length - 1
    const step = turn + 1
    const played = (ending: Ending, end: Timeline, words: string): Played => ({
      agent: task.agent,
      ending,
      live,
      world,
      timeline: end,
      steps: live.trace.turns.filter(({ response }) => response !== null).length,
      asked,
      readTwice: readings.twice(),
      sent: sentTurns(end.data).reduce((sum, { used }) => sum + used, 0),
      moments: [...moments, { step, kind: ending }],
      answer: words,
      grade: task.grade?.(world, words) ?? null,
    })
    // A request that does not fit is not sent, so it is no turn of the run.
    if (timeline.ended !== null) return played('overflow', timeline, '')
    if (step > most) return played('too-long', timeline, '')
    const request = timeline.messagesAt(turn, 'anthropic')
    onRequest?.(request)
    const seesTask = request.messages.some((message) => wordsOf(message).includes(task.task))
    if (sawTask && !seesTask) moments.push({ step, kind: 'task-left' })
    sawTask = seesTask
    const content = agent.reply(request)
    live = hear(live, { content, model: 'mock', usage: null, counted: {} })
    if (live.next === 'user') {
      const words = wordsOf({ role: 'assistant', content })
      const isAsking = asksForTask(words)
      if (isAsking) {
        asked += 1
        moments.push({ step, kind: 'asked' })
      }
      if (!isAsking || asked > patience)
        return played(
          isAsking ? 'asked-too-often' : givesUp(words) ? 'gave-up' : 'finished',
          yield* runOf(live),
          words.replace(/^Step \d+\. /, ''),
        )
      live = say(live, task.task, timeOf(step))
      moments.push({ step: step + 1, kind: 'told' })
      continue
    }
    const again = [...new Set(live.open.flatMap((call) => readings.taken(call) ?? []))]
    if (again.length > 0) moments.push({ step, kind: 'read-again', paths: again })
    const outcomes = live.open.map((call) => {
      const { outcome, world: after } = runCall(call, world, storedText(timeline, call))
      world = after
      return outcome
    })
    live = answer(live, outcomes, timeOf(step))
  }

  /** Yields where it is after every turn of the run, so that a worker can be stopped. */
  function* runOf({ trace }: Live): Generator<PlayStep, Timeline, void> {
    const steps = runSteps(trace, config, counter === undefined ? {} : { counter })
    for (;;) {
      const next = steps.next()
      if (next.done === true) return next.value
      yield { step: trace.turns.length }
    }
  }
}

/** `playSteps` at once. */
export function play(task: TaskPreset, config: PartialConfig, options: PlayOptions = {}): Played {
  const steps = playSteps(task, config, options)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** The conversation of a task before its first message, with the tools that the task allows. */
export function openingOf({ title, system, tools: names }: TaskPreset, thinking?: Opening['thinking']): Live {
  const definitions = names.flatMap((name) => tools[name]?.definition ?? [])
  return startLive({ title, system, tools: definitions, ...(thinking !== undefined && { thinking }) })
}

/** Milliseconds of a step: a quiet second, whatever the machine. */
function timeOf(step: number): number {
  return 1000 * step
}

function storedText(timeline: Timeline, call: ToolCall): string | null {
  const path = storedPathOf(call)
  const found = path === null ? null : storedResult(timeline.data, path)
  return found === null ? null : timeline.textOf(found.block, found.since ?? undefined)
}

/** The texts of a message, without calls and results. */
function wordsOf(message: Message): string {
  return partsOf(message)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
}

/** Which lines of the files that were there at the beginning an agent has read. */
class Readings {
  readonly #world: World
  readonly #pages: { readonly path: string; readonly from: number; readonly to: number }[] = []
  readonly #twice = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  /** Records a call. Returns the file if it reads lines that were read before, else null. */
  taken({ name, input }: ToolCall): string | null {
    const { path, offset, limit } = (input ?? {}) as { readonly [key: string]: unknown }
    if (name !== 'read_file' || typeof path !== 'string' || !this.#world.files.has(path)) return null
    const from = typeof offset === 'number' ? offset : 1
    const to = typeof limit === 'number' ? from + limit : Infinity
    const isAgain = this.#pages.some((page) => page.path === path && from < page.to && page.from < to)
    this.#pages.push({ path, from, to })
    if (!isAgain) return null
    this.#twice.add(path)
    return path
  }

  twice(): readonly string[] {
    return [...this.#twice]
  }
}
