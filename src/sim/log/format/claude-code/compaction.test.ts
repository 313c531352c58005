import { describe, expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'
import { call, result, session, text, tokens } from '../../../../testing/log/claude-code.ts'

describe('REC-1 compactions recorded by the client', () => {
  const compacted = () => {
    const log = session()
    log.user('Go.')
    log.reply('m1', call('a'), tokens(100, 0, 0, 5))
    log.result('a')
    log.add({
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      logicalParentUuid: 'u3',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 167038 },
    })
    log.user('This session is being continued…', { isCompactSummary: true, isVisibleInTranscriptOnly: true })
    log.reply('m2', text('On.'), tokens(40, 0, 0, 5))
    log.add({
      type: 'system',
      subtype: 'microcompact_boundary',
      microcompactMetadata: {
        trigger: 'auto',
        preTokens: 150,
        tokensSaved: 20,
        compactedToolIds: ['a'],
        clearedAttachmentUUIDs: [],
      },
    })
    log.user('Next.')
    log.reply('m3', text('Yes.'), tokens(60, 0, 0, 5))
    return log
  }
  const compaction = {
    kind: 'compaction',
    trigger: 'auto',
    version: '2.1.38',
    tokensBefore: 167038,
    summary: 'This session is being continued…',
  }
  const microcompaction = {
    kind: 'microcompaction',
    trigger: 'auto',
    version: '2.1.38',
    tokensBefore: 150,
    tokensFreed: 20,
    cleared: ['a'],
  }

  it('a micro-compaction that lists what it cleared, and lists nothing, is none', () => {
    const cleared = (metadata: object) => {
      const log = session()
      log.user('Go.')
      log.reply('m1', call('a'), tokens(100, 0, 0, 5))
      log.result('a')
      const microcompactMetadata = { trigger: 'auto', preTokens: 150, tokensSaved: 20, ...metadata }
      log.add({ type: 'system', subtype: 'microcompact_boundary', microcompactMetadata })
      log.reply('m2', text('Yes.'), tokens(20, 105, 0, 5))
      return readTrace(log.text()).recordedEdits.map((edit) => edit.cleared ?? null)
    }
    expect(cleared({ compactedToolIds: [], clearedAttachmentUUIDs: [] })).toEqual([])
    // what was cleared is not told, or is something else
    expect(cleared({})).toEqual([null])
    expect(cleared({ compactedToolIds: [], clearedAttachmentUUIDs: ['u'] })).toEqual([null])
    expect(cleared({ compactedToolIds: ['a'], clearedAttachmentUUIDs: [] })).toEqual([['a']])
  })

  it('are undone: the summary is left out, the original messages continue, and the edits are recorded', () => {
    const trace = readTrace(compacted().text())
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'Go.',
      [call('a')],
      [result('a')],
      [text('On.')],
      'Next.',
      [text('Yes.')],
    ])
    expect(trace.windows).toHaveLength(1)
    expect(trace.turns).toHaveLength(3)
    expect(trace.recordedEdits).toEqual([
      { turn: 1, window: 0, ...compaction },
      { turn: 2, window: 0, ...microcompaction },
    ])
    expect(trace.intake.inferred).toContain(
      'Compactions undone (summaries left out, full conversation continued): 1.',
    )
  })

  it('are kept on request: the window closes, and a new one begins with the summary', () => {
    const trace = readTrace(compacted().text(), { recordedEdits: 'keep' })
    expect(trace.windows).toEqual([
      { id: 0, parent: null, kind: 'main', opened: 0, closed: 1 },
      { id: 1, parent: 0, kind: 'continuation', opened: 2, closed: null },
    ])
    expect(trace.turns.map(({ window, inputs, response }) => [window, inputs, response])).toEqual([
      [0, [0], 1],
      [0, [2], null],
      [1, [3], 4],
      [1, [5], 6],
    ])
    expect(trace.messages[3]).toEqual({ role: 'user', content: 'This session is being continued…' })
    expect(trace.recordedEdits).toEqual([
      { turn: 2, window: 0, ...compaction },
      { turn: 3, window: 1, ...microcompaction },
    ])
  })

  it('are detected by the summary alone, and kept if the file begins with one', () => {
    const log = session()
    log.user('Summary of before.', { isCompactSummary: true })
    log.reply('m1', text('On.'))
    log.user('Summary of that.', { isCompactSummary: true })
    log.reply('m2', text('And on.'))
    const trace = readTrace(log.text())
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'Summary of before.',
      [text('On.')],
      [text('And on.')],
    ])
    expect(trace.recordedEdits).toEqual([
      {
        turn: 1,
        window: 0,
        kind: 'compaction',
        trigger: null,
        version: '2.1.38',
        tokensBefore: null,
        summary: 'Summary of that.',
      },
    ])
  })

  it('are not recorded at the beginning of a file, which has only the summary', () => {
    const log = session()
    log.add({
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'auto', preTokens: 9 },
    })
    log.user('Summary of before.', { isCompactSummary: true })
    log.reply('m1', text('On.'))
    for (const recordedEdits of ['undo', 'keep'] as const) {
      const trace = readTrace(log.text(), { recordedEdits })
      expect(trace.messages.map(({ content }) => content)).toEqual(['Summary of before.', [text('On.')]])
      expect(trace.windows).toHaveLength(1)
      expect(trace.recordedEdits).toEqual([])
    }
  })

  it('at the end of a log belong to its last turn', () => {
    const log = session()
    log.user('Go.')
    log.reply('m1', text('Done.'))
    log.add({
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'manual', preTokens: 10 },
    })
    expect(readTrace(log.text()).recordedEdits).toMatchObject([
      { turn: 0, trigger: 'manual', tokensBefore: 10 },
    ])
  })

  it('of a sub-agent affect only its own window', () => {
    const log = session()
    const side = { isSidechain: true }
    log.user('Ask an agent.')
    log.reply('m1', call('t', 'Task'))
    log.user('You are the agent.', { ...side, parentUuid: null })
    log.reply('a1', text('Much work.'), null, side)
    log.add({
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'auto', preTokens: 9 },
      ...side,
      parentUuid: null,
      logicalParentUuid: 'u4',
    })
    log.user('Summary.', { isCompactSummary: true, ...side })
    log.reply('a2', text('Done.'), null, side)
    log.result('t', 'done', { parentUuid: 'u2' })
    const undone = readTrace(log.text())
    expect(undone.windows.map(({ kind }) => kind)).toEqual(['main', 'subagent'])
    expect(undone.recordedEdits).toMatchObject([{ turn: 2, window: 1, summary: 'Summary.' }])
    expect(undone.turns.map(({ window }) => window)).toEqual([0, 1, 1, 0])
    const kept = readTrace(log.text(), { recordedEdits: 'keep' })
    expect(kept.windows).toEqual([
      { id: 0, parent: null, kind: 'main', opened: 0, closed: null },
      { id: 1, parent: 0, kind: 'subagent', opened: 1, closed: 1 },
      { id: 2, parent: 1, kind: 'continuation', opened: 2, closed: 2 },
    ])
  })

  it.each([
    ['a list', { preservedMessages: { anchorUuid: 'u9', uuids: ['u3', 'u4', 'u5', 'u6'] } }],
    ['its ends', { preservedSegment: { headUuid: 'u3', anchorUuid: 'u9', tailUuid: 'u6' } }],
  ])('leave messages as they were, which a boundary names by %s', (_, preserved) => {
    const log = session()
    log.user('Paint the fence.')
    log.reply('m1', text('It is green.'))
    log.user('Never paint the cat.')
    log.reply('m2', text('I look.'))
    log.reply('m2', call('a'))
    log.result('a')
    log.add({
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      logicalParentUuid: 'u6',
      compactMetadata: { trigger: 'auto', preTokens: 168_845, ...preserved },
    })
    log.user('Summary.', { isCompactSummary: true })
    log.user('Now the door.', { parentUuid: 'u6' })
    log.reply('m3', text('The door next.'))
    const stays = [
      { role: 'user', content: 'Never paint the cat.' },
      { role: 'assistant', content: [text('I look.'), call('a')] },
      { role: 'user', content: [result('a')] },
    ]
    const undone = readTrace(log.text())
    expect(undone.recordedEdits).toMatchObject([{ summary: 'Summary.', stays }])
    const kept = readTrace(log.text(), { recordedEdits: 'keep' })
    const turn = kept.turns.findLast(({ window }) => window === 1)
    expect(turn?.inputs.map((index) => kept.messages[index])).toEqual([
      { role: 'user', content: 'Summary.' },
      ...stays,
      { role: 'user', content: 'Now the door.' },
    ])
  })
})
