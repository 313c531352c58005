import { serialize } from 'node:v8'
import { expect, it } from 'vitest'
import type { EditRecord } from '../sim/index.ts'
import { fakeWorker } from './client-fixture.ts'
import { createSimClient } from './client.ts'
import { compared, openDoor, request } from './door-fixture.ts'
import { comparisonInParts } from './in-parts.ts'

/** What a browser reads from a message in less than a fifth of a second, on a slow machine. */
const MOST_BYTES = 6_000_000
/** The same in characters for records, which take longer to read than texts. */
const MOST_OF_RECORDS = 2_000_000

it('a long run reaches the page in small messages, and is there what it was in the worker', async () => {
  const { kind: _, ...small } = await compared(openDoor())
  const times = <Item>(count: number, items: readonly Item[]): Item[] =>
    Array.from({ length: count }, () => items).flat()
  const rankingMany = (edit: EditRecord): EditRecord =>
    edit.decision === null
      ? edit
      : { ...edit, decision: { ...edit.decision, victims: times(40, edit.decision.victims) } }
  const long = {
    ...small,
    lanes: small.lanes.map((lane) => ({
      ...lane,
      data: {
        ...lane.data,
        blocks: times(300, lane.data.blocks),
        turns: times(100, lane.data.turns),
        edits: times(40, lane.data.edits.map(rankingMany)),
        contents: Array.from({ length: 12 }, (_text, index) => `${index} `.repeat(600_000)),
      },
    })),
  }
  const { comparison, parts } = comparisonInParts(long)
  const sizes = [comparison, ...parts].map((message) => serialize(message).length)
  expect(sizes.reduce((most, size) => Math.max(most, size), 0)).toBeLessThan(MOST_BYTES)
  // As text, since there each copy of a record counts.
  for (const message of [comparison, ...parts.filter(({ column }) => column !== 'contents')])
    expect(JSON.stringify(message).length).toBeLessThan(MOST_OF_RECORDS)
  expect(serialize(long).length).toBeGreaterThan(4 * MOST_BYTES)

  const worker = fakeWorker()
  const answer = createSimClient(worker.port).compare(request)
  const id = worker.sent[0]?.id ?? -1
  for (const part of parts) worker.say({ kind: 'part', id, ...part })
  worker.say({ ...comparison, kind: 'compared', id })
  expect(await answer).toEqual({ ...long, id })
})
