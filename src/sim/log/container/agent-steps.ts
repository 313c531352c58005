import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { LogRecord } from '../read/reader.ts'
import { actionIn } from '../read/text-action.ts'
import { inputOfCall, nameOfCall } from '../read/tool.ts'
import { asText, callOf, chatMessage, pictureBlock, resultOf, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/**
 * Trajectories of agents as benchmarks keep them: a list of steps, or a step per line, each with what the agent thought,
 * its action and what it observed. The task stands beside the list.
 */
export const agentSteps: Container = {
  name: 'steps of an agent',
  isGuess: true,
  open(log) {
    const [first] = log.records
    // what a text that was cut off has of them may be one of many copies
    if (first === undefined || log.faults.length > 0) return []
    const lines = log.records.map(({ value }) => value)
    const talk = lines.length > 1 ? talkIn(lines, null) : []
    return talk.length > 0 ? [{ ...first, value: talk[0] ?? null }] : talksIn(log)
  },
}

const talksIn = (log: { readonly records: readonly LogRecord[] }): readonly LogRecord[] =>
  log.records.flatMap(({ value, ...place }) => {
    const whole = isList(value) ? talkIn(value, null) : []
    const found = whole.length > 0 ? whole : (isList(value) ? value : [value]).flatMap(ofHolder)
    return found.map((one) => ({ ...place, value: one }))
  })

function ofHolder(holder: Json): readonly Json[] {
  for (const key of LISTS) {
    const talk = talkIn(listAt(holder, key), holder)
    if (talk.length > 0) return talk
  }
  return []
}

const LISTS = ['trajectory_steps', 'trajectory', 'traj', 'steps', 'history', 'actions', 'transitions', 'log']
/** Where the task of an agent stands beside the list of what it did. */
export const TASKS =
  'task instruction problem_statement goal intent question query objective task_description prompt confirmed_task'.split(
    ' ',
  )
const ACTIONS = ['action', 'actions', 'tool_call', 'tool', 'tool_name', 'command', 'executed_action']
const INPUTS = [
  'action_input',
  'tool_input',
  'args',
  'arguments',
  'input',
  'params',
  'parameters',
  'action_args',
]
const SEEN = [
  'observation',
  'obs',
  'observations',
  'result',
  'tool_output',
  'tool_result',
  'output',
  'feedback',
]
const THOUGHT = ['thought', 'thoughts', 'rationale', 'reasoning', 'thinking', 'analysis']
const SAID = ['response', 'llm_response', 'model_response', 'raw_response', 'assistant_message', 'prediction']

function firstOf(value: Json | undefined, keys: readonly string[]): Json | undefined {
  return keys.map((key) => at(value, key)).find((one) => one !== undefined && one !== null && one !== '')
}

/** A text, or the one in an object. */
function textIn(value: Json | undefined): string {
  const inner = isRecord(value)
    ? firstOf(value, ['text', 'content', 'output', 'raw_response', ...SAID])
    : value
  return asText(typeof inner === 'string' ? inner : value)
}

function isStep(value: Json): boolean {
  // n8n names what its chat did to a message beside the message
  if (!isRecord(value) || at(value, 'role') !== undefined || at(value, 'chatInput') !== undefined)
    return false
  return firstOf(value, ACTIONS) !== undefined && [SEEN, THOUGHT, SAID].some((keys) => hasText(value, keys))
}

function hasText(value: Json, keys: readonly string[]): boolean {
  const found = firstOf(value, keys)
  return typeof found === 'string' || isRecord(found) || isList(found)
}

/** One conversation; empty for a list of something else. */
function talkIn(list: readonly Json[], holder: Json): readonly Json[] {
  const steps = list.filter(isStep)
  if (steps.length === 0 || steps.length < MOST * list.length || !list.every(isRecord)) return []
  // numbers of a simulation are steps, too
  if (!steps.some((step) => /[a-z]{3}/i.test(actionText(step)))) return []
  const system = textOf(at(holder, 'system_prompt')) ?? textOf(at(holder, 'agent_args', 'system_prompt'))
  const task = textIn(firstOf(holder, TASKS) ?? firstOf(list[0], TASKS))
  const model = firstOf(holder, ['model', 'model_name']) ?? at(holder, 'agent_args', 'llm_name')
  const id = firstOf(holder, ['instance_id', 'task_id', 'id'])
  return [
    {
      ...(id !== undefined && { id }),
      messages: [
        ...(system === undefined ? [] : [chatMessage('system', { content: system })]),
        ...(task === '' ? [] : [chatMessage('user', { content: task })]),
        ...list.flatMap((step, index) => messagesOf(step, index, typeof model === 'string' ? model : null)),
      ],
    },
  ]
}

/** The share of a list that must be steps: some begin with what was seen first. */
const MOST = 0.5

function actionText(step: Json): string {
  return asText(firstOf(step, ACTIONS))
}

function messagesOf(step: Json, index: number, model: Json): readonly Json[] {
  const seen = firstOf(step, SEEN)
  const picture = textOf(firstOf(step, ['screenshot_file', 'screenshot', 'image_path']))
  const shown = [
    ...(seen === undefined ? [] : [{ type: 'text', text: textIn(seen) }]),
    ...(picture === undefined || picture.length > LONGEST_NAME ? [] : [pictureBlock(picture)]),
  ]
  const timestamp = firstOf(step, ['timestamp', 'time', 'start_time'])
  const action = firstOf(step, ACTIONS)
  if (action === undefined)
    return shown.length === 0 ? [] : [chatMessage('user', { content: shown, timestamp })]
  const whole = firstOf(step, SAID)
  const thought = textIn(firstOf(step, THOUGHT))
  const words = [whole === undefined ? thought : textIn(whole)].filter((text) => text !== '').join('\n\n')
  const place = actionIn(words, asText(action))
  const own = place === null ? words : [place.before, place.after].filter((text) => text !== '').join('\n\n')
  const id = `step_${index + 1}`
  const usage = firstOf(step, ['usage', 'token_usage']) ?? at(whole, 'usage')
  const reply = chatMessage('assistant', {
    content: own,
    thoughts: whole === undefined || thought === '' || words.includes(thought) ? [] : [thought],
    calls: (isList(action) ? action : [action]).map((one, nth) => called(`${id}_${nth + 1}`, one, step)),
    model: textOf(at(whole, 'model')) ?? model,
    usage:
      usageWithin(usage) ??
      usageWithin({ input: at(step, 'token_usage_prompt'), output: at(step, 'token_usage_completion') }),
    timestamp: typeof timestamp === 'string' || typeof timestamp === 'number' ? timestamp : undefined,
  })
  return shown.length === 0 ? [reply] : [reply, resultOf(`${id}_1`, shown)]
}

/** Bytes of a picture are no name. */
const LONGEST_NAME = 400

/** The call that an action is: an object, a tool with its input, `<function=…>` or a command. */
function called(id: string, action: Json, step: Json): Json {
  if (isRecord(action)) {
    const name =
      nameOfCall(action) ?? textOf(firstOf(action, ['action', 'type', 'action_type', 'action_name']))
    return callOf(id, name ?? 'action', inputOfCall(action) ?? at(action, 'action_input') ?? action)
  }
  const text = asText(action)
  const [, named, body = ''] = /^\s*<function=([\w.-]+)>([^]*)/.exec(text) ?? []
  if (named !== undefined) {
    const inside = body.slice(0, Math.max(0, body.lastIndexOf('</parameter>') + '</parameter>'.length))
    const found = [...inside.matchAll(/<parameter=([\w.-]+)>([^]*?)<\/parameter>/g)]
    return callOf(id, named, Object.fromEntries(found.map(([, key = '', value = '']) => [key, value.trim()])))
  }
  const value = /^\s*[[{]/.test(text) ? valueOf(text) : undefined
  if (isRecord(value) && nameOfCall(value) !== undefined) return called(id, value, step)
  const input = firstOf(step, INPUTS)
  return /^[\w.-]+$/.test(text) && input !== undefined
    ? callOf(id, text, input)
    : callOf(id, 'action', { action: text })
}
