import { parseConfig } from '../../config/index.ts'
import { ProblemError, PROVIDERS, validate as violationsOf } from '../../engine/index.ts'
import type { Checkable, Provider, Severity, Violation } from '../../engine/index.ts'
import { chars4 } from '../../engine/index.ts'
import { readTraces, run, takeIn } from '../../sim/index.ts'
import { largestPeak } from '../../sim/internal.ts'
import type { Trace } from '../../sim/index.ts'
import { limitSetting } from '../../engine/internal.ts'
import { counted } from '../../view/index.ts'
import { write } from '../answer/answer.ts'
import { sourcesOf } from '../input/files.ts'
import type { Source, Unreadable } from '../input/files.ts'
import { contentOf, numbered, numberIn, textOf, unreadableOf } from '../input/logs.ts'
import { choiceOf } from '../option/options.ts'
import { EXIT, UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { clean } from '../terminal/table.ts'
import type { Command } from './command.ts'
import { OUTPUT } from './command.ts'

/** A finding in a file. */
interface Finding {
  readonly severity: Severity
  readonly code: string
  readonly message: string
  readonly line: number | null
  readonly column: number | null
  /** For a request, the message and part; for a log, the turn. Empty where line and column tell. */
  readonly place: string
}

interface Validated {
  readonly log: string
  readonly kind: 'config' | 'request' | 'log' | 'unread'
  /** Whose rules were used; null for a config. */
  readonly provider: Provider | null
  readonly problems: readonly Finding[]
}

export const validate: Command = {
  name: 'validate',
  meaning: 'Check requests and logs against a provider’s rules, and configs in YAML',
  arguments: '<file …>',
  notes: [
    'A .yaml file is a config. A request or a list of messages is checked as it is; of any other log, the requests that it implies are, by Anthropic’s rules unless others are named. Exit code 1 if there is an error.',
  ],
  examples: [
    'context-window-lab validate mine.yaml',
    'context-window-lab validate request.json --provider openai',
    'my-agent --print-request | context-window-lab validate -',
  ],
  options: {
    provider: {
      value: '<name>',
      meaning: `Whose rules: ${PROVIDERS.join(', ')}; default: by the shape of the request`,
    },
    'for-model': { value: '<name>', meaning: 'The model of a request, where its rules depend on it' },
    ...OUTPUT,
  },
  async run(given, io) {
    if (given.inputs.length === 0) throw new UsageError('Name a request, a log or a config')
    const provider = given.has('provider') ? choiceOf(given, 'provider', PROVIDERS, 'anthropic') : null
    const model = given.one('for-model') ?? null
    const configs = given.inputs.filter((input) => /\.ya?ml$/i.test(input))
    const found = sourcesOf(
      given.inputs.filter((input) => !configs.includes(input)),
      io,
    )
    const ofConfigs = sourcesOf(configs, io)
    const files: Validated[] = [
      ...(await Promise.all(ofConfigs.sources.map((source) => configProblems(source, io)))),
      ...ofConfigs.unreadable.map(unread),
    ]
    for (const source of found.sources) files.push(...(await checked(source, provider, model, io)))
    files.push(...found.unreadable.map(unread))
    write(
      {
        told: 'within',
        unreadable: files.flatMap(({ log, kind, problems: [problem] }) =>
          kind === 'unread' && problem !== undefined ? [{ log, ...problem }] : [],
        ),
        json: () => ({ format: 'context-window-lab validation', version: 1, files }),
        csv: () => [
          ['file', 'kind', 'provider', 'severity', 'code', 'line', 'column', 'place', 'message'],
          ...files.flatMap(({ log, kind, provider: of, problems }) =>
            problems.map(({ severity, code, line, column, place, message }) => [
              log,
              kind,
              of,
              severity,
              code,
              line,
              column,
              place,
              message,
            ]),
          ),
        ],
        table: () => files.map(toldText).join(''),
      },
      given,
      io,
    )
    if (files.every(({ kind }) => kind === 'unread')) return EXIT.unread
    const isWrong = files.some(({ problems }) => problems.some(({ severity }) => severity === 'error'))
    return isWrong ? EXIT.refused : EXIT.fine
  },
}

function toldText({ log, kind, provider, problems }: Validated): string {
  const what = kind === 'config' ? 'config' : `${kind}, by the rules of ${String(provider)}`
  if (problems.length === 0) return `${clean(log)}: fine (${what})\n`
  const head = kind === 'unread' ? '' : `${clean(log)}: ${counted(problems.length, 'problem')} (${what})\n`
  return (
    head +
    problems
      .map(({ severity, line, column, place, message }) => {
        const where = line === null ? (place === '' ? '' : `${place}: `) : `${line}:${column ?? 1}: `
        return kind === 'unread'
          ? `${clean(`${log}${line === null ? ': ' : ':'}${where}${message}`)}\n`
          : `${clean(`${log}:${line === null ? ' ' : ''}${where}${severity}: ${message}`)}\n`
      })
      .join('')
  )
}

function unread({ log, message, line, column }: Unreadable): Validated {
  return {
    log,
    kind: 'unread',
    provider: null,
    problems: [{ severity: 'error', code: 'unread', message, line, column, place: '' }],
  }
}

async function configProblems(source: Source, io: Io): Promise<Validated> {
  const text = await textIn(source, io)
  if (typeof text !== 'string') return unread(text)
  const { problems } = parseConfig(text)
  return {
    log: source.name,
    kind: 'config',
    provider: null,
    problems: problems.map(({ severity, code, message, line, column, fix }) => ({
      severity,
      code,
      message: fix === undefined ? message : `${message} (did you mean ${fix}?)`,
      line,
      column,
      place: '',
    })),
  }
}

async function textIn(source: Source, io: Io): Promise<string | Unreadable> {
  if (source.kind === 'scenario') throw new UsageError(`A scenario is always valid: ${source.name}`)
  try {
    return await textOf(source, io)
  } catch (error) {
    return unreadableOf(source.name, error)
  }
}

async function checked(
  source: Source,
  chosen: Provider | null,
  model: string | null,
  io: Io,
): Promise<readonly Validated[]> {
  if (source.kind === 'scenario') throw new UsageError(`A scenario is always valid: ${source.name}`)
  const as = (name: string, text: string): readonly Validated[] =>
    checkedText(name, text, numberIn(source), chosen, model)
  try {
    const found = await contentOf(source, io)
    if (typeof found === 'string') return as(source.name, found)
    const all: Validated[] = []
    for (const { name, text } of found) all.push(...as(`${source.name}/${name}`, await text()))
    return all
  } catch (error) {
    return [unread(unreadableOf(source.name, error))]
  }
}

/** @param name that of the log; standard input is `-` */
function checkedText(
  name: string,
  text: string,
  nth: number | null,
  chosen: Provider | null,
  model: string | null,
): readonly Validated[] {
  const json = jsonIn(text)
  const request = requestIn(json)
  const only = <One>(all: readonly One[]): readonly One[] | Unreadable =>
    nth === null ? all : numbered(name, nth, all)
  if (request !== null) {
    const one = only([request])
    if ('message' in one) return [unread(one)]
    const provider = chosen ?? providerOf(request)
    try {
      const violations = violationsOf(request as Checkable, provider, model === null ? {} : { model })
      return [
        {
          log: name,
          kind: 'request',
          provider,
          problems: violations.map(findingIn),
        },
      ]
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      return [{ log: name, kind: 'request', provider, problems: error.problems.map(findingOf) }]
    }
  }
  try {
    const traces = readTraces(text, name === '-' ? {} : { filename: name })
    const logs = only(
      traces.map((trace, at) => ({
        log: traces.length > 1 ? `${name}#${at + 1}` : name,
        trace,
      })),
    )
    if ('message' in logs) return [unread(logs)]
    const provider = chosen ?? (isItemList(json) ? 'openai-responses' : null)
    return logs.map(({ log, trace }) => logProblems(log, trace, provider, model))
  } catch (error) {
    return [unread(unreadableOf(name, error))]
  }
}

function findingIn({ rule, index, part, message }: Violation): Finding {
  const place = index < 0 ? 'request' : `message ${index}${part === undefined ? '' : `, part ${part}`}`
  return { severity: 'error', code: rule, message, line: null, column: null, place }
}

/** A problem of the outer shape. */
function findingOf({ severity, code, message, line, column }: ProblemError['problems'][number]): Finding {
  return { severity, code, message, line: line ?? null, column: column ?? null, place: '' }
}

/** What a JSON text holds; null for what is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

/** A request or a list of messages; null for a log. */
function requestIn(value: unknown): object | null {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return value.length > 0 && value.every(isMessage) ? value : null
  if ('messages' in value && Array.isArray(value.messages))
    return value.messages.every(isMessage) ? value : null
  if (!('input' in value) || RECORDER_KEYS.some((key) => key in value)) return null
  const { input } = value
  return typeof input === 'string' || (Array.isArray(input) && !input.some(isOfChat)) ? value : null
}

/** Keys of what recorders note of a call, which no request of the Responses API has. */
const RECORDER_KEYS = ['output', 'type', 'name'] as const

/** A message of Chat Completions: what recorders have as the input of a call. */
function isOfChat(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'tool_calls' in value || 'tool_call_id' in value || has(value, 'role', new Set(['tool']))
}

/** A page of items as the Responses API lists them: it may begin with the newest. */
function isItemList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('data' in value)) return false
  return Array.isArray(value.data) && value.data.length > 0 && value.data.every(isItem)
}

