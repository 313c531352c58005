import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arbitraryDamage,
  arbitraryMessages,
  arbitraryOpenAiMessages,
  arbitraryRequest,
} from '../../testing/arbitrary.ts'
import { mergeNeighbours } from '../core/message/merge.ts'
import type { Json, Message, Part, ToolResultPart } from '../core/message/message.ts'
import { repair } from './repair.ts'
import type { ValidityOptions } from './rule/rule.ts'
import type { Checkable } from './shape.ts'
import { validate } from './validate.ts'
import type { OpenAiMessage } from '../core/message/request.ts'
import type { Repair } from './rule/violation.ts'

const options: fc.Arbitrary<ValidityOptions> = fc.record(
  {
    prefill: fc.constantFrom('allowed', 'rejected'),
    systemMessages: fc.constantFrom('allowed', 'rejected'),
    tools: fc.constantFrom('required', 'ignored'),
    calls: fc.constantFrom('required', 'ignored'),
    boundThinkingFrom: fc.constantFrom(null, 0, 1, 3, 99),
  },
  { requiredKeys: [] },
)
/** Some ids of calls as other providers make them. */
const withOddIds = arbitraryDamage.map(
  (messages) =>
    JSON.parse(
      JSON.stringify(messages).replaceAll(/"(id|tool_use_id)":"([ab])"/g, '"$1":"f.$2:0"'),
    ) as readonly Message[],
)
/** Ids and names that OpenAI refuses: too long, alike for as long as they may be, and with other characters. */
const LONG = 'x'.repeat(70)
const refusedByOpenAi = <Input>(input: Input): Input =>
  JSON.parse(
    JSON.stringify(input)
      .replaceAll(/"(id|tool_use_id|tool_call_id)":"([abc])"/g, `"$1":"${LONG}$2"`)
      .replaceAll('"name":"read_file"', '"name":"read.file"')
      .replaceAll('"name":"run"', `"name":"${LONG}"`),
  ) as Input
const anyMessages = fc.oneof(arbitraryMessages, arbitraryDamage, withOddIds)
const anyInput: fc.Arbitrary<Checkable> = fc.oneof(anyMessages, arbitraryRequest)
const RUNS = 160

describe('laws of repair', () => {
  it('VALID-2 the output is valid for any input, and the input is unchanged', () => {
    fc.assert(
      fc.property(anyInput, options, (input, given) => {
        const before = JSON.stringify(input)
        const { request } = repair(input, 'anthropic', given)
        expect(validate(request, 'anthropic', given)).toEqual([])
        expect(JSON.stringify(input)).toBe(before)
        expect(Array.isArray(request)).toBe(Array.isArray(input))
      }),
      { numRuns: RUNS },
    )
  })

  it('VALID-2 the same for openai, in both shapes', () => {
    fc.assert(
      fc.property(fc.oneof(anyInput, arbitraryOpenAiMessages), fc.boolean(), (given, odd) => {
        const input = odd ? refusedByOpenAi(given) : given
        const before = JSON.stringify(input)
        const { request, repairs } = repair(input, 'openai')
        expect(validate(request, 'openai')).toEqual([])
        expect(JSON.stringify(input)).toBe(before)
        expect(repairs.length === 0).toBe(request === input)
      }),
      { numRuns: RUNS },
    )
  })

  it('VALID-2 neighbours can be joined afterwards', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryMessages, arbitraryDamage), (input) => {
        const messages = mergeNeighbours(repair(input, 'anthropic').request)
        expect(validate(messages, 'anthropic', { alternation: 'strict' })).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  it('VALID-2 the list of repairs says everything that was done', () => {
    fc.assert(
      fc.property(anyMessages, options, (input, given) => {
        const { request, repairs } = repair(input, 'anthropic', given)
        expect(spelled(request)).toEqual(spelled(applied(input, repairs)))
      }),
      { numRuns: RUNS },
    )
    fc.assert(
      fc.property(fc.oneof(arbitraryMessages, arbitraryDamage), fc.boolean(), (given, odd) => {
        const input = odd ? refusedByOpenAi(given) : given
        const { request, repairs } = repair(input, 'openai')
        if (request !== input) expect(spelled(request)).toEqual(spelled(applied(input, repairs)))
      }),
      { numRuns: RUNS },
    )
  })

  it('VALID-2 the list of repairs says everything for a list in the OpenAI shape', () => {
    fc.assert(
      fc.property(arbitraryOpenAiMessages, fc.boolean(), (given, odd) => {
        const input = odd ? refusedByOpenAi(given) : given
        const { request, repairs } = repair({ messages: input, tools: [] }, 'openai')
        if (repairs.length > 0)
          expect(request.messages.map(worded)).toEqual(appliedOpenAi(input, repairs).map(worded))
      }),
      { numRuns: RUNS },
    )
  })

  it('PAIR-2 no call of a reply is lost except a copy in the same reply', () => {
    const callsIn = (messages: readonly Message[]): string[] =>
      messages.flatMap(({ role, content }) => {
        const parts = role === 'assistant' && typeof content !== 'string' ? content : []
        return [...new Set(parts.flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])))]
      })
    fc.assert(
      fc.property(arbitraryDamage, (input) => {
        const after = callsIn(repair(input, 'anthropic').request)
        expect(after.length).toBeGreaterThanOrEqual(callsIn(input).length)
      }),
    )
  })

  it('VALID-2 a second repair changes nothing', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { request } = repair(input, 'anthropic')
        expect(repair(request, 'anthropic').request).toBe(request)
      }),
    )
  })

  it('VALID-2 is linear: results in reverse after all their calls', () => {
    const size = 20_000
    const ids = Array.from({ length: size }, (_, nth) => `call_${nth}`)
    const calls = ids.map((id): Part => ({ type: 'tool_use', id, name: 'x', input: {} }))
    const results = ids
      .toReversed()
      .map((id): Part => ({ type: 'tool_result', tool_use_id: id, content: 'ok' }))
    const messages: Message[] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: calls },
      { role: 'assistant', content: 'hm' },
      { role: 'user', content: results },
    ]
    const { request, repairs } = repair(messages, 'anthropic')
    expect(repairs).toHaveLength(size)
    expect(request).toHaveLength(4)
    expect(validate(request, 'anthropic')).toEqual([])
  })
})

