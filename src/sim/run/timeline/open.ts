import { completeConfig, runSettings } from '../../../config/internal.ts'
import type { Config } from '../../../config/index.ts'
import { chars4 } from '../../../engine/index.ts'
import {
  cacheMarkingOf,
  contextManagementOf,
  ORIGINAL,
  promptOfWindow,
  REWRITE,
  sendableRequest,
} from '../../../engine/internal.ts'
import { strategyNamed } from '../../../lessons/index.ts'
import type {
  Block,
  BlockId,
  CacheMarking,
  ContentSource,
  ContextManagement,
  Entry,
  Provider,
  Tick,
  Turn,
  Window,
  Strategy,
} from '../../../engine/index.ts'
import { takeIn } from '../../trace/intake.ts'
import type { Intake } from '../../trace/intake.ts'
import { messagesWith } from './again.ts'
import { configAt, reserveAt } from './obeyed.ts'
import { providerSummaries } from '../../trace/recorded-acts.ts'
import { requestThinking } from '../../trace/request-thinking.ts'
import { traceHash } from '../../trace/trace-hash.ts'
import type { Trace } from '../../trace/trace.ts'
import { entriesAt, REWRITTEN } from './recorder.ts'
import { OPEN, TIMELINE_VERSION } from './timeline.ts'
import type { RequestAt, Timeline, TimelineData } from './timeline.ts'

/**
 * A recorded run together with its trace: the run's columns, and the texts and requests that only the trace has.
 *
 * @param intake the trace already counted with the run's counter; without it blocks have the run's own tokens, which is
 *   enough for reading, but not for `explain` of a run with another counter than chars4
 * @throws RangeError for data of another version, or of another trace
 */
export function openTimeline(data: TimelineData, trace: Trace, intake?: Intake): Timeline {
  // Data may come from a file, whatever its type says.
  const version: number = data.version
  if (version !== TIMELINE_VERSION) {
    throw new RangeError(`timeline version ${TIMELINE_VERSION} expected, not ${version}`)
  }
  if (traceHash(trace) !== data.spec.trace) {
    throw new RangeError(`the run is of trace ${data.spec.trace}, not of ${traceHash(trace)}`)
  }
  const taken = intake ?? takeIn(trace, chars4, data.spec.calibrated)
  const block = (id: BlockId): Block => {
    const found = data.blocks[id]
    if (found === undefined) throw new RangeError(`unknown block: ${id}`)
    return found
  }

  function windowAt(turn: Turn): Window {
    const record = data.turns[turn]
    if (record === undefined)
      throw new RangeError(`the run has turns 0 to ${data.turns.length - 1}, not ${turn}`)
    const bare = entriesAt(data.spans, record.points.sent.tick, record.window)
    const entries = bare.map((entry): Entry => ({
      ...entry,
      overhead: 0,
      message: block(entry.block).message,
    }))
    return { id: record.window, entries, used: record.points.sent.used }
  }

  const content: ContentSource = {
    message: messagesWith(taken, block),
    text: (id) => data.contents[id] ?? '',
    system: trace.system,
    tool: (one) => taken.tool(one.id),
    compaction: providerSummaries(trace),
    ...(trace.source.kind === 'live' ? { isSent: true } : {}),
  }

  /** The content sent in a turn: how the model may think, and the blocks that a person rewrote up to its tick. */
  function contentAt(turn: Turn): ContentSource {
    const thinking = requestThinking(trace).at(turn)
    const asking = thinking === undefined ? content : { ...content, thinking }
    const tick: Tick = data.turns[turn]?.points.sent.tick ?? 0
    if (data.edits.every(({ stage }) => stage !== REWRITE)) return asking
    const { spans } = data
    const newest = new Map<BlockId, number>()
    for (let row = 0; row < spans.length; row++) {
      if (spans.state[row] === REWRITTEN && (spans.fromTick[row] ?? OPEN) <= tick)
        newest.set(spans.block[row] ?? -1, spans.content[row] ?? ORIGINAL)
    }
    return { ...asking, rewritten: (block) => newest.get(block) }
  }

  const asked = new Map<Config, AskedOfProvider>()

  /** What the request of a turn asks of its provider. */
  function askedAt(turn: Turn): AskedOfProvider {
    const config = configAt(data, turn)
    let found = asked.get(config)
    if (found === undefined) {
      found = askedIn(config, { limit: data.limit, reserve: reserveAt(data, turn) })
      asked.set(config, found)
    }
    return found
  }

  return {
    data,
    trace,
    intake: taken,
    turns: data.turns,
    blocks: data.blocks,
    windows: data.windows,
    edits: data.edits,
    ended: data.ended,
    messagesAt<To extends Provider>(turn: Turn, provider: To): RequestAt<To> {
      const window = windowAt(turn)
      const source = contentAt(turn)
      const { editing, marking } = askedAt(turn)
      const { request, repairs } = sendableRequest(window, block, source, provider, editing, marking)
      return { ...request, repairs }
    },
    promptAt: (turn) => promptOfWindow(windowAt(turn), block, content),
    textOf(id: BlockId, tick?: Tick): string {
      const ownId = id < taken.blocks.length ? id : (data.blocks[id]?.again ?? null)
      const original = ownId === null ? '' : taken.text(ownId)
      const { spans } = data
      for (let row = 0; row < spans.length; row++) {
        if (spans.block[row] !== id) continue
        const content = spans.content[row] ?? ORIGINAL
        // A block that the run made has its text in the store from its first span on.
        if (tick === undefined)
          return content === ORIGINAL ? original : ownId !== null ? original : (data.contents[content] ?? '')
        if ((spans.fromTick[row] ?? OPEN) <= tick && tick < (spans.toTick[row] ?? 0)) {
          return content === ORIGINAL ? original : (data.contents[content] ?? '')
        }
      }
      return tick === undefined ? original : ''
    },
  }
}

/** What the requests of a run ask of their provider in addition to the reply. */
interface AskedOfProvider {
  readonly editing: ContextManagement | null
  readonly marking: CacheMarking | null
}

/** The provider edits that the stages of a strategy simulate. */
function askedIn(config: Config, limits: Pick<TimelineData, 'limit' | 'reserve'>): AskedOfProvider {
  const stages = stagesOf(config)
  return { editing: contextManagementOf(stages, limits), marking: cacheMarkingOf(stages) }
}

/** How the strategy of a config marks its requests for the prompt cache; null if it leaves that to the client. */
export function markingOf(config: Config): CacheMarking | null {
  return cacheMarkingOf(stagesOf(config))
}

function stagesOf(config: Config): ReturnType<Strategy['stages']> {
  const settings = runSettings(completeConfig(config))
  return strategyNamed(settings.strategy)?.stages(settings) ?? []
}
