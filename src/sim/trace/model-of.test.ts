import { describe, expect, it } from 'vitest'
import { modelOf, readTrace } from '../index.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const user = { role: 'user', content: 'hi' }

describe('COST-1 the model of a log', () => {
  it('COST-1 is the one that most calls name', () => {
    const line = (uuid: string, parent: string | null, type: string, model?: string): string =>
      JSON.stringify({
        type,
        uuid,
        parentUuid: parent,
        sessionId: 's',
        version: '2.0.0',
        timestamp: '2026-01-01T00:00:00.000Z',
        message:
          type === 'user'
            ? user
            : { id: uuid, role: 'assistant', model, content: [{ type: 'text', text: 'hello' }] },
      })
    const log = [
      line('a', null, 'user'),
      line('b', 'a', 'assistant', 'claude-haiku-4-5-20251001'),
      line('c', 'b', 'user'),
      line('d', 'c', 'assistant', 'claude-opus-4-6'),
      line('e', 'd', 'user'),
      line('f', 'e', 'assistant', 'claude-opus-4-6'),
    ].join('\n')
    expect(modelOf(readTrace(log))).toMatchObject({
      name: 'claude-opus-4-6',
      known: { label: 'Claude Opus 4.6' },
      window: 1_000_000,
      windowFrom: 'table',
    })
  })

  it('COST-1 is read from a request that names it beside its messages', () => {
    const request = { model: 'gpt-4o-2024-08-06', messages: [user, { role: 'assistant', content: 'hello' }] }
    expect(modelOf(readTrace(JSON.stringify(request)))).toMatchObject({ window: 128_000 })
  })

  it('COST-1 is unknown if the log names none; an unknown model has no window', () => {
    const bare = readTrace(JSON.stringify([user, { role: 'assistant', content: 'hello' }]))
    expect(modelOf(bare)).toEqual({ name: null, known: null, window: null, windowFrom: null })
    const foreign = readTrace(JSON.stringify({ model: 'our-own', messages: [user] }))
    expect(modelOf(foreign)).toEqual({ name: 'our-own', known: null, window: null, windowFrom: null })
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('COST-1 the models of real logs', () => {
  it.each([
    // The client compacted automatically at 167,038 tokens, as it does in a window of 200,000.
    ['claude-code-compaction.jsonl', 'claude-opus-4-6', 200_000, 'log'],
    ['claude-code-sidechain-japanese.jsonl', 'claude-sonnet-4-20250514', 200_000, 'table'],
    // The client's own figure is smaller than the model's.
    ['codex-rollout.jsonl', 'gpt-5.4', 258_400, 'log'],
    ['gemini-cli-session.json', 'gemini-2.5-flash', 1_048_576, 'table'],
    ['langchain-messages.json', 'claude-sonnet-4-5-20250929', 200_000, 'table'],
    ['openai-chat-reasoning-miniswe.json', 'deepseek-reasoner', 128_000, 'table'],
    ['openhands-history.jsonl', 'meta-llama/llama-4-maverick', 1_000_000, 'table'],
    ['swe-agent-pandas-53856.traj', 'claude-3-7-sonnet-20250219', 200_000, 'table'],
    ['anthropic-messages.json', null, null, null],
    ['tau-bench-airline.json', null, null, null],
  ])('COST-1 the model of %s is %s', (file, name, window, windowFrom) => {
    const trace = readTrace(readFileSync(join(folder ?? '', file), 'utf8'), { filename: file })
    expect(modelOf(trace)).toMatchObject({ name, window, windowFrom })
  })
})
