import { describe, expect, it } from 'vitest'
import { promptOf } from '../engine/index.ts'
import { ASK_KINDS } from '../engine/internal.ts'
import type { Ask } from '../engine/index.ts'
import { answerOf, askCall } from './call.ts'
import type { Reply } from './call.ts'

const ask: Ask = {
  kind: 'compact',
  stage: 'compact',
  turn: 3,
  window: 0,
  sources: [{ block: 1, type: 'user_message', role: 'user', turn: 0, tool: '', args: '', text: 'port 8443' }],
  task: 'move the service',
  previous: null,
  update: 'anchored',
  maxTokens: 1000,
}

const reply: Reply = {
  id: 'msg',
  requestId: null,
  model: 'm',
  content: [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: '## Goal' },
    { type: 'text', text: '- port 8443' },
  ],
  stopReason: 'end_turn',
  usage: null,
  applied: [],
}

describe('LLM-1 the engine’s requests', () => {
  it('LLM-1 are sent in the engine’s words, with room for slightly more than requested', () => {
    const { system, user } = promptOf(ask)
    expect(askCall('m', ask)).toEqual({
      purpose: 'ask',
      model: 'm',
      request: { system, messages: [{ role: 'user', content: user }] },
      maxTokens: 1500,
    })
    expect(askCall('m', { ...ask, maxTokens: 1 }).maxTokens).toBe(1024)
    expect(askCall('m', ask, { system: 's', user: 'u' }).request.system).toBe('s')
    for (const kind of ASK_KINDS)
      expect(askCall('m', { ...ask, kind }).maxTokens).toBeGreaterThanOrEqual(1500)
  })

  it('TIER-3 a session is thought through first, and has room for that', () => {
    expect(askCall('m', { ...ask, kind: 'summarize_session' }).maxTokens).toBe(1500 + 2048)
  })

  it('LLM-1 are answered with the text of the reply, without its thinking', () => {
    expect(answerOf(reply)).toEqual({ text: '## Goal\n- port 8443' })
  })
})
