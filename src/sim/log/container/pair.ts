import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, callOf, resultOf } from './chat-message.ts'
import { messagesInPrompt } from './templates.ts'

/** The names of a prompt and of its answer, the first of a row counts: small, without marks between their words. */
interface Names {
  readonly exact: readonly string[]
  readonly like: RegExp
}
const ASKED: Names = {
  exact: 'prompt instruction question query user human problem q input inputs request'.split(' '),
  like: /^(?:user|human)(?:message|text|input|prompt|query|question|utterance|request)$|^(?:input|prompt|query|question)text$|^chatinput$/,
}
const ANSWERED: Names = {
  exact:
    'response completion answer answers output outputs chosen assistant bot ai reply a solution generation llm chatbot'.split(
      ' ',
    ),
  like: /^(?:assistant|bot|chatbot|ai|agent|model|llm|gpt)(?:message|text|output|response|reply|answer|completion)$|^(?:output|response|answer|completion|generated)text$/,
}
/** These are also names of other things, as of files and settings: with them one of the two texts has several words. */
const ANYTHING: ReadonlySet<string> = new Set(['q', 'input', 'inputs', 'request'])
/** Names of who speaks: rows with them are turns of a conversation if they have a time, or are a list and a bot answers. */
const SPEAKER = /^(?:user|human|you|me)/
const BOT = /^(?:bot|chatbot|ai|agent|gpt|llm|model)/
/** What a model was given with a question to answer from. */
const CONTEXTS = ['context', 'contexts', 'retrieved_contexts']
const TURNS = ['turn', 'turn_id', 'turnId', 'turn_number', 'turn_index', 'round']
/** The names of the time at which something was said. */
export const TIME_KEYS = ['timestamp', 'time', 'created_at', 'createdAt', 'date', 'datetime', 'ts']

interface Side {
  readonly key: string
  readonly text: string
}

function nameOf(key: string): string {
  return key.toLowerCase().replaceAll(/[ _-]/g, '')
}

/** The first of the names that a row has, with its text. */
function sideOf(row: JsonRecord, { exact, like }: Names, depth = 0): Side | undefined {
  let best: Side | undefined
  let rank = Number.POSITIVE_INFINITY
  for (const [key, value] of Object.entries(row)) {
    const name = nameOf(key)
    const own = exact.indexOf(name)
    const place = own >= 0 ? own : like.test(name) ? exact.length : rank
    const text = place < rank ? textIn(value, { exact, like }, depth) : undefined
    if (text === undefined) continue
    best = { key, text }
    rank = place
  }
  return best
}

/** A text, the first of several, or the one of that name in an object, as LangSmith has them: `inputs.question`. */
function textIn(value: Json, names: Names, depth: number): string | undefined {
  if (isList(value) && depth === 0) return textIn(value[0] ?? null, names, 1)
  if (isRecord(value) && depth === 0) return textOf(at(value, 'text')) ?? sideOf(value, names, 1)?.text
  return textOf(value)
}

/** A prompt and its answer, as training data and simple logs have them; empty for another row. */
export function pairOf(row: JsonRecord): readonly Json[] {
  const asked = sideOf(row, ASKED)
  const answered = sideOf(row, ANSWERED)
  if (asked === undefined || answered === undefined) return []
  if (ANYTHING.has(nameOf(asked.key)) && !/\s/.test(asked.text.trim()) && !/\s/.test(answered.text.trim()))
    return []
  const isTask = asked.key === 'instruction'
  const more = isTask ? [at(row, 'input'), at(row, 'context')].flatMap((text) => textOf(text) ?? []) : []
  const given = isTask ? [] : CONTEXTS.flatMap((key) => textsIn(at(row, key)))
  const system = textOf(at(row, 'system')) ?? textOf(at(row, 'system_prompt'))
  const model = textOf(at(row, 'model')) ?? textOf(at(row, 'model_name'))
  const told = messagesInPrompt(asked.text)
  const history = at(row, 'history') ?? null
  const earlier = isPaired(history) ? inTurns(history.flat()) : []
  const timestamp = TIME_KEYS.map((key) => at(row, key)).find((time) => time !== undefined && time !== null)
  const time = timestamp === undefined ? {} : { timestamp }
  const prompt =
    told.length > 0
      ? told
      : [...earlier, { role: 'user', content: [...given, asked.text, ...more].join('\n\n'), ...time }]
  const steps = stepsIn(row)
  const calls = steps.length > 0 ? [] : CALLS_OF.flatMap((key) => callsIn(at(row, key)))
  return [
    {
      ...(system !== undefined && { system }),
      ...(model !== undefined && { model }),
      ...(Object.hasOwn(row, 'tools') && { tools: row['tools'] ?? null }),
      messages: [
        ...prompt,
        ...steps,
        {
          role: 'assistant',
          content: calls.length > 0 ? '' : answered.text,
          ...(calls.length > 0 && { tool_calls: calls }),
          ...usageIn(row),
          ...time,
        },
      ],
    },
  ]
}

/** The texts of a list, or one. */
function textsIn(value: Json | undefined): readonly string[] {
  return (isList(value) ? value : [value]).flatMap((one) => textOf(one) ?? textOf(at(one, 'text')) ?? [])
}