function isItem(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return typeof value.type === 'string' && ITEM.test(value.type)
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool'])
/** Types of the items of the Responses API, its built-in tools among them. */
const ITEM = /^(?:message|reasoning|item_reference|compaction|mcp_\w+|(?!tool_)\w+_call(?:_output)?)$/

const AI_SDK_PARTS: ReadonlySet<string> = new Set(['tool-call', 'tool-result'])

function isMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (isItem(value)) return true
  return 'role' in value && ROLES.has(value.role) && !isForeign(value)
}

/** Parts without a type are Bedrock Converse's, and these types the AI SDK's: their readers know them. */
function isForeign(message: object): boolean {
  const content: unknown = 'content' in message ? message.content : null
  if (!Array.isArray(content)) return false
  const parts = content.filter((part: unknown): part is object => typeof part === 'object' && part !== null)
  if (parts.some((part) => has(part, 'type', AI_SDK_PARTS))) return true
  return parts.length > 0 && parts.every((part) => !('type' in part))
}

/** Whose shape a request has: its items, its calls or its parts tell. */
function providerOf(request: object): Provider {
  const list: readonly unknown[] = Array.isArray(request)
    ? request
    : 'messages' in request && Array.isArray(request.messages)
      ? request.messages
      : []
  if ('input' in request || list.some(isItem)) return 'openai-responses'
  const isOpenAi = list.some(
    (one) =>
      has(one, 'role', new Set(['tool', 'developer', 'system'])) ||
      (typeof one === 'object' && one !== null && ('tool_calls' in one || 'tool_call_id' in one)),
  )
  return isOpenAi ? 'openai' : 'anthropic'
}

