import { describe, expect, it } from 'vitest'
import { readTrace } from '../reading.ts'

const json = JSON.stringify

describe('MSG-1 a session of Cline’s command line', () => {
  it('has the usage of each reply, files of the user and results that are values', () => {
    const reply = (content: readonly object[], inputTokens: number, cacheReadTokens: number) => ({
      role: 'assistant',
      content,
      ts: 1783376873493,
      modelInfo: { id: 'a/claude', provider: 'cline' },
      metrics: { inputTokens, outputTokens: 5, cacheReadTokens, cacheWriteTokens: 0, cost: 0.1 },
    })
    const call = { type: 'tool_use', id: 'c', name: 'read_files', input: { files: ['a'] } }
    const results = [{ query: 'a', result: 'A', success: true }]
    const session = {
      version: 1,
      agent: 'lead',
      sessionId: 's',
      system_prompt: 'Be brief.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Read @b.' },
            { type: 'file', path: 'b', content: 'B' },
          ],
          ts: 1783376868634,
        },
        reply([call], 100, 0),
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c', name: 'read_files', content: results }],
        },
        reply([{ type: 'text', text: 'Done.' }], 150, 100),
      ],
    }
    const trace = readTrace(json(session))
    expect(trace.system).toBe('Be brief.')
    expect(trace.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Read @b.' },
          { type: 'text', text: 'b\nB' },
        ],
      },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: json(results) }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    ])
    expect(trace.turns).toMatchObject([
      { model: 'a/claude', usage: { input: 100, output: 5, cacheRead: 0 }, time: 1783376873493 },
      { usage: { input: 150, cacheRead: 100 } },
    ])
    expect(trace.intake.problems).toEqual([])
  })
})

describe('MSG-1 a recording of nock', () => {
  it('has the request and its answer beside the address', () => {
    const around = {
      scope: 'https://api.example:443',
      method: 'POST',
      path: '/v1/chat/completions',
      status: 200,
    }
    const asked = { role: 'user', content: 'Go.' }
    const said = { role: 'assistant', content: 'Done.' }
    const chunks = ['Do', 'ne.']
      .map((content) => `data: ${json({ choices: [{ delta: { content } }] })}\n\n`)
      .join('')
    for (const response of [{ choices: [{ message: said }] }, chunks])
      expect(
        readTrace(json([{ ...around, body: { model: 'm', messages: [asked] }, response }])).messages,
      ).toEqual([asked, said])
  })
})
