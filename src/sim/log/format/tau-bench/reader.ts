import type { Json, Part } from '../../../../engine/index.ts'
import type { Translated, Translator } from '../../chat/conversation.ts'
import { envelopesIn, isMessage } from '../../chat/envelope.ts'
import type { Envelope } from '../../chat/envelope.ts'
import { readChats } from '../../chat/read.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import { openAiTranslator } from '../openai/reader.ts'
import type { Reader } from '../../read/reader.ts'
import type { Report } from '../../read/report.ts'

/**
 * Trajectories of τ-bench, a list of OpenAI chats in `traj`, and of τ²-bench, whose `simulations` call tools in a flat
 * shape of their own and have the policy beside them. In τ² the simulated user calls tools as well: neither those calls
 * nor their results were shown to the agent, so they are only counted.
 */
export const tauBench: Reader<'tau-bench'> = {
  name: 'tau-bench',
  title: 'τ-bench trajectories',
  kind: 'messages',
  sample: 'tau-bench.json',
  read(log, options) {
    const envelopes = envelopesIn(log, fromObject)
    return envelopes.length === 0 ? null : readChats(tauBench, log, envelopes, options, translator)
  },
}

/** Ends the last message of a simulated user: the conversation is over, and the agent is not called again. */
const MARKER = /###[A-Z][A-Z-]{0,30}###/

/** Keys of a conversation that are read. */
const READ: ReadonlySet<string> = new Set(['task_id', 'trial', 'traj', 'messages', 'system', 'model', 'id'])

function fromObject(value: Json, base: string, places: Envelope['places']): readonly Envelope[] {
  if (!isRecord(value)) return []
  const simulations = at(value, 'simulations')
  if (isList(simulations) && (simulations.length === 0 || simulations.some(isSimulation)))
    return simulations.flatMap((entry, index) => {
      if (!isSimulation(entry)) return []
      const around = surroundings(entry, at(value, 'info'))
      return [envelopeOf(around, 'messages', `${base}simulations[${index}].`, places)]
    })
  return isTrajectory(value) ? [envelopeOf(value, 'traj', base, places)] : []
}

function isTrajectory(value: JsonRecord): boolean {
  const traj = at(value, 'traj')
  if (traj === undefined || !['task_id', 'reward', 'trial'].some((key) => Object.hasOwn(value, key)))
    return false
  return !isList(traj) || traj.length === 0 || traj.some(isMessage)
}

function isSimulation(value: Json): value is JsonRecord {
  return isRecord(value) && Object.hasOwn(value, 'messages') && Object.hasOwn(value, 'task_id')
}

/** A simulation with the common data of the run: the policy, which is its system prompt, and the model. */
function surroundings(simulation: JsonRecord, info: Json | undefined): JsonRecord {
  const policy = textOf(at(info, 'environment_info', 'policy'))
  const model = textOf(at(info, 'agent_info', 'llm'))
  const messages = at(simulation, 'messages')
  const own = isList(messages) && at(messages[0], 'role') === 'system'
  return {
    ...simulation,
    ...(policy !== undefined && !own && { system: policy }),
    ...(model !== undefined && { model }),
  }
}

function envelopeOf(holder: JsonRecord, key: string, base: string, places: Envelope['places']): Envelope {
  const found = at(holder, key)
  const task = at(holder, 'task_id')
  const trial = at(holder, 'trial')
  const named = typeof task === 'number' || typeof task === 'string' ? `task ${task}` : null
  const label = named !== null && typeof trial === 'number' ? `${named}, trial ${trial}` : named
  const messages = isList(found) ? found : []
  // tools beside a conversation belong to the evaluation, not to a request
  const { tools: _, ...rest } = holder
  return { label, path: `${base}${key}`, messages, places, holder: rest, reply: null, replyPath: '', base }
}

function translator({ holder }: Envelope): Translator {
  const openai = openAiTranslator()
  const model = textOf(at(holder ?? undefined, 'model')) ?? null
  let marker: string | null = null

  const message = (value: Json, path: string, report: Report): Translated | null => {
    const role = at(value, 'role')
    marker = role === 'user' ? markerIn(at(value, 'content')) : null
    if (role === 'tool')
      return isList(at(value, 'tool_messages')) ? several(value, path, report) : result(value, path, report)
    if (role === 'user') return spoken(value, path, report)
    const read = openai.message(value, path, report)
    if (!read || read.message.role !== 'assistant') return read
    return { ...read, model: read.model ?? textOf(at(value, 'raw_data', 'model')) ?? model }
  }

  const spoken = (value: Json, path: string, report: Report): Translated | null => {
    const calls = at(value, 'tool_calls')
    if (!isList(calls) || calls.length === 0 || !isRecord(value)) return openai.message(value, path, report)
    report.ignore('call of the simulated user', calls.length)
    const { tool_calls: _, ...said } = value
    return textOf(at(said, 'content')) === undefined ? null : openai.message(said, path, report)
  }

  const result = (value: Json, path: string, report: Report): Translated | null => {
    if (at(value, 'requestor') === 'user') {
      report.ignore('result of the simulated user')
      return null
    }
    const id = textOf(at(value, 'tool_call_id')) ?? textOf(at(value, 'id'))
    const linked = id === undefined || !isRecord(value) ? value : { ...value, tool_call_id: id }
    const read = openai.message(linked, path, report)
    if (!read || typeof read.message.content === 'string' || at(value, 'error') !== true) return read
    const content = read.message.content.map((part): Part =>
      part.type === 'tool_result' ? { ...part, is_error: true } : part,
    )
    return { ...read, message: { role: 'user', content } }
  }

  /** Results of parallel calls as one message, as τ² itself passes them on. */
  const several = (value: Json, path: string, report: Report): Translated | null => {
    const list = at(value, 'tool_messages')
    const parts: Part[] = []
    let time: Translated['time'] = null
    for (const [index, entry] of (isList(list) ? list : []).entries()) {
      const place = `${path}.tool_messages[${index}]`
      const read = isRecord(entry)
        ? result({ ...entry, role: 'tool' }, place, report)
        : wrong(report, place, entry)
      if (!read || typeof read.message.content === 'string') continue
      for (const part of read.message.content) parts.push(part)
      time = read.time ?? time
    }
    return parts.length === 0
      ? null
      : { message: { role: 'user', content: parts }, time, usage: null, model: null }
  }

  const finish = (report: Report): void => {
    const keys = Object.keys(holder ?? {}).filter((key) => !READ.has(key))
    for (const key of keys) report.ignore(key)
    if (at(holder ?? undefined, 'system') !== undefined)
      report.infer(
        'The system prompt is the policy of the run; the agent’s own additions are not in the log.',
      )
    if (marker !== null)
      report.infer(`The simulated user ended the conversation with ${marker}: the last message got no reply.`)
  }

  return { message, reply: (value, path, report) => openai.reply(value, path, report), finish }
}

function markerIn(content: Json | undefined): string | null {
  return typeof content === 'string' ? (MARKER.exec(content)?.[0] ?? null) : null
}

function wrong(report: Report, path: string, found: Json): null {
  report.mismatch(path, 'a message', found)
  return null
}
