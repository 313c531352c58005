import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { stageScene } from '../../../testing/stage-view.ts'
import { validate } from '../../validity/validate.ts'
import { madeBlock } from '../../stage/compression/absorb.ts'
import { append } from './change.ts'
import { assemble } from './assemble.ts'
import type { ContentSource, ListKind } from './assemble.ts'
import type { Change } from './change.ts'
import type { Block } from '../message/block.ts'
import type { CompactionPart, Message, Part } from '../message/message.ts'
import type { Entry, Window } from './window.ts'

const LOOP = conversation(`
  user: build the parser
  assistant: think[s] hm + call a read_file {"path":"a.ts"}
  result a: the content of a
  assistant: think[s] well + call b read_file {"path":"b.ts"}
  result b: the content of b`)
const scene = stageScene(LOOP, { limit: 1000 })
const source: ContentSource = {
  message: (index) => LOOP[index] ?? { role: 'user', content: '' },
  text: (content) => scene.contents[content] ?? '',
  system: '',
  tool: () => null,
}
const table = (id: number): Block => scene.view.block(id)

function listed(window: Window, kind: ListKind): string[] {
  return assemble(window, table, source, kind).messages.map(
    ({ role, content }) =>
      `${role}: ${(typeof content === 'string' ? [] : content).map((part) => JSON.stringify(part)).join(' ')}`,
  )
}

const CLEARED: readonly Change[] = [
  { verb: 'clear', block: 1, content: -1, tokens: 0 },
  { verb: 'clear', block: 2, content: scene.context.store('{}'), tokens: 3 },
  { verb: 'clear', block: 3, content: scene.context.store('[cleared]'), tokens: 3 },
]

