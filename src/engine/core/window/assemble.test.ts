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
import type { Window } from './window.ts'

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
    // Blocks 2 and 3 are the call of a and its result: a note on both sides of the result joins its message.
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
    // Until the reply comes, the provider has said nothing that could go back to it.
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
