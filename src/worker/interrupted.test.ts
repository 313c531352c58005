import { expect, it } from 'vitest'
import { createSimClient } from './client.ts'
import type { SimClient, WorkerPort } from './client.ts'
import { lane, log, request } from './door-fixture.ts'
import type { CompareRequest, Comparison } from './protocol.ts'
import { WorkerInThread } from './thread-fixture.ts'

const LOGS = [
  { kind: 'log', text: log(2), filename: 'first.json' },
  { kind: 'log', text: log(4), filename: 'second.json', setup: { system: 'Be brief.' } },
] as const
const OTHERS: readonly CompareRequest['source'][] = [
  ...LOGS,
  { kind: 'log', text: log(4), filename: 'second.json' },
  { kind: 'log', text: 'no log', filename: 'third.json' },
  { kind: 'scenario', name: 'idle-gaps', seed: 7 },
  { kind: 'scenario', name: 'no such', seed: 7 },
]

const open = (): SimClient => createSimClient(new WorkerInThread() as WorkerPort)

const about = (source: CompareRequest['source'], share: number): CompareRequest => ({
  ...request,
  source,
  lanes: [lane('1', 'fifo')],
  budget: { kind: 'share', share },
})

/** What tells one conversation and its runs from another. */
const told = ({ trace, limit, lanes }: Comparison): unknown => [
  trace.title,
  trace.turns,
  trace.setup,
  limit,
  lanes.map(({ data }) => data.hash),
]

/** Asks for a comparison and cancels it after so many reports of progress. True if it came to that. */
async function interrupted(client: SimClient, asked: CompareRequest, after: number): Promise<boolean> {
  const stop = new AbortController()
  let reports = 0
  const onProgress = (): void => {
    if (++reports > after) stop.abort()
  }
  await client.compare(asked, { signal: stop.signal, onProgress }).catch(() => undefined)
  return stop.signal.aborted
}

it.each(LOGS)(
  'after a change of conversation that was cancelled or failed, requests about $filename are about it',
  async (own) => {
    const shares = [0.5, 0.6, 0.7]
    const alone = await Promise.all(
      shares.map(async (share) => told(await open().compare(about(own, share)))),
    )
    const client = open()
    let cancelled = 0
    for (const other of OTHERS)
      for (const after of [0, 2]) {
        if (await interrupted(client, about(other, 0.4), after)) cancelled += 1
        for (const [nth, share] of shares.entries())
          expect(told(await client.compare(about(own, share)))).toEqual(alone[nth])
      }
    expect(cancelled).toBeGreaterThan(6)
  },
)
