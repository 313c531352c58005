import { expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { autopsyOf, readTrace, takeIn } from '../sim/index.ts'
import { session, text } from '../testing/log/claude-code.ts'
import { compared, openDoor, request } from './door-fixture.ts'

/** A session whose user gave a rule, with one compaction that loses it. */
function compacted(rule: string): string {
  const log = session()
  log.user(rule)
  log.reply('m1', text('I begin.'))
  log.add({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } })
  log.user('The parser was repaired.', { isCompactSummary: true })
  log.reply('m2', text('I go on.'))
  return log.text()
}

const own = compacted('Never push to main.')

it('LOST-1 LOST-6 the autopsy of a lane’s log and of another log are those of sim, and the lane’s is made once', async () => {
  const door = openDoor()
  await compared(door, 1, { ...request, source: { kind: 'log', text: own } })
  const expected = autopsyOf(takeIn(readTrace(own), chars4))
  expect(expected.compactions[0]?.items).toMatchObject([{ text: 'Never push to main.', fate: 'gone' }])
  expect(await door.send({ kind: 'autopsy', id: 2, of: 1, lane: '1' })).toEqual({
    kind: 'autopsy',
    id: 2,
    answer: expected,
  })
  expect(await door.send({ kind: 'autopsy', id: 3, of: 1, lane: '2' })).toMatchObject({ answer: expected })
  // The same file again, under another name, is known for a copy.
  const copy = await door.send({
    kind: 'logAutopsy',
    id: 5,
    of: 1,
    lane: '1',
    filename: 'copy.jsonl',
    text: own,
  })
  expect(copy.kind === 'logAutopsy' && copy.answer.map(({ hash }) => hash)).toEqual([expected.hash])
  const other = compacted('All texts must be in Danish.')
  const ask = { kind: 'logAutopsy', of: 1, lane: '1', filename: 'other.jsonl' } as const
  expect(await door.send({ ...ask, id: 4, text: other })).toEqual({
    kind: 'logAutopsy',
    id: 4,
    answer: [autopsyOf(takeIn(readTrace(other, { filename: 'other.jsonl' }), chars4))],
  })
})

it('LOST-6 a log that cannot be read is told with its place', async () => {
  const door = openDoor()
  await compared(door, 1, { ...request, source: { kind: 'log', text: own } })
  const broken = '{"messages": [\n  {"role": user}\n]}'
  const ask = { kind: 'logAutopsy', of: 1, lane: '1', filename: 'broken.json' } as const
  expect(await door.send({ ...ask, id: 2, text: broken })).toMatchObject({
    kind: 'problem',
    problems: [{ severity: 'error', line: 2 }],
  })
})
