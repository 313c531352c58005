import { describe, expect, it } from 'vitest'
import { validate } from '../../../../engine/index.ts'
import type { Trace } from '../../../index.ts'
import { writers } from '../../formats.ts'
import { readTrace } from '../../reading.ts'
import { call, result, session, text, tokens } from '../../../../testing/log/claude-code.ts'

const second = (at: number) => Date.UTC(2026, 1, 11, 4, 0, at)

describe('MSG-1 Claude Code sessions', () => {
  it('TOK-2 joins the lines of a reply and counts its usage once, with the largest output', () => {
    const log = session()
    log.user('Fix it.')
    log.reply('m1', { type: 'thinking', thinking: '', signature: 'Eo8B' }, tokens(3, 19207, 25517, 1))
    log.reply('m1', text('I look.'), tokens(3, 19207, 25517, 120))
    log.reply('m1', call('t1'), tokens(3, 19207, 25517, 9))
    log.result('t1')
    log.reply('m2', text('Done.'), tokens(1, 100, 44727, 7))
    const trace = readTrace(log.text(), { filename: 's.jsonl' })
    expect(trace.source).toMatchObject({ name: 'claude-code', title: 's.jsonl' })
    expect(trace.messages).toEqual([
      { role: 'user', content: 'Fix it.' },
      {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: '', signature: 'Eo8B' }, text('I look.'), call('t1')],
      },
      { role: 'user', content: [result('t1')] },
      { role: 'assistant', content: [text('Done.')] },
    ])
    expect(trace.turns).toEqual([
      {
        turn: 0,
        window: 0,
        inputs: [0],
        response: 1,
        time: second(2),
        sent: second(1),
        usage: { input: 44727, output: 120, cacheRead: 25517, cacheWrite: 19207 },
        model: 'claude-opus-4-6',
      },
      {
        turn: 1,
        window: 0,
        inputs: [2],
        response: 3,
        time: second(6),
        sent: second(5),
        usage: { input: 44828, output: 7, cacheRead: 44727, cacheWrite: 100 },
        model: 'claude-opus-4-6',
      },
    ])
    expect(trace.lacksOverhead).toBe(true)
    expect(trace.intake.records).toBe(6)
    expect(trace.intake.problems).toEqual([])
  })

  it.each(['\n\n', '(no content)'])(
    'VALID-1 leaves out the blank text that streams before thinking: %j',
    (blank) => {
      const log = session()
      log.user('Fix it.')
      const thought = { type: 'thinking', thinking: 'Hm.', signature: 's' }
      log.reply('m1', text(blank), tokens(3, 100, 0, 1))
      log.reply('m1', thought, tokens(3, 100, 0, 1))
      log.reply('m1', call('t1'), tokens(3, 100, 0, 20))
      log.result('t1')
      log.reply('m2', text('Done.'), tokens(1, 100, 100, 7))
      const trace = readTrace(log.text())
      expect(trace.messages[1]?.content).toEqual([thought, call('t1')])
      expect(validate(trace.messages, 'anthropic')).toEqual([])
    },
  )

  it('TOK-2 takes the usage of a finished reply, not what a provider estimated before it', () => {
    const log = session()
    log.user('Go.')
    log.reply(
      'm1',
      { type: 'thinking', thinking: '', signature: 's' },
      { input_tokens: 27_693, output_tokens: 0 },
    )
    log.reply('m1', text('Done.'), tokens(26_158, 0, 0, 116))
    log.user('And?')
    log.reply('m2', text('I look.'), tokens(3, 0, 25_000, 1))
    log.reply('m2', text('Done.'), { input_tokens: 3, output_tokens: 40 })
    const usages = readTrace(log.text()).turns.map(({ usage }) => [usage?.input, usage?.output])
    expect(usages).toEqual([
      [26_158, 116],
      [25_003, 40],
    ])
  })

  it('TOK-2 adds no cached tokens to a prompt whose total shows that it has them, as Qwen Code prints it', () => {
    const usages = [
      { input_tokens: 100, output_tokens: 5, cache_read_input_tokens: 90, total_tokens: 105 },
      { input_tokens: 100, output_tokens: 5, cache_read_input_tokens: 90 },
      // totals of another sum say nothing
      { input_tokens: 100, output_tokens: 5, cache_read_input_tokens: 90, total_tokens: 195 },
      { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 90, total_tokens: 15 },
    ]
    const log = session()
    for (const [index, usage] of usages.entries()) {
      log.user('Go.')
      log.reply(`m${index}`, text('Done.'), usage)
    }
    const { turns } = readTrace(log.text())
    expect(turns.map(({ usage }) => [usage?.input, usage?.cacheRead])).toEqual([
      [100, 90],
      [190, 90],
      [190, 90],
      [100, 90],
    ])
  })

  it('REC-1 names the versions of the client in their order, also without a compaction', () => {
    const log = session()
    log.user('go', { version: '2.0.76' })
    log.reply('m1', text('a'), tokens(3, 0, 0, 1))
    log.user('on', { version: '2.1.40' })
    // The lines of a reply have the version of the sample.
    expect(readTrace(log.text()).source.versions).toEqual(['2.0.76', '2.1.38', '2.1.40'])
    const unnamed = session()
    unnamed.user('go', { version: undefined })
    expect(readTrace(unnamed.text()).source.versions).toBeUndefined()
  })

  it('REC-1 tells the folder in which the client began', () => {
    const log = session()
    log.user('go', { cwd: '/r' })
    log.user('on', { cwd: '/r/src' })
    expect(readTrace(log.text()).source.folder).toBe('/r')
  })

  it('a prompt that was edited takes the place of the first one and of what followed it', () => {
    const log = session()
    log.user('First.')
    const before = log.reply('m1', text('One.'))
    log.user('Wrong.')
    log.reply('m2', call('t1'), tokens(12_000, 0, 0, 4))
    log.result('t1')
    log.user('Edited.', { parentUuid: before })
    log.reply('m3', text('Right.'), tokens(10_050, 0, 0, 4))
    const trace = readTrace(log.text())
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'First.',
      [text('One.')],
      'Edited.',
      [text('Right.')],
    ])
    expect(trace.turns.at(-1)?.usage?.input).toBe(10_050)
    expect(trace.intake.ignored).toEqual([{ kind: 'rewound message', count: 2 }])
  })

  it('COST-2 reads and writes the cache lifetime that the client requested', () => {
    const log = session()
    const asked = (hour: number, short: number) => ({
      ...tokens(3, hour + short, 0, 9),
      cache_creation: { ephemeral_1h_input_tokens: hour, ephemeral_5m_input_tokens: short },
    })
    log.user('Go.')
    log.reply('m1', call('a'), asked(4000, 100))
    log.result('a')
    log.reply('m2', text('Done.'), asked(0, 300))
    const terms = (one: Trace) => one.turns.map(({ usage }) => usage?.cacheTerm)
    const trace = readTrace(log.text())
    expect(terms(trace)).toEqual(['1h', undefined])
    expect(terms(readTrace(writers['claude-code'](trace)))).toEqual(['1h', undefined])
  })

  it('PAIR-1 pairs calls and results by id: between lines of a reply, in any order, even before their call', () => {
    const log = session()
    log.user('Go.')
    log.reply('m1', call('a'))
    log.result('a')
    log.reply('m1', call('b'))
    log.result('c')
    log.reply('m1', call('c'))
    log.user('Wait, also this.')
    log.result('b')
    log.reply('m2', text('Done.'))
    const trace = readTrace(log.text())
    expect(trace.messages).toEqual([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [call('a'), call('b'), call('c')] },
      { role: 'user', content: [result('a'), result('c'), result('b')] },
      { role: 'user', content: 'Wait, also this.' },
      { role: 'assistant', content: [text('Done.')] },
    ])
    expect(trace.turns.map(({ inputs, response }) => [inputs, response])).toEqual([
      [[0], 1],
      [[2, 3], 4],
    ])
  })

  it('gives a late result to its own reply, and leaves calls without a result open', () => {
    const log = session()
    log.user('Go.')
    log.reply('m1', call('a'))
    log.reply('m2', call('b'))
    log.result('a')
    const trace = readTrace(log.text())
    expect(trace.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(trace.messages[2]).toEqual({ role: 'user', content: [result('a')] })
    expect(trace.intake.inferred[0]).toBe('Calls without a result in the log: 1 (b).')
  })

  it('keeps the text on a result’s line after the results, and a result without a call', () => {
    const log = session()
    log.result('gone')
    log.reply('m1', call('a'))
    log.user([text('first'), result('a')])
    const trace = readTrace(log.text())
    expect(trace.messages).toEqual([
      { role: 'user', content: [result('gone')] },
      { role: 'assistant', content: [call('a')] },
      { role: 'user', content: [result('a'), text('first')] },
    ])
    expect(trace.turns.at(-1)).toMatchObject({ inputs: [2], response: null, time: second(3) })
  })

  it('makes a window of each side chain, found by its root, even if their lines are mixed', () => {
    const log = session()
    const side = { isSidechain: true }
    log.user('Ask two agents.')
    log.reply('m1', call('t1', 'Task'))
    log.reply('m1', call('t2', 'Task'))
    const a1 = log.user('Agent one.', { ...side, parentUuid: null })
    const b1 = log.user('Agent two.', { ...side, parentUuid: null })
    const a2 = log.reply('a', call('x'), tokens(5, 0, 0, 1), { ...side, parentUuid: a1 })
    log.reply('b', text('Two.'), tokens(6, 0, 0, 1), { ...side, parentUuid: b1 })
    const p = log.add({ type: 'progress', data: { type: 'bash_progress' }, ...side, parentUuid: a2 })
    const a3 = log.result('x', 'found', { ...side, parentUuid: p })
    log.result('t2', 'two')
    log.reply('a3', text('One.'), tokens(9, 0, 0, 1), { ...side, parentUuid: a3 })
    log.result('t1', 'one')
    log.reply('m2', text('Both.'), tokens(20, 0, 0, 1))
    const trace = readTrace(log.text())
    expect(trace.turns.map(({ window, usage }) => [window, usage?.input ?? null])).toEqual([
      [0, null],
      [1, 5],
      [2, 6],
      [1, 9],
      [0, 20],
    ])
    expect(trace.windows).toEqual([
      { id: 0, parent: null, kind: 'main', opened: 0, closed: null },
      { id: 1, parent: 0, kind: 'subagent', opened: 1, closed: 3 },
      { id: 2, parent: 0, kind: 'subagent', opened: 2, closed: 2 },
    ])
    expect(trace.turns[4]?.inputs.map((index) => trace.messages[index])).toEqual([
      { role: 'user', content: [result('t2', 'two'), result('t1', 'one')] },
    ])
    expect(trace.intake.ignored).toEqual([{ kind: 'progress/bash_progress', count: 1 }])
  })

  it('separates agents by id if the lines have one, and reads the file of one agent as a main window', () => {
    const log = session()
    for (const agentId of ['p', 'q', 'p', 'q'])
      log.user(`to ${agentId}`, { isSidechain: true, agentId, parentUuid: 'elsewhere' })
    const trace = readTrace(log.text())
    expect(trace.windows.map(({ id, kind, parent }) => [id, kind, parent])).toEqual([
      [0, 'main', null],
      [1, 'subagent', 0],
    ])
    expect(trace.turns.map(({ inputs }) => inputs.map((index) => trace.messages[index]?.content))).toEqual([
      ['to p', 'to p'],
      ['to q', 'to q'],
    ])
  })

  it('marks text injected by the client, and uses attachments that contain their text', () => {
    const log = session()
    const attach = (attachment: unknown) => log.add({ type: 'attachment', attachment })
    log.user('<caveat>', { isMeta: true })
    log.user([text('skill body')], { isMeta: true, sourceToolUseID: 't' })
    attach({ type: 'skill_listing', content: '- review: …' })
    attach({ type: 'hook_additional_context', content: ['a', 'b'] })
    attach({ type: 'mcp_instructions_delta', addedBlocks: ['Use it well.'] })
    attach({ type: 'queued_command', prompt: 'And the docs.' })
    attach({ type: 'date_change', newDate: '2026-02-12' })
    log.user('Go.')
    const trace = readTrace(log.text())
    expect(trace.messages.map(({ content }) => content)).toEqual([
      '<caveat>',
      [text('skill body')],
      '- review: …',
      'a\n\nb',
      'Use it well.',
      'And the docs.',
      'Go.',
    ])
    expect(trace.injected).toEqual([0, 1, 2, 3, 4])
    expect(trace.intake.ignored).toEqual([{ kind: 'attachment/date_change', count: 1 }])
  })

  it('TOK-3 reads images of prompts and of results', () => {
    const log = session()
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAYAAAA=' },
    }
    log.user([text('See:'), image], { imagePasteIds: [1] })
    log.reply('m1', call('a'))
    log.result('a', [image])
    const trace = readTrace(log.text())
    const read = { ...image, width: 1280, height: 720 }
    expect(trace.messages[0]?.content).toEqual([text('See:'), read])
    expect(trace.messages[2]?.content).toEqual([result('a', [read])])
  })

  it('reads replies written by the client itself as text without usage, and ignores its errors', () => {
    const log = session()
    const synthetic = (id: string, words: string, fields = {}) =>
      log.add({
        type: 'assistant',
        message: {
          id,
          role: 'assistant',
          model: '<synthetic>',
          content: [text(words)],
          usage: tokens(0, 0, 0, 0),
        },
        ...fields,
      })
    log.user('Go.')
    synthetic('x', 'API Error: 529 overloaded', { isApiErrorMessage: true })
    log.user('[Request interrupted by user]')
    synthetic('y', 'No response requested.')
    const trace = readTrace(log.text())
    expect(trace.turns).toMatchObject([{ inputs: [0, 1], response: 2, usage: null, model: null }])
    expect(trace.messages[2]).toEqual({ role: 'assistant', content: [text('No response requested.')] })
    expect(trace.intake.ignored).toEqual([{ kind: 'API error', count: 1 }])
    expect(trace.lacksOverhead).toBe(false)
  })

  it('skips and counts everything that is not part of the window', () => {
    const log = session()
    log.raw(JSON.stringify({ type: 'summary', summary: 'Another session', leafUuid: 'x' }))
    log.raw(JSON.stringify({ type: 'file-history-snapshot', messageId: 'x', snapshot: {} }))
    const first = log.user('Go.')
    log.add({
      type: 'progress',
      data: { type: 'agent_progress', message: { type: 'user', message: { role: 'user', content: 'copy' } } },
    })
    log.add({ type: 'system', subtype: 'turn_duration', durationMs: 5 })
    log.add({ type: 'hologram-v9', payload: 1 })
    log.raw(JSON.stringify({ type: 'user', uuid: first, message: { role: 'user', content: 'Go.' } }))
    log.user('Only shown.', { isVisibleInTranscriptOnly: true })
    log.raw('[1]')
    const trace = readTrace(log.text())
    expect(trace.messages).toEqual([{ role: 'user', content: 'Go.' }])
    expect(trace.intake.ignored).toEqual([
      { kind: 'copy of a line', count: 1 },
      { kind: 'file-history-snapshot', count: 1 },
      { kind: 'hologram-v9', count: 1 },
      { kind: 'progress/agent_progress', count: 1 },
      { kind: 'summary', count: 1 },
      { kind: 'system/turn_duration', count: 1 },
      { kind: 'user/transcript only', count: 1 },
    ])
    expect(trace.intake.problems).toMatchObject([
      { message: 'line must be an object, but is a list of 1', line: 9 },
    ])
    expect(trace.intake.records).toBe(9)
  })

  it('reads two objects on one line, and ignores an incomplete last line', () => {
    const log = session()
    log.user('Go.')
    log.reply('m1', text('Done.'))
    const [a, b] = log.text().split('\n')
    const trace = readTrace(`${a}${b}\n{"type":"user","message":{"role":"us`)
    expect(trace.messages).toHaveLength(2)
    expect(trace.intake.problems).toMatchObject([
      { severity: 'warning', code: 'broken-line', line: 2, column: 37 },
    ])
  })

  it('reports the line of a wrong value', () => {
    const log = session()
    log.user('Go.')
    log.user([{ type: 'text', text: 5 }])
    log.user(null)
    log.reply('m1', { type: 'tool_use', id: 5 })
    expect(
      readTrace(log.text()).intake.problems.map(({ message, line, column }) => [message, line, column]),
    ).toEqual([
      ['message.content[0].text must be a string, but is 5', 2, 1],
      ['message.content must be a string or a list, but is null', 3, 1],
      ['message.content[0].id must be a string, but is 5', 4, 1],
    ])
  })

  it('refuses a log without messages', () => {
    expect(() => readTrace('{"type":"summary","summary":"Old","leafUuid":"x"}')).toThrow(
      'no message could be read from this log (Claude Code session): nobody has said anything in it',
    )
  })
})
