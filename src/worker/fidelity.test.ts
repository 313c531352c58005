import { expect, it } from 'vitest'
import { completeConfig } from '../config/index.ts'
import { compared, openDoor, request } from './door-fixture.ts'

const rolling = {
  ...request,
  lanes: [{ name: '1', label: 'Rolling', config: completeConfig({ strategy: 'rolling_summary' }) }],
}

it('HEALTH-3 gives the questions about a compression, and the contexts before and after it', async () => {
  const door = openDoor()
  const { lanes } = await compared(door, 1, rolling)
  const edits = lanes[0]?.data.edits ?? []
  const edit = edits.findIndex(({ compression }) => compression !== null && compression.probes > 0)
  const reply = await door.send({ kind: 'fidelity', id: 2, of: 1, lane: '1', edit })
  if (reply.kind !== 'fidelity') throw new Error(`answered ${JSON.stringify(reply)}`)
  expect(reply.answer.probes).toHaveLength(edits[edit]?.compression?.probes ?? -1)
  expect(reply.answer.before.map(({ text }) => text)).toContain('You are careful.')
  expect(reply.answer.after).not.toEqual(reply.answer.before)
})

it('HEALTH-3 an unknown edit is reported as a problem', async () => {
  const door = openDoor()
  await compared(door, 1, rolling)
  const reply = await door.send({ kind: 'fidelity', id: 2, of: 1, lane: '1', edit: 9999 })
  expect(reply).toMatchObject({ kind: 'problem', problems: [{ code: 'not-in-this-run' }] })
})
