import { describe, expect, it } from 'vitest'
import type { Moment } from '../../../../live/index.ts'
import type { TaskPlay } from '../../../../worker/protocol.ts'
import { compared, lastStep, toldAt } from './told.ts'

/** A play with these facts; what sentences do not need is left out. */
function play(label: string, facts: Partial<TaskPlay>, cost = '$0'): TaskPlay {
  const none = { ending: 'finished', steps: 0, asked: 0, readTwice: [], sent: 0, moments: [], grade: null }
  const rows = [
    { id: 'prompt-tokens', text: String(facts.sent ?? 0) },
    { id: 'cost', text: cost },
  ]
  return { ...none, ...facts, lane: { label, rows } } as unknown as TaskPlay
}

const moments: readonly Moment[] = [
  { step: 10, kind: 'task-left' },
  { step: 10, kind: 'asked' },
  { step: 11, kind: 'told' },
  { step: 11, kind: 'read-again', paths: ['a.ts', 'b.ts', 'c.ts'] },
  { step: 13, kind: 'asked' },
  { step: 20, kind: 'finished' },
]

describe('what happened, in sentences', () => {
  it('says in each step what happened, and nothing where the agent only went on', () => {
    const one = play('FIFO', { moments, steps: 20, asked: 2, grade: { right: 1, of: 1, what: 'bug fixed' } })
    expect([9, 10, 11, 13, 20].map((step) => toldAt(one, step))).toEqual([
      '',
      'Step 10: the task has left the window. The agent asks what to do.',
      'Step 11: the user repeats the task. Then it reads a.ts, b.ts and 1 more file again, because the text has left the window.',
      'Step 13: it asks again what to do.',
      'Step 20: it finishes. 1 of 1 bug fixed.',
    ])
  })

  it('tells a task that a summary names from one that is lost, and a user who gives up from one who repeats it', () => {
    const named = play('FIFO', { moments: [{ step: 4, kind: 'task-left' }], steps: 9 })
    expect(toldAt(named, 4)).toBe(
      'Step 4: the words of the task have left the window, but a summary still names it.',
    )
    const left: readonly Moment[] = [
      { step: 3, kind: 'asked' },
      { step: 3, kind: 'asked-too-often' },
    ]
    expect(toldAt(play('FIFO', { moments: left, asked: 3 }), 3)).toBe(
      'Step 3: it asks for the 3rd time what to do, and the user gives up.',
    )
  })

  it('a request that does not fit is a step of its own', () => {
    const over = play('None', { moments: [{ step: 8, kind: 'overflow' }], steps: 7, ending: 'overflow' })
    expect(lastStep(over)).toBe(8)
    expect(toldAt(over, 8)).toMatch(/^Step 8: the request does not fit into the window/)
  })

  it('compares both, the better one first', () => {
    const fifo = play('FIFO', { steps: 22, asked: 2, sent: 92_856, readTwice: ['a.ts'] }, '$0.1816')
    const grade = { right: 6, of: 6, what: 'figures right' }
    const managed = play('Managed', { steps: 20, sent: 82_586, grade }, '$0.17')
    expect(compared([fifo, managed]).join(' ')).toBe(
      'Managed finished in 20 steps: 6 of 6 figures right, never asked for its task, 82586 tokens sent, $0.17. ' +
        'FIFO finished in 22 steps: asked for its task twice, 1 file read again, 92856 tokens sent, $0.1816.',
    )
  })

  it('a result that is right is better than a shorter one, and any result than none', () => {
    const wrong = play('A', { steps: 5, grade: { right: 1, of: 6, what: 'right' } })
    const right = play('B', { steps: 50, asked: 3, grade: { right: 6, of: 6, what: 'right' } })
    const none = play('C', { steps: 2, ending: 'gave-up' })
    expect(
      compared([none, wrong, right])
        .join(' ')
        .match(/[ABC](?= )/g),
    ).toEqual(['B', 'A', 'C'])
  })
})
