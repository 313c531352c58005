import type { Json, Message, Part } from '../../../../engine/index.ts'
import type { Translated, Translator } from '../../chat/conversation.ts'
import { envelopesOf } from '../../chat/envelope.ts'
import type { Envelope } from '../../chat/envelope.ts'
import { readChats } from '../../chat/read.ts'
import { at, countOf, isList, isRecord, textOf } from '../../json/guard.ts'
import { openAiTranslator } from '../openai/reader.ts'
import type { Reader } from '../../read/reader.ts'
import type { Report } from '../../read/report.ts'
import { actionIn, onlyShellBlock } from '../../read/text-action.ts'
import type { TextAction } from '../../read/text-action.ts'

/**
 * Trajectories of mini-swe-agent: an OpenAI chat whose replies have their whole completion, with usage and model, in
 * `extra.response`, and every message its time in `extra.timestamp`. Role `exit` answers the call that ended the run.
 * Agents without tools write their command in the text of the reply; it becomes a call of the shell, and the next
 * message its result.
 */
export const miniSweAgent: Reader<'mini-swe-agent'> = {
  name: 'mini-swe-agent',
  title: 'mini-swe-agent trajectory',
  kind: 'agents',
  sample: 'mini-swe-agent.traj.json',
  copies: new Set(['raw_output']),
  read(log, options) {
    const envelopes = envelopesOf(log)
    if (!envelopes.some(isTrajectory)) return null
    return readChats(miniSweAgent, log, envelopes, options, translator)
  },
}

function isTrajectory({ holder }: Envelope): boolean {
  if (!holder) return false
  const format = textOf(at(holder, 'trajectory_format'))
  return format?.startsWith('mini-swe-agent') === true || at(holder, 'info', 'mini_version') !== undefined
}

/** Keys of a message that are read, besides `extra`; the others are counted as ignored. */
const READ: ReadonlySet<string> = new Set([
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'reasoning_content',
  'timestamp',
  'extra',
])
const READ_EXTRA: ReadonlySet<string> = new Set(['response', 'timestamp'])
const READ_RESPONSE: ReadonlySet<string> = new Set(['usage', 'model'])

function translator({ holder, messages }: Envelope): Translator {
  const openai = openAiTranslator()
  const structured = messages.some((one) => isList(at(one, 'tool_calls')))
  let waiting: string | null = null
  let commands = 0
  let replies = 0

  const message = (value: Json, path: string, report: Report): Translated | null => {
    // the end of the run answers a command in the text as it answers a call
    const ending = waiting !== null && at(value, 'role') === 'exit' && isRecord(value)
    const read = openai.message(ending ? { ...value, role: 'user' } : value, path, report)
    passOver(value, path, report)
    if (!read) return null
    if (read.message.role === 'assistant') replies += 1
    return structured ? read : { ...read, message: paired(read.message, value) }
  }

  const paired = (read: Message, value: Json): Message => {
    if (read.role === 'assistant') {
      waiting = null
      const found = typeof read.content === 'string' ? commandIn(read.content, value) : null
      if (!found) return read
      waiting = `command_${(commands += 1)}`
      const input = { command: found.action }
      const call: Part = { type: 'tool_use', id: waiting, name: 'bash', input }
      return { role: 'assistant', content: [...textParts(found.before), call, ...textParts(found.after)] }
    }
    if (read.role !== 'user' || waiting === null || typeof read.content !== 'string') return read
    const id = waiting
    waiting = null
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: read.content }] }
  }

  const finish = (report: Report): void => {
    const counted = countOf(at(holder ?? undefined, 'info', 'model_stats', 'api_calls'))
    if (counted !== null && counted !== replies)
      report.infer(`The run counted ${counted} model calls, but the log has ${replies} replies.`)
    if (commands > 0) report.infer(`Calls derived from commands in the text of replies: ${commands}.`)
    if (at(holder ?? undefined, 'info') !== undefined) report.ignore('info')
  }

  return { message, reply: (value, path, report) => openai.reply(value, path, report), finish }
}

/** The command of a reply without calls: the one it was recorded with, else its only block of shell code. */
function commandIn(text: string, value: Json): TextAction | null {
  const actions = at(value, 'extra', 'actions')
  if (!isList(actions)) return onlyShellBlock(text)
  const recorded = actions.length === 1 ? textOf(at(actions[0], 'command')) : undefined
  return recorded === undefined ? null : actionIn(text, recorded)
}

/** Counts keys beside a message that are not read: copies (raw output, actions, choices), costs, codes. */
function passOver(value: Json, path: string, report: Report): void {
  if (!isRecord(value)) return
  const extra = at(value, 'extra')
  if (extra !== undefined && extra !== null && !isRecord(extra))
    report.mismatch(`${path}.extra`, 'an object', extra)
  countOthers(value, READ, '', report)
  countOthers(extra, READ_EXTRA, 'extra.', report)
  countOthers(at(extra, 'response'), READ_RESPONSE, 'extra.response.', report)
}

function countOthers(
  value: Json | undefined,
  read: ReadonlySet<string>,
  prefix: string,
  report: Report,
): void {
  if (!isRecord(value)) return
  for (const [key, found] of Object.entries(value))
    if (found !== null && !read.has(key)) report.ignore(`${prefix}${key}`)
}

function textParts(text: string): readonly Part[] {
  return text === '' ? [] : [{ type: 'text', text }]
}