/** A message and its parts while repairs are applied one by one, without the code of `repair`. */
interface Sheet {
  role: string
  readonly index: number
  parts: { readonly at: string; value: Part }[]
  readonly arrived: Set<unknown>
}

/** The messages after the repairs, applied exactly as described. */
function applied(messages: readonly Message[], repairs: readonly Repair[]): Message[] {
  let sheets = messages.map(({ role, content }, index): Sheet => {
    const parts =
      typeof content === 'string'
        ? content === ''
          ? []
          : [{ type: 'text', text: content } as Part]
        : content
    return {
      role,
      index,
      parts: parts.map((value, part) => ({ at: `${index}.${part}`, value })),
      arrived: new Set(),
    }
  })
  const vanish = (sheet: Sheet | undefined): void => {
    if (sheet?.parts.length === 0) sheets = sheets.filter((other) => other !== sheet)
  }
  const take = (at: string): Sheet['parts'][number] => {
    const sheet = sheets.find(({ parts }) => parts.some((part) => part.at === at))
    const part = sheet?.parts.find((other) => other.at === at)
    if (sheet === undefined || part === undefined) throw new Error(`no part at ${at}`)
    sheet.parts = sheet.parts.filter((other) => other !== part)
    vanish(sheet)
    return part
  }
  const put = (part: Sheet['parts'][number], index: number): void => {
    const reply = sheets.findIndex((sheet) => sheet.index === index)
    let next = sheets[reply + 1]
    if (next?.role !== 'user') {
      next = { role: 'user', index: -1, parts: [], arrived: new Set() }
      sheets.splice(reply + 1, 0, next)
    }
    const behind = next.parts.findIndex((other) => next.arrived.has(other))
    const end = behind < 0 ? 0 : next.parts.filter((other) => next.arrived.has(other)).length
    next.parts.splice(end, 0, part)
    next.arrived.add(part)
  }
  for (const { action, index, part, to, ids, text = '' } of repairs) {
    const at = `${index}.${part}`
    const sheet = sheets.find((other) => other.index === index)
    const slot = sheets.flatMap(({ parts }) => parts).find((other) => other.at === at)
    const value = slot?.value
    if (action === 'drop-part') take(at)
    if (action === 'drop-message') sheets = sheets.filter((other) => other !== sheet)
    if (action === 'insert-result') {
      put({ at: 'new', value: { type: 'tool_result', tool_use_id: ids[0] ?? '', content: text } }, index)
    }
    if (action === 'insert-user') {
      const before =
        index === messages.length ? sheets.length : sheets.findIndex((other) => other.index === index)
      sheets.splice(before, 0, {
        role: 'user',
        index: -1,
        parts: [{ at: 'new', value: { type: 'text', text } }],
        arrived: new Set(),
      })
    }
    if (action === 'move-part' && to !== undefined && to !== index) put(take(at), to)
    if (action === 'move-part' && to === index && sheet !== undefined && slot !== undefined) {
      const rest = sheet.parts.filter((other) => other !== slot)
      const leading =
        value?.type === 'tool_result' ? rest.findIndex((other) => other.value.type !== 'tool_result') : 0
      sheet.parts = rest.toSpliced(leading, 0, slot)
    }
    if (action === 'change-role' && sheet !== undefined) sheet.role = 'user'
    if (slot === undefined) continue
    if (action === 'wrap-input' && value?.type === 'tool_use')
      slot.value = { ...value, input: { arguments: value.input } }
    if (action === 'rename-call' && value?.type === 'tool_use') slot.value = { ...value, id: text }
    if (action === 'rename-tool' && value?.type === 'tool_use') slot.value = { ...value, name: text }
    if (action === 'rename-call' && value?.type === 'tool_result')
      slot.value = { ...value, tool_use_id: text }
    if (action === 'trim-text' && value?.type === 'text') slot.value = { ...value, text }
    if (action === 'trim-text' && value?.type === 'tool_result') slot.value = withoutBlanks(value)
    if (action === 'drop-marker')
      slot.value = Object.fromEntries(
        Object.entries(slot.value).filter(([key]) => key !== 'cache_control'),
      ) as unknown as Part
  }
  return sheets.map(({ role, parts }) => ({
    role: role as Message['role'],
    content: parts.map(({ value }) => value),
  }))
}

