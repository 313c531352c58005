import { describe, expect, it } from 'vitest'
import { checkpoint } from '../../testing/checkpoint.ts'
import { checkpointOf } from './answer.ts'

const save = { window: 2, version: 4, turn: 60, time: null, previous: null }

describe('a model’s answer as a checkpoint', () => {
  it.each([
    ['bare', '{"goal": "Ship it", "learnings": ["a {brace} in a text"]}'],
    [
      'in a fence',
      'Here it is:\n```json\n{"goal": "Ship it", "learnings": ["a {brace} in a text"]}\n```\nAnything else?',
    ],
    [
      'after an unclosed brace',
      'With {curly prose: {"goal": "Ship it", "learnings": ["a {brace} in a text"]} }',
    ],
    ['in another object', '{"checkpoint": {"goal": "Ship it", "learnings": ["a {brace} in a text"]}}'],
    [
      'in a list of another object',
      '{"ok": 1, "result": [{"goal": "Ship it", "learnings": ["a {brace} in a text"]}]}',
    ],
    ['with commas after the last items', '{"goal": "Ship it", "learnings": ["a {brace} in a text",],}'],
    [
      'behind an object in which another has a field of its name',
      '{"note": {"summary": "x"}} {"goal": "Ship it", "learnings": ["a {brace} in a text"]}',
    ],
    ['after another object', '{"note": 1} {"goal": "Ship it", "learnings": ["a {brace} in a text"]}'],
  ])('CROSS-1 is found %s', (_, text) => {
    const { checkpoint: read, problems } = checkpointOf(text, save)
    expect(problems).toEqual([])
    expect(read).toMatchObject({
      goal: 'Ship it',
      learnings: ['a {brace} in a text'],
      window: 2,
      version: 4,
      turn: 60,
    })
  })

  it('CROSS-1 fields that it leaves out stay as they were', () => {
    const previous = checkpoint()
    const { checkpoint: read } = checkpointOf('{"summary": "Now at batch 30."}', { ...save, previous })
    expect(read).toEqual({
      ...previous,
      window: 2,
      version: 4,
      turn: 60,
      time: null,
      summary: 'Now at batch 30.',
    })
  })

  it('CROSS-1 the model cannot set window, version, turn and time', () => {
    const { checkpoint: read } = checkpointOf('{"goal": "x", "version": 99, "window": 0, "turn": -1}', save)
    expect(read).toMatchObject({ window: 2, version: 4, turn: 60, time: null })
  })

  it('CROSS-1 accepts a sentence as a decision, and a status in other letters', () => {
    const { checkpoint: read } = checkpointOf(
      '{"goal": "x", "decisions": ["Use tabs"], "subtasks": [{"title": "t", "status": "In Progress"}, "u"]}',
      save,
    )
    expect(read?.decisions).toEqual([{ what: 'Use tabs', why: '', alternatives: [] }])
    expect(read?.subtasks).toEqual([
      { title: 't', status: 'in_progress' },
      { title: 'u', status: 'planned' },
    ])
  })

  it.each(['completed', 'Complete', 'finished', 'Done ✓', 'done.', '[done]'])(
    'CROSS-1 a subtask that is %s is done',
    (status) => {
      const text = JSON.stringify({ goal: 'x', subtasks: [{ title: 't', status }] })
      const { checkpoint: read, problems } = checkpointOf(text, save)
      expect(read?.subtasks).toEqual([{ title: 't', status: 'done' }])
      expect(problems).toEqual([])
    },
  )

  it('CROSS-1 the words of to-do tools for work that is ahead or under way', () => {
    const said = ['pending', 'to do', 'Not started', 'active', 'doing', 'in-progress']
    const subtasks = said.map((status, at) => ({ title: `t${at}`, status }))
    const { checkpoint: read } = checkpointOf(JSON.stringify({ goal: 'x', subtasks }), save)
    expect(read?.subtasks.map(({ status }) => status).join()).toBe(
      'planned,planned,planned,in_progress,in_progress,in_progress',
    )
  })

  it('CROSS-2 a subtask with an unknown status, or without one, keeps that of the version before', () => {
    const previous = checkpoint()
    const titles = previous.subtasks.map(({ title }) => title)
    const subtasks = titles.map((title, at) => (at === 0 ? { title, status: 'shipped' } : { title }))
    const { checkpoint: read, problems } = checkpointOf(
      JSON.stringify({ subtasks: [...subtasks, { title: 'new', status: 'shipped' }] }),
      { ...save, previous },
    )
    expect(read?.subtasks).toEqual([...previous.subtasks, { title: 'new', status: 'planned' }])
    expect(problems.map(({ code }) => code)).toEqual(['wrong-type', 'wrong-type'])
  })

  it('CROSS-2 a field of the wrong type keeps the known value, with a warning', () => {
    const previous = checkpoint()
    const { checkpoint: read, problems } = checkpointOf('{"constraints": "none", "goal": ""}', {
      ...save,
      previous,
    })
    expect(read?.constraints).toEqual(previous.constraints)
    expect(read?.goal).toBe(previous.goal)
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'wrong-type', line: 1, column: 17, found: '"none"' },
    ])
  })

  it.each([
    ['', 'no-json'],
    ['I cannot do that.', 'no-json'],
    ['{"goal": "Ship', 'invalid-json'],
    ['{"weather": "fine"}', 'no-checkpoint'],
    ['{"learnings": ["x"]}', 'no-goal'],
    ['{'.repeat(100_000), 'invalid-json'],
    ['[{"goal": '.repeat(100_000), 'nested-too-deep'],
    ['x'.repeat(10_000_000), 'text-too-large'],
  ])('CROSS-2 %.20j is not a checkpoint, with a reason', (text, code) => {
    const { checkpoint: read, problems } = checkpointOf(text, save)
    expect(read).toBeNull()
    expect(problems.map((problem) => problem.code)).toContain(code)
  })
})
