import { describe, expect, it } from 'vitest'
import { shownFact, toldFact } from './fact.ts'
import { Recorder } from './recorder.ts'

const rule = toldFact({ key: 'rule', kind: 'constraint', evidence: ['port 18417'], recall: [], odds: 0 })
const line = shownFact(
  { key: 'line', kind: 'artifact', evidence: ['const a = 1'], recall: [], odds: 0 },
  () => true,
)
const about = { source: { name: 'n', title: 't', seed: 1 }, system: 's', tools: [] }

function recorder(): Recorder {
  let calls = 0
  return new Recorder(
    1_000,
    { tool: () => 10, human: () => 1_000, model: () => 100 },
    () => `call_${(calls += 1)}`,
  )
}

function begun(): Recorder {
  const it = recorder()
  it.hear('Use port 18417.', [rule])
  it.reply({
    text: 'I look.',
    calls: [
      { name: 'read_file', input: { path: 'a' } },
      { name: 'read_file', input: { path: 'b' } },
    ],
  })
  it.answer([
    { text: 'const a = 1', plants: [line] },
    { text: 'gone', failed: true },
  ])
  return it
}

describe('Recorder', () => {
  it('records turns, tool pairs and times in order', () => {
    const it = begun()
    it.reply({ thinking: 'Hm.', text: 'Done.', calls: [] })
    const trace = it.trace(about)
    expect(trace.messages).toEqual([
      { role: 'user', content: 'Use port 18417.' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'call_1', name: 'read_file', input: { path: 'a' } },
          { type: 'tool_use', id: 'call_2', name: 'read_file', input: { path: 'b' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: 'const a = 1' },
          { type: 'tool_result', tool_use_id: 'call_2', content: 'gone', is_error: true },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Done.' },
        ],
      },
    ])
    expect(trace.turns.map(({ inputs, response, time }) => ({ inputs, response, time }))).toEqual([
      { inputs: [0], response: 1, time: 2_100 },
      { inputs: [2], response: 3, time: 2_210 },
    ])
  })

  it('NEED-1 records a need with its newest source, and none within the turn of that source', () => {
    const it = begun()
    it.reply({
      text: 'With const a = 1 on port 18417.',
      calls: [{ name: 'read_file', input: { path: 'a' } }],
      uses: [rule, line],
    })
    it.answer([{ text: 'still const a = 1', plants: [line] }])
    it.reply({
      text: '',
      calls: [{ name: 'edit_file', input: { list: [{ old: 'const a = 1' }] } }],
      uses: [line],
    })
    it.answer([{ text: 'ok' }])
    it.reply({ text: 'const a = 1 it was.', calls: [], uses: [line] })
    expect(it.trace(about).needs).toEqual([
      { turn: 1, message: 0, part: 0, evidence: ['port 18417'], kind: 'constraint', refetchable: false },
      { turn: 3, message: 4, part: 0, evidence: ['const a = 1'], kind: 'artifact', refetchable: true },
    ])
  })

  it('the source of a decision is the text of the reply, after its thinking', () => {
    const it = begun()
    const decision = toldFact({ key: 'd', kind: 'decision', evidence: ['keep it'], recall: [], odds: 0 })
    it.reply({ thinking: 'So.', text: 'I keep it.', calls: [{ name: 'x', input: {} }], plants: [decision] })
    it.answer([{ text: 'ok' }])
    it.reply({ text: 'I keep it still.', calls: [], uses: [decision] })
    expect(it.trace(about).needs).toMatchObject([{ turn: 2, message: 3, part: 1, kind: 'decision' }])
  })

  it('refuses evidence that is missing in the source or in the use, and results without a call', () => {
    const wrong = toldFact({ key: 'w', kind: 'fact', evidence: ['9999'], recall: [], odds: 0 })
    expect(() => recorder().hear('8888', [wrong])).toThrow(/not in its source: 9999$/)
    expect(() => begun().reply({ text: 'Which port?', calls: [], uses: [rule] })).toThrow(/port 18417$/)
    expect(() => begun().reply({ text: '9999', calls: [], uses: [wrong] })).toThrow(/planted: w$/)
    expect(() => begun().answer([{ text: 'x' }])).toThrow(/given: 1$/)
  })
})
