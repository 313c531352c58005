import type { OpenAiMessage, ResponsesItem } from '../../core/message/request.ts'
import { nameOf } from '../../core/message/message.ts'
import { callsOf, contentPartsOf, LONGEST_ID, LONGEST_NAME, TOOL_INDEX } from '../rule/openai.ts'
import type { OpenAiCall } from '../rule/openai.ts'
import { answeredId, calledId } from '../rule/openai-responses.ts'
import type { Provider, Repair } from '../rule/violation.ts'
import type { Draft } from './draft.ts'
import { numbered } from './pairs.ts'

/** What ids and names of tools become where an API of OpenAI's refuses them. */
interface Renaming {
  readonly ids: ReadonlyMap<string, string>
  readonly tools: ReadonlyMap<string, string>
}

type Note = Omit<Repair, 'rule' | 'action' | 'reason'>

/** Everything in a request that has a name. */
interface Named {
  readonly ids: readonly string[]
  readonly names: readonly (string | null)[]
}

/** Every refused text gets another one, which no other has. Linear. */
function fresh(
  texts: readonly (string | null)[],
  longest: number,
  write: (text: string) => string,
): Map<string, string> {
  const taken = new Set(texts)
  const found = new Map<string, string>()
  const numbers = new Map<string, number>()
  for (const text of new Set(texts)) {
    if (text === null) continue
    const plain = write(text).slice(0, longest)
    if (plain === text) continue
    let nth = numbers.get(plain) ?? 1
    const name = (): string => (nth === 1 ? plain : numbered(plain, nth))
    while (taken.has(name())) nth += 1
    numbers.set(plain, nth)
    taken.add(name())
    found.set(text, name())
  }
  return found
}

function renamingOf({ ids, names }: Named, provider: Exclude<Provider, 'anthropic'>): Renaming {
  return {
    ids: fresh(ids, LONGEST_ID, (id) => id),
    tools: fresh(names, LONGEST_NAME[provider], (name) => name.replaceAll(/[^\w-]/g, '_') || 'tool'),
  }
}

function noteId(repairs: Repair[], note: Note): void {
  repairs.push({ rule: 'call-id', action: 'rename-call', ...note, reason: 'The id of a call is too long.' })
}

function noteTool(repairs: Repair[], note: Note): void {
  const reason = 'The name of a tool is short and has only letters, digits, _ and -.'
  repairs.push({ rule: 'tool-name', action: 'rename-tool', ...note, reason })
}

/** The declared tools with other names, and the list itself if all are fine. */
function renamedTools<Tool>(tools: readonly Tool[], to: Renaming, repairs: Repair[]): readonly Tool[] {
  const newName = (tool: Tool): string | undefined => {
    const name = nameOf(tool)
    return name === null ? undefined : to.tools.get(name)
  }
  if (!tools.some((tool) => newName(tool) !== undefined)) return tools
  return tools.map((tool, part) => {
    const text = newName(tool)
    if (text === undefined) return tool
    noteTool(repairs, { index: TOOL_INDEX, part, ids: [], text })
    return withName(tool, text)
  })
}

/** A call or a tool that is named otherwise, in whichever field has its name. */
function withName<Value>(value: Value, name: string): Value {
  const fields = value as Readonly<Record<string, unknown>>
  const inner = (['function', 'custom'] as const).find((key) => typeof fields[key] === 'object')
  if (typeof fields['name'] === 'string' || inner === undefined) return { ...value, name }
  return { ...value, [inner]: withName(fields[inner], name) }
}