describe('a window as lists', () => {
  it('LED-4 the request has what the provider cleared, the prompt has what is left of it', () => {
    const window = scene.after(CLEARED)
    expect(listed(window, 'request')).toEqual(listed(scene.view.window, 'request'))
    const prompt = listed(window, 'prompt')
    expect(prompt[1]).toBe('assistant: {"type":"tool_use","id":"a","name":"read_file","input":{}}')
    expect(prompt[2]).toBe('user: {"type":"tool_result","tool_use_id":"a","content":"[cleared]"}')
    expect(prompt.slice(3)).toEqual(listed(scene.view.window, 'prompt').slice(3))
    expect(validate(assemble(window, table, source).messages, 'anthropic')).toEqual([])
  })

  it('VALID-1 results come first in their message, whatever text is put before and after them', () => {
    const put = (text: string, after: number): Change => {
      const block = scene.context.makeBlock(madeBlock('summary', 5, { turn: 2, window: 0, role: 'user' }))
      return { verb: 'insert', block: block.id, content: scene.context.store(text), tokens: 5, after }
    }
    // Blocks 2 and 3 are call a and its result: a note on either side of the result joins the message of the result.
    const window = scene.after([put('before', 2), put('after', 3)])
    expect(listed(window, 'request')[2]).toBe(
      'user: {"type":"tool_result","tool_use_id":"a","content":"the content of a"} ' +
        '{"type":"text","text":"before"} {"type":"text","text":"after"}',
    )
    expect(validate(assemble(window, table, source).messages, 'anthropic')).toEqual([])
  })

  it('LED-4 a summary of the provider is the prompt’s beginning, and in the request it leads the reply that it came with', () => {
    const summary = scene.context.makeBlock(
      madeBlock('summary', 5, { turn: 2, window: 0, role: 'assistant' }),
    )
    const content = scene.context.store('what was done')
    const all = scene.view.window.entries.map(({ block }): Change => ({
      verb: 'clear',
      block,
      content: -1,
      tokens: 0,
    }))
    const compacted = scene.after([
      ...all,
      { verb: 'insert', block: summary.id, content, tokens: 5, after: 5 },
    ])
    // Until the reply arrives, there is no summary by the provider to send back.
    expect(listed(compacted, 'request')).toEqual(listed(scene.view.window, 'request'))
    expect(listed(compacted, 'prompt')).toEqual(['user: {"type":"text","text":"what was done"}'])

    const reply = { ...table(1), id: summary.id + 1, message: 5, part: 0, turn: 2 }
    const call = { ...table(2), id: summary.id + 2, message: 5, part: 1, turn: 2 }
    const later = append(compacted, [reply, call], 4).window
    const known = (id: number): Block => (id === reply.id ? reply : id === call.id ? call : table(id))
    const message = (index: number) =>
      index === 5 ? { ...(LOOP[1] ?? source.message(9)) } : source.message(index)
    const { messages, origin } = assemble(later, known, { ...source, message })
    expect(JSON.stringify(messages.at(-1)?.content)).toMatch(
      /^\[\{"type":"compaction","content":"what was done"\},\{"type":"thinking"/,
    )
    expect(origin.at(-1)).toEqual([summary.id, reply.id, call.id])
  })
})

/** Blocks by id, each with its fields and the entry that it has in a window. */
interface Stood extends Partial<Block> {
  readonly state?: Entry['state']
  readonly text?: string
}

/** The lists of a window of these blocks; `text` replaces a block's own content. */
function listsOf(stood: readonly Stood[], source: Partial<ContentSource> = {}, behind?: Window['behind']) {
  const blocks = stood.map(({ state: _, text: __, ...more }, id): Block => ({
    ...scene.view.block(0),
    id,
    ...more,
  }))
  const entries = stood.map(({ state = 'live', text, message = 0, tokens = 1 }, block): Entry => ({
    block,
    message,
    version: 0,
    state,
    tokens,
    overhead: 0,
    content: text === undefined ? -1 : block,
    order: block,
  }))
  const whole: ContentSource = {
    message: (index) => SAID[index] ?? { role: 'user', content: '' },
    text: (content) => stood[content]?.text ?? `text ${content}`,
    system: 'be brief',
    tool: ({ id }) => (id === 1 ? { name: 'grep', input_schema: {} } : null),
    ...source,
  }
  const window = { id: 0, entries, used: 0, ...(behind === undefined ? {} : { behind }) }
  const list = (kind?: ListKind) => assemble(window, (id) => blocks[id] as Block, whole, kind)
  return { request: list(), prompt: list('prompt') }
}

const CALL = { type: 'tool_use', id: 'a', name: 'grep', input: { path: 'x' } } as const
const FAILED = { type: 'tool_result', tool_use_id: 'a', content: 'no such file', is_error: true } as const
const SAID: readonly Message[] = [
  { role: 'user', content: 'find x' },
  { role: 'assistant', content: [CALL, { type: 'text', text: 'wait' }] },
  { role: 'user', content: [FAILED, { type: 'text', text: 'go on' }] },
]
const call = { id: 'a', name: 'grep', before: null }
const CALLS = { type: 'tool_call', role: 'assistant', message: 1, part: 0, call } as const
const RESULT = { type: 'tool_result', role: 'user', message: 2, part: 0, call } as const
const made = (role: Block['role']) => ({ type: 'summary', role, message: -1, part: -1 }) as const
const told = (content: string): CompactionPart => ({ type: 'compaction', content, signature: 'p' })

describe('the parts of a list', () => {
  it('VALID-1 the replacement of a block keeps its shape: a result stays a result, and a failed one stays failed', () => {
    const { request, prompt } = listsOf([
      {},
      { ...CALLS, state: 'placeholder', text: 'called' },
      { ...RESULT, state: 'clipped', text: 'no …' },
      { ...RESULT, message: 0, part: 0, state: 'placeholder', text: 'cut' },
      { ...RESULT, message: -1, call: null, text: 'loose' },
      { ...made('user'), call },
    ])
    expect(prompt).toEqual(request)
    expect(request.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'find x' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'called' }] },
      {
        role: 'user',
        content: [
          { ...FAILED, content: 'no …' },
          { type: 'tool_result', tool_use_id: 'a', content: 'cut' },
          { type: 'text', text: 'loose' },
          { type: 'text', text: '' },
        ],
      },
    ])
    expect(request.origin).toEqual([[0], [1], [2, 3, 4, 5]])
  })

  it('LED-4 for blocks that the provider cleared, the request has the original or a person’s content, and the prompt the rest', () => {
    const stood = [
      {},
      { ...CALLS, state: 'server_cleared', text: '{}' },
      { ...RESULT, state: 'server_cleared', text: 'gone' },
      { ...RESULT, part: 1, type: 'user_message', state: 'server_cleared', tokens: 0 },
      { ...made('user'), state: 'server_cleared', text: 'in short' },
      { state: 'folded' },
    ] as const
    const rewritten = (block: number) => (block === 3 ? 9 : undefined)
    const { request, prompt } = listsOf(stood, { rewritten })
    const texts = [
      { type: 'text', text: 'text 9' },
      { type: 'text', text: 'in short' },
    ]
    expect(request.messages.slice(1).map(({ content }) => content)).toEqual([[CALL], [FAILED, ...texts]])
    expect(prompt.messages.slice(1).map(({ content }) => content)).toEqual([
      [{ ...CALL, input: {} }],
      [{ ...FAILED, content: 'gone' }, texts[1]],
    ])
  })

  it('LED-4 blocks that the provider summarized are in the request if part of them is sent, and never in the prompt', () => {
    const moved = [
      {
        block: 0,
        message: 0,
        version: 1,
        state: 'server_cleared',
        tokens: 0,
        overhead: 0,
        content: -1,
        order: -1,
      },
    ] as const
    const count = ({ messages }: { messages: readonly Message[] }) =>
      messages.reduce((parts, { content }) => parts + content.length, 0)
    for (const [sent, parts] of [
      [true, 2],
      [false, 1],
    ] as const) {
      const { request, prompt } = listsOf([{}], {}, { moved, earlier: undefined, sent })
      expect([count(request), count(prompt)]).toEqual([parts, 1])
    }
  })

  it('VALID-1 neighbouring user messages join, including an instruction; replies join only within one message', () => {
    const system = { type: 'system_prompt', role: 'system', message: 0, part: 0 } as const
    const reply = { type: 'assistant_response', role: 'assistant', part: 1 } as const
    const { request } = listsOf([
      {},
      system,
      { ...CALLS },
      { ...reply, message: 1 },
      { ...reply, message: 3 },
      { ...reply, message: -1, text: 'one' },
      { ...reply, message: -1, text: 'two' },
      { ...reply, message: 0, part: 0 },
      { ...reply, message: 0, part: 0 },
    ])
    expect(request.origin).toEqual([[0, 1], [2, 3], [4], [5], [6], [7, 8]])
    expect(request.messages.map(({ role }) => role)).toEqual([
      'user',
      ...Array.from({ length: 5 }, () => 'assistant'),
    ])
  })

  it('MSG-1 the system prompt and the tools are separate from the messages, unless the prompt was only inferred', () => {
    const system = { type: 'system_prompt', role: 'system', message: -1, part: -1 } as const
    const tool = { type: 'tool_definition', role: 'system', message: -1, part: -1 } as const
    const none = { tools: [], messages: [], origin: [] }
    expect(listsOf([system]).request).toEqual({ system: 'be brief', ...none })
    expect(listsOf([{ ...system, text: 'be brisk' }]).request.system).toBe('be brisk')
    expect(listsOf([{ ...system, inferred: true }]).request).toEqual({ system: '', ...none })
    expect(listsOf([]).request).toEqual({ system: '', ...none })
    const { request } = listsOf([system, tool, tool])
    expect(request).toEqual({ ...none, system: 'be brief', tools: [{ name: 'grep', input_schema: {} }] })
  })

  it('LED-4 the newest of a provider’s summaries is sent back, in the reply that it came with', () => {
    const reply = (message: number) =>
      ({ ...CALLS, message, type: 'assistant_response', text: `reply ${message}` }) as const
    const stood = (texts: readonly string[]) =>
      texts.flatMap((text, at) => [{ ...made('assistant'), text }, reply(at + 1)])
    const sent = (texts: readonly string[], isSent: boolean) => {
      const compaction = ({ id }: Block) =>
        stood(texts)[id]?.text.startsWith('told') === true ? told(stood(texts)[id]?.text ?? '') : undefined
      const { messages, origin } = listsOf(stood(texts), { compaction, isSent }).request
      expect(origin.map((ids) => ids.length)).toEqual(messages.map(({ content }) => content.length))
      return messages.map(({ content }) => JSON.stringify((content as readonly Part[])[0]))
    }
    const text = (at: number) => `{"type":"text","text":"reply ${at}"}`
    const back = (content: string) =>
      JSON.stringify(content.startsWith('told') ? told(content) : { type: 'compaction', content })
    expect(sent(['told 1', 'told 2'], true)).toEqual([text(1), back('told 2')])
    expect(sent(['told 1', 'guess 2'], true)).toEqual([back('told 1'), text(2)])
    expect(sent(['told 1', 'guess 2'], false)).toEqual([back('told 1'), text(2)])
    expect(sent(['guess 1', 'told 2'], true)).toEqual([text(1), back('told 2')])
    expect(sent(['guess 1', 'told 2'], false)).toEqual([text(1), back('told 2')])
    expect(sent(['guess 1'], true)).toEqual([text(1)])
    expect(sent(['guess 1', 'guess 2'], false)).toEqual([text(1), back('guess 2')])
    // A summary that a person changed is no longer the provider's.
    const changed = { compaction: () => told('told 1'), isSent: false }
    expect(listsOf(stood(['mine']), changed).request.messages[0]?.content[0]).toEqual({
      type: 'compaction',
      content: 'mine',
    })
    // Without a provider, it is only expected.
    expect(listsOf(stood(['guess 1'])).request.messages[0]?.content[0]).toEqual({
      type: 'compaction',
      content: 'guess 1',
    })
  })
})
