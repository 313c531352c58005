import { expect, it } from 'vitest'
import { openDoor } from './door-fixture.ts'
import type { PlayRequest } from './protocol.ts'

const request: PlayRequest = {
  // The shortest task.
  task: 'question',
  lanes: [
    { name: 'a', label: 'A', preset: 'fifo', config: {} },
    { name: 'b', label: 'B', preset: 'default', config: {} },
  ],
  window: 20_000,
  counter: 'chars4',
}

it('a task is played under each lane, step by step, and a comparison over its conversation has the same figures', async () => {
  const door = openDoor()
  const reply = await door.send({ ...request, kind: 'play', id: 1 })
  if (reply.kind !== 'played') throw new Error(JSON.stringify(reply))
  const steps = door.replies.flatMap((one) =>
    one.kind === 'progress' && one.step === 'run' ? [`${one.lane ?? ''}${one.done}`] : [],
  )
  expect([...new Set(steps)]).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2', 'b3'])
  expect(reply.plays.map(({ lane, ending }) => [lane.label, ending])).toEqual([
    ['A', 'finished'],
    ['B', 'finished'],
  ])
  for (const [index, { trace, lane, sent, steps: all }] of reply.plays.entries()) {
    const again = await door.send({
      source: { kind: 'trace', id: index, revision: 1, trace },
      lanes: request.lanes.slice(index, index + 1),
      budget: { kind: 'tokens', tokens: request.window },
      counter: request.counter,
      kind: 'compare',
      id: 10 + index,
    })
    if (again.kind !== 'compared') throw new Error(JSON.stringify(again))
    expect(again.lanes[0]?.rows).toEqual(lane.rows)
    expect(lane.rows.find(({ id }) => id === 'prompt-tokens')?.value).toBe(sent)
    expect(trace.turns).toHaveLength(all)
  }
})

it('an unknown task and an impossible window are problems, and a cancelled play is no result', async () => {
  const door = openDoor()
  expect(await door.send({ ...request, task: 'dance', kind: 'play', id: 1 })).toMatchObject({
    kind: 'problem',
    problems: [{ code: 'unknown-task' }],
  })
  expect(await door.send({ ...request, window: 10, kind: 'play', id: 2 })).toMatchObject({
    kind: 'problem',
    problems: [{ message: expect.stringContaining('10') as string }],
  })
  const cancelled = door.send({ ...request, kind: 'play', id: 3 })
  door.receive({ kind: 'cancel', id: 3 })
  expect(await cancelled).toEqual({ kind: 'cancelled', id: 3 })
})