/** The tokens of a row: as OpenAI or Anthropic count them, or Ollama. */
function usageIn(row: JsonRecord): { readonly usage?: Json } {
  const usage = at(row, 'usage')
  if (isRecord(usage)) return { usage }
  const prompt = at(row, 'prompt_tokens') ?? at(row, 'input_tokens') ?? at(row, 'prompt_eval_count')
  const completion = at(row, 'completion_tokens') ?? at(row, 'output_tokens') ?? at(row, 'eval_count')
  if (typeof prompt !== 'number') return {}
  return { usage: { prompt_tokens: prompt, completion_tokens: completion ?? null } }
}

/** The steps of an agent of LangChain or n8n, each with its observation; what else calls have is the reader's. */
function stepsIn(row: JsonRecord): readonly Json[] {
  const steps =
    at(row, 'intermediate_steps') ?? at(row, 'outputs', 'intermediate_steps') ?? at(row, 'intermediateSteps')
  if (isList(steps))
    return steps.flatMap((step, index): readonly Json[] => {
      const [action, observation] = isList(step) ? step : [at(step, 'action'), at(step, 'observation')]
      const name = textOf(at(action, 'tool'))
      if (name === undefined) return []
      const id = `step_${index + 1}`
      const call = callOf(id, name, at(action, 'tool_input') ?? at(action, 'toolInput'))
      return [{ role: 'assistant', content: '', tool_calls: [call] }, resultOf(id, asText(observation))]
    })
  // Dify has what an agent thought and did before its answer
  const thoughts = at(row, 'agent_thoughts')
  if (isList(thoughts) && thoughts.some((one) => textOf(at(one, 'tool')) !== undefined))
    return thoughts.flatMap((one, index): readonly Json[] => {
      const name = textOf(at(one, 'tool'))
      if (name === undefined) return []
      const id = `thought_${index + 1}`
      const said = { role: 'assistant', content: asText(at(one, 'thought')) }
      return [
        { ...said, tool_calls: [callOf(id, name, at(one, 'tool_input'))] },
        resultOf(id, asText(at(one, 'observation'))),
      ]
    })
  const calls = at(row, 'tool_calls') ?? at(row, 'toolCalls')
  if (!isList(calls) || calls.length === 0) return []
  return [{ role: 'assistant', content: '', tool_calls: calls }]
}

/** The calls that a row wants for its question, as JSON in a text. */
const CALLS_OF = ['answers']

function callsIn(value: Json | undefined): readonly Json[] {
  const listed = typeof value === 'string' ? valueOf(value) : value
  if (!isList(listed) || !listed.every((call) => textOf(at(call, 'name')) !== undefined)) return []
  return listed.map((call): Json => ({ type: 'function', function: call }))
}

/** Pages of an early chat library kept a question and its answer as a pair. */
export function isPaired(list: Json | undefined): list is readonly (readonly string[])[] {
  return (
    isList(list) &&
    list.length > 0 &&
    list.every((pair) => isList(pair) && pair.length === 2 && pair.every((one) => typeof one === 'string'))
  )
}

/** Names of roles, each with a text, as pairs. */
export function namedIn(list: readonly Json[]): readonly Json[] {
  const messages = isPaired(list) ? list.map(([role = '', content = '']) => ({ role, content })) : []
  const roles = new Set(messages.map(({ role }) => role.toLowerCase()))
  const isNamed = [...roles].every((role) => /^(?:user|human|assistant|ai|bot|system)$/.test(role))
  return isNamed && roles.size > 1 ? messages : []
}

/** Questions and answers of which most have several words: pairs may be anything. */
export function arePairsOfTalk(list: Json | undefined): list is readonly (readonly string[])[] {
  return (
    isPaired(list) &&
    list.filter((pair) => pair.some((text) => /\S\s+\S/.test(text))).length > list.length / 2
  )
}

/** Texts in turn. */
export function inTurns(texts: readonly Json[]): readonly Json[] {
  return texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
}

/**
 * True for a row that says that it is a turn: by the number of the turn, or by a time beside the names of who speaks. Rows
 * without are questions of their own.
 */
export function isTurn(row: Json): boolean {
  if (TURNS.some((key) => at(row, key) !== undefined)) return true
  return isSpoken(row) && TIME_KEYS.some((key) => at(row, key) !== undefined)
}

function isSpoken(row: Json): boolean {
  return isRecord(row) && SPEAKER.test(nameOf(sideOf(row, ASKED)?.key ?? ''))
}

/**
 * A list of turns, or of what a person and a bot said, as one conversation; null for another list. Only a list: on lines
 * of their own such rows are data for training as well.
 */
export function turnsAsOne(rows: readonly Json[]): Json | null {
  const isOne = (row: Json): boolean =>
    isTurn(row) || (isSpoken(row) && isRecord(row) && BOT.test(nameOf(sideOf(row, ANSWERED)?.key ?? '')))
  if (rows.length < 2 || !rows.every(isOne)) return null
  const pairs = rows.map((row) => (isRecord(row) ? pairOf(row) : []))
  return pairs.every((pair) => pair.length > 0) ? joined(pairs.flat()) : null
}

/** Pairs as one conversation, with the system prompt of the first. */
export function joined(pairs: readonly Json[], id?: Json): Json {
  const [first] = pairs
  return {
    ...(isRecord(first) && first),
    ...(id !== undefined && { id }),
    messages: pairs.flatMap((pair) => {
      const messages = at(pair, 'messages')
      return isList(messages) ? messages : []
    }),
  }
}