/** A request's messages and tools as chat completions accept their ids and names. Linear. */
export function renameOpenAi<Tool>(
  messages: readonly OpenAiMessage[],
  tools: readonly Tool[],
  repairs: Repair[],
): { readonly messages: readonly OpenAiMessage[]; readonly tools: readonly Tool[] } {
  const calls = messages.flatMap(callsOf)
  const to = renamingOf(
    {
      ids: [...calls.map(({ id }) => id), ...messages.flatMap(({ tool_call_id: id }) => id ?? [])],
      names: [...tools, ...calls].map(nameOf),
    },
    'openai',
  )
  return {
    tools: renamedTools(tools, to, repairs),
    messages: messages.map((message, index) => {
      const first = contentPartsOf(message).length
      let isSame = true
      const own = callsOf(message).map((call, nth): OpenAiCall => {
        const [id, name] = [to.ids.get(call.id), to.tools.get(nameOf(call) ?? '')]
        const note = { index, part: first + nth, ids: [call.id] }
        if (id !== undefined) noteId(repairs, { ...note, text: id })
        if (name !== undefined) noteTool(repairs, { ...note, text: name })
        isSame &&= id === undefined && name === undefined
        const named = name === undefined ? call : withName(call, name)
        return id === undefined ? named : { ...named, id }
      })
      const { tool_call_id: answered = '' } = message
      const text = to.ids.get(answered)
      if (text !== undefined) noteId(repairs, { index, part: 0, ids: [answered], text })
      if (isSame && text === undefined) return message
      return {
        ...message,
        ...(isSame ? {} : { tool_calls: own }),
        ...(text === undefined ? {} : { tool_call_id: text }),
      }
    }),
  }
}

/** The same for items of the Responses API. */
export function renameResponses<Tool>(
  items: readonly ResponsesItem[],
  tools: readonly Tool[],
  repairs: Repair[],
): { readonly items: readonly ResponsesItem[]; readonly tools: readonly Tool[] } {
  const calls = items.filter((item) => calledId(item) !== null)
  const to = renamingOf(
    {
      ids: items.flatMap((item) => calledId(item) ?? answeredId(item) ?? []),
      names: [...tools, ...calls].map(nameOf),
    },
    'openai-responses',
  )
  return {
    tools: renamedTools(tools, to, repairs),
    items: items.map((item, index) => {
      const called = calledId(item)
      const own = called ?? answeredId(item)
      if (own === null) return item
      const id = to.ids.get(own)
      const name = called === null ? undefined : to.tools.get(nameOf(item) ?? '')
      if (id !== undefined) noteId(repairs, { index, part: 0, ids: [own], text: id })
      if (name !== undefined) noteTool(repairs, { index, part: 0, ids: [own], text: name })
      if (id === undefined && name === undefined) return item
      return {
        ...item,
        ...(id === undefined ? {} : { call_id: id }),
        ...(name === undefined ? {} : { name }),
      }
    }),
  }
}

/** The same for messages in the engine's shape. @returns the tools */
export function renameDraft<Tool>(
  draft: Draft,
  tools: readonly Tool[],
  provider: Exclude<Provider, 'anthropic'>,
): readonly Tool[] {
  const slots = draft.messages.flatMap((message) => message.parts.map((slot) => ({ message, slot })))
  const values = slots.map(({ slot }) => slot.value)
  const calls = values.filter((value) => value.type === 'tool_use')
  const results = values.filter((value) => value.type === 'tool_result')
  const to = renamingOf(
    {
      ids: [...calls.map(({ id }) => id), ...results.map(({ tool_use_id: id }) => id)],
      names: [...tools.map(nameOf), ...calls.map(({ name }) => name)],
    },
    provider,
  )
  const renamed = renamedTools(tools, to, draft.repairs)
  for (const { message, slot } of slots) {
    const { value, index, part } = slot
    if (value.type !== 'tool_use' && value.type !== 'tool_result') continue
    const own = value.type === 'tool_use' ? value.id : value.tool_use_id
    const note = { index, part, ids: [own] }
    const id = to.ids.get(own)
    const name = value.type === 'tool_use' ? to.tools.get(value.name) : undefined
    if (id !== undefined) {
      noteId(draft.repairs, { ...note, text: id })
      slot.value = value.type === 'tool_use' ? { ...value, id } : { ...value, tool_use_id: id }
    }
    if (name !== undefined && slot.value.type === 'tool_use') {
      noteTool(draft.repairs, { ...note, text: name })
      slot.value = { ...slot.value, name }
    }
    message.changed ||= slot.value !== value
  }
  return renamed
}