function has(value: unknown, key: 'type' | 'role', names: ReadonlySet<unknown>): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.has((value as Readonly<Record<string, unknown>>)[key])
  )
}

/** What a provider would reject in the requests that a log implies, with what its reader found. */
function logProblems(log: string, trace: Trace, chosen: Provider | null, model: string | null): Validated {
  const provider = chosen ?? 'anthropic'
  const found = provider === 'anthropic' ? inEachTurn(trace) : inWholeWindows(trace, provider, model)
  return { log, kind: 'log', provider, problems: [...trace.intake.problems.map(findingOf), ...found] }
}

/** A violation stays in every later request: it is told once. */
function inEachTurn(trace: Trace): readonly Finding[] {
  const intake = takeIn(trace, chars4)
  const max_context_tokens = Math.min(limitSetting.max, Math.max(limitSetting.min, 2 * largestPeak(intake)))
  const { turns } = run(trace, { strategy: 'unmanaged', max_context_tokens }, { intake })
  const seen = new Set<string>()
  return turns.flatMap(({ turn, violations }) =>
    violations.flatMap(({ rule, message, blocks }): Finding[] => {
      const key = `${rule} ${blocks.join(' ')}`
      if (seen.has(key)) return []
      seen.add(key)
      return [{ severity: 'error', code: rule, message, line: null, column: null, place: `turn ${turn}` }]
    }),
  )
}

/** The messages of each window as they are in the log: a later request has what all earlier ones have. */
function inWholeWindows(trace: Trace, provider: Provider, model: string | null): readonly Finding[] {
  const { system, tools, turns } = trace
  return trace.windows.flatMap(({ id }) => {
    const own = turns.filter(({ window }) => window === id)
    // A reply is sent in the next turn, the last one in none.
    const sent = own.flatMap(({ turn, inputs }, nth) => {
      const before = own[nth - 1]?.response ?? null
      return [...(before === null ? [] : [before]), ...inputs].flatMap((at) => {
        const message = trace.messages[at]
        return message === undefined ? [] : [{ turn, message }]
      })
    })
    if (sent.length === 0) return []
    const request = { system, tools, messages: sent.map(({ message }) => message) }
    return violationsOf(request, provider, model === null ? {} : { model }).map((violation) => {
      const turn = sent[violation.index]?.turn
      const found = findingIn(violation)
      return turn === undefined ? found : { ...found, place: `turn ${turn}, ${found.place}` }
    })
  })
}