function withoutBlanks(result: ToolResultPart): ToolResultPart {
  const content = (result.content as readonly Part[]).filter(
    (part) => part.type !== 'text' || part.text.trim() !== '',
  )
  return { ...result, content: content.length === 0 ? '' : (content as ToolResultPart['content']) }
}

/** Messages with their contents as lists: a string and a list of one text are the same to a provider. */
function spelled(messages: readonly Message[]): unknown[] {
  return messages.map(({ role, content }) => {
    const parts =
      typeof content === 'string' ? (content === '' ? [] : [{ type: 'text', text: content }]) : content
    return { role, parts }
  })
}

/** The same in OpenAI's format. Its parts are the content first, then the calls. */
function appliedOpenAi(input: readonly OpenAiMessage[], repairs: readonly Repair[]): OpenAiMessage[] {
  interface OpenAiSheet {
    role: OpenAiMessage['role']
    readonly index: number
    readonly message: OpenAiMessage
    content: Map<number, Json> | null
    readonly isString: boolean
    calls: Map<number, OpenAiCall> | null
    id: string | undefined
  }
  let sheets = input.map((message, index): OpenAiSheet => {
    const { role, content, tool_calls: calls } = message
    const list =
      content === null || content === undefined ? null : typeof content === 'string' ? [content] : content
    const size = list?.length ?? 0
    return {
      role,
      index,
      message,
      content: list === null ? null : new Map(list.map((item, part) => [part, item])),
      isString: typeof content === 'string',
      calls: calls === undefined ? null : new Map(calls.map((call, nth) => [size + nth, call])),
      id: message.tool_call_id,
    }
  })
  const behind = new Map<number, number>()
  const put = (sheet: OpenAiSheet, index: number): void => {
    const count = behind.get(index) ?? 0
    sheets.splice(sheets.findIndex((other) => other.index === index) + 1 + count, 0, sheet)
    behind.set(index, count + 1)
  }
  const made = (role: 'tool' | 'user', text: string, id?: string): OpenAiSheet => {
    return {
      role,
      index: -1,
      message: { role },
      content: new Map([[0, text]]),
      isString: true,
      calls: null,
      id,
    }
  }
  for (const { action, index, part = -1, to = -1, ids, text = '' } of repairs) {
    const sheet = sheets.find((other) => other.index === index)
    if (action === 'insert-result') put(made('tool', text, ids[0]), index)
    if (action === 'insert-user') sheets.push(made('user', text))
    if (sheet === undefined) continue
    if (action === 'change-role') sheet.role = 'user'
    if (action === 'drop-message') sheets = sheets.filter((other) => other !== sheet)
    if (action === 'move-part') {
      sheets = sheets.filter((other) => other !== sheet)
      put(sheet, to)
    }
    if (action === 'rename-call' && sheet.calls?.has(part) === true) {
      sheet.calls.set(part, { ...(sheet.calls.get(part) as OpenAiCall), id: text })
    } else if (action === 'rename-call') {
      sheet.id = text
    }
    const call = sheet.calls?.get(part)
    if (action === 'rename-tool' && call !== undefined)
      sheet.calls?.set(part, { ...call, function: { ...call.function, name: text } })
    if (action === 'drop-part') {
      sheet.content?.delete(part)
      sheet.calls?.delete(part)
      const isKept = sheet.role === 'tool' || (sheet.message.reasoning_content ?? '') !== ''
      const size = (sheet.content?.size ?? 0) + (sheet.calls?.size ?? 0)
      if (size === 0 && !isKept) sheets = sheets.filter((other) => other !== sheet)
    }
    if (action === 'trim-text' && (sheet.content?.size ?? 0) === 0) sheet.content = new Map([[0, '']])
  }
  return sheets.map(({ role, message, content, isString, calls, id }) => {
    const { tool_calls: _calls, content: _content, tool_call_id: _id, ...rest } = message
    const list = content === null ? null : [...content.values()]
    const [only = ''] = list ?? []
    return {
      ...rest,
      role,
      ...(id === undefined ? {} : { tool_call_id: id }),
      content: list === null ? null : isString || list.length === 0 ? (only as string) : list,
      ...((calls?.size ?? 0) === 0 ? {} : { tool_calls: [...(calls?.values() ?? [])] }),
    }
  })
}

type OpenAiCall = NonNullable<OpenAiMessage['tool_calls']>[number]

/** A missing content becomes null, and a list of one text becomes that text. */
function worded({ content, ...rest }: OpenAiMessage): unknown {
  const list =
    content === null || content === undefined ? [] : typeof content === 'string' ? [content] : content
  return { ...rest, content: list.filter((item) => item !== '') }
}
