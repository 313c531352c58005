import { describe, expect, test } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import type { Ask, AskSource } from '../../engine/index.ts'
import { extract } from './extract.ts'

const count = (text: string) => chars4.count(text)

function source(type: AskSource['type'], text: string): AskSource {
  return { block: 0, type, role: 'user', turn: 0, tool: '', args: '', text }
}

function stateOf(sources: readonly AskSource[], about: Partial<Ask> = {}) {
  const ask: Ask = {
    kind: 'extract',
    stage: 'test',
    turn: 0,
    window: 0,
    sources,
    task: '',
    previous: null,
    update: 'anchored',
    maxTokens: 2000,
    ...about,
  }
  return JSON.parse(extract(ask, count))
}

describe('CROSS-1 the state of a task', () => {
  const sources = [
    source(
      'user_message',
      'Please cut the time of the export in half. Never lock the orders table. It is done when all tests pass.',
    ),
    source('tool_result', 'On branch faster-export\nnothing to commit'),
    source('tool_call', '{"command":"cd /srv/shop && make"}'),
    source('assistant_response', 'We settled on a cursor rather than offsets, because offsets get slower.'),
    source('assistant_response', 'I created the index on both columns. Postgres listens on port 5433.'),
    source(
      'assistant_response',
      'Still unclear why `make slow` hangs. The cause was a stale plan. Next I measure the export.',
    ),
  ]

  test('MOCK-1 a newer rule or decision replaces that of the checkpoint; one about another thing stands beside it', () => {
    const before = stateOf([
      source('user_message', 'Retry at most 3 times on a failed request.'),
      source('user_message', 'Invoice 4471 must be paid in full.'),
    ])
    const after = stateOf(
      [
        source('user_message', 'Retry at most five times on a failed request.'),
        source('user_message', 'Invoice 4472 must be paid in full.'),
      ],
      { previous: JSON.stringify(before) },
    )
    expect(after.constraints).toEqual([
      'Invoice 4471 must be paid in full.',
      'Retry at most five times on a failed request.',
      'Invoice 4472 must be paid in full.',
    ])
  })

  test('CROSS-4 keeps the known goal, whatever a later process begins with', () => {
    const told = (goal: string, task: string) =>
      stateOf([], { task, previous: JSON.stringify({ goal }) }).goal
    expect(told('Cut the time of the export in half.', 'Continue, please.')).toBe(
      'Cut the time of the export in half.',
    )
    expect(told('', 'Continue, please.')).toBe('Continue, please.')
    // A shortened entry.
    expect(told('Cut the time of', 'Cut the time of the export in half.')).toBe(
      'Cut the time of the export in half.',
    )
  })

  test('is filled from the conversation', () => {
    expect(stateOf(sources)).toEqual({
      goal: 'Please cut the time of the export in half.',
      criteria: ['It is done when all tests pass.'],
      constraints: ['Never lock the orders table.'],
      subtasks: [
        { title: 'I created the index on both columns.', status: 'done' },
        { title: 'Next I measure the export.', status: 'in_progress' },
      ],
      decisions: [
        {
          what: 'We settled on a cursor rather than offsets',
          why: 'offsets get slower.',
          alternatives: ['offsets'],
        },
      ],
      open: [{ what: 'Still unclear why `make slow` hangs.', reproduce: 'make slow' }],
      environment: {
        directory: '/srv/shop',
        branch: 'faster-export',
        services: ['Postgres listens on port 5433'],
      },
      learnings: ['The cause was a stale plan.'],
      summary: 'Still unclear why `make slow` hangs. The cause was a stale plan. Next I measure the export.',
    })
  })

  test('continues the previous one: work in progress is replaced, finished work stays', () => {
    const previous = JSON.stringify(stateOf(sources))
    const next = stateOf(
      [source('assistant_response', 'I finished the measurement of the export. Then I write the report.')],
      { previous },
    )
    expect(next.goal).toBe('Please cut the time of the export in half.')
    expect(next.constraints).toEqual(['Never lock the orders table.'])
    expect(next.environment.branch).toBe('faster-export')
    expect(next.subtasks).toEqual([
      { title: 'I created the index on both columns.', status: 'done' },
      { title: 'I finished the measurement of the export.', status: 'done' },
      { title: 'Then I write the report.', status: 'in_progress' },
    ])
  })

  test('an invalid previous state, or one of another shape, is ignored', () => {
    for (const previous of [
      'no JSON',
      '[]',
      '{"constraints":7,"subtasks":[null,{"title":3}],"__proto__":{"goal":"x"}}',
    ]) {
      const state = stateOf(sources, { previous })
      expect(state.constraints).toEqual(['Never lock the orders table.'])
    }
  })

  test('CROSS-4 forty decisions are forty, and those without room are counted', () => {
    const decided = Array.from({ length: 40 }, (_, at) =>
      source('assistant_response', `We settled on topic${at} with a store of its own.`),
    )
    const all = stateOf(decided, { maxTokens: 10_000 })
    expect(all.decisions).toHaveLength(40)
    expect(all.summary).not.toContain('Left out')
    const some = stateOf(decided, { maxTokens: 300 })
    const kept = some.decisions.length
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(40)
    expect(some.summary).toContain(`Left out for room: decisions ${40 - kept}.`)
    expect(count(JSON.stringify(some))).toBeLessThanOrEqual(300)
    // It is reported for one checkpoint, not for the next.
    const next = stateOf([], { previous: JSON.stringify(some), maxTokens: 10_000 })
    expect(next.summary).not.toContain('Left out')
  })

  test('with less room rules and the current step outlive learnings and finished steps', () => {
    const state = stateOf(sources, { maxTokens: 145 })
    expect(state.constraints).toEqual(['Never lock the orders table.'])
    expect(state.subtasks).toEqual([{ title: 'Next I measure the export.', status: 'in_progress' }])
    expect(state.learnings).toEqual([])
  })
})

test('CROSS-4 a rule in passing is a constraint of the state, and the goal is not changed by it', () => {
  const said = source('user_message', 'my son is allergic to wool')
  expect(stateOf([said], { task: 'Please prepare the party.' })).toMatchObject({
    goal: 'Please prepare the party.',
    constraints: ['my son is allergic to wool'],
  })
})
