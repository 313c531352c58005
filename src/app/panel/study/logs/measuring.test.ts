import { expect, test } from 'vitest'
import type { MeasuredLog } from '../../../../sim/internal.ts'
import type { SimClient } from '../../../../worker/client.ts'
import type { FolderFile } from '../../../store/run/folder.ts'
import { candidatesOf, requestsOf } from './candidates.ts'
import { knownOf, measureMissing } from './measuring.ts'
import type { Measure } from './measuring.ts'

const lanes = requestsOf(candidatesOf([{ policy: 'fifo', gates: 'on' }], []))
const more = requestsOf(
  candidatesOf(
    [
      { policy: 'fifo', gates: 'on' },
      { policy: 'lru', gates: 'on' },
    ],
    [],
  ),
)
const measure: Measure = { lanes, window: { kind: 'suggested' }, counter: 'chars4', regret: false }
const wider: Measure = { ...measure, lanes: more }

/** Measures nothing, and says which lanes it ran on which text. */
const client: Pick<SimClient, 'measure'> = {
  async measure({ content, lanes: asked }) {
    const hash = typeof content === 'string' ? content : await content.text()
    return [{ hash, lanes: asked.map(({ name }) => ({ lane: name, study: {} })) }] as unknown as MeasuredLog[]
  },
}

let last = 0
/** A file that can be written, or become unreadable as a browser makes it after that. */
function fileOf(first: string) {
  let text: string | null = first
  const slice = (from?: number, to?: number): Blob => {
    if (text === null) throw new DOMException('the file was changed', 'NotReadableError')
    return new Blob([text]).slice(from, to)
  }
  const file = Object.assign(new File([first], 'a.jsonl'), {
    slice,
    text: () => slice().text(),
    arrayBuffer: () => slice().arrayBuffer(),
  })
  const placed: FolderFile = { id: --last, path: 'a.jsonl', file }
  return {
    placed,
    write: (next: string | null) => {
      text = next
    },
    run: (how: Measure) =>
      measureMissing(placed, [placed], how, client, new AbortController().signal, () => undefined),
  }
}

/** The text that was measured, and the number of its lanes. */
function figures(file: FolderFile, how: Measure, files: readonly FolderFile[] = [file]): readonly unknown[] {
  const outcome = knownOf(file, files, how)
  if (outcome === null) return ['to be run']
  if ('problems' in outcome) return outcome.problems.map(({ code }) => code)
  return outcome.logs.map((log) => [log.hash, log.lanes.length])
}

test('a file that cannot be read any more keeps the figures of the lanes that were run on it', async () => {
  const { placed, write, run } = fileOf('one')
  await run(measure)
  write(null)
  await run(wider)
  expect([figures(placed, wider), figures(placed, measure)]).toEqual([
    ['unreadable-file'],
    [['one', lanes.length]],
  ])
  // It is tried again with the next lanes only.
  write('one')
  const another = { ...wider, lanes: requestsOf(candidatesOf([{ policy: 'hybrid', gates: 'on' }], [])) }
  expect(figures(placed, another)).toEqual(['to be run'])
  await run(another)
  expect(figures(placed, another)).toEqual([['one', lanes.length + 1]])
})

test('a file is measured as a person reads it on the page', async () => {
  const { placed } = fileOf('one')
  let asked: unknown
  const listening: typeof client = {
    measure(request) {
      asked = request.reading
      return Promise.resolve([])
    },
  }
  const reading = { format: 'codex' as const, setup: { system: 'Be careful.' } }
  const { signal } = new AbortController()
  await measureMissing({ ...placed, reading }, [], measure, listening, signal, () => undefined)
  expect(asked).toEqual(reading)
})

test('all lanes are run again on a file that was written meanwhile', async () => {
  const { placed, write, run } = fileOf('one')
  await run(measure)
  write('one and two')
  await run(wider)
  expect(figures(placed, wider)).toEqual([['one and two', more.length]])
})

test('MSG-1 a session of Codex is measured with the lines that it goes on with, if their file is among the others', async () => {
  const base = { thread_id: 'p1', end_ordinal_exclusive: 2 }
  const line = (ordinal: number, type: string, payload: object): string =>
    JSON.stringify({ ordinal, type, payload })
  const [asked, own] = [line(1, 'response_item', { role: 'user' }), line(3, 'response_item', {})]
  const fork = line(2, 'session_meta', { id: 'q', history_base: base })
  const fileIn = (name: string, ...lines: readonly string[]): FolderFile => ({
    id: --last,
    path: name,
    file: new File([lines.join('\n')], name),
  })
  const first = line(0, 'session_meta', { id: 'p1' })
  const parent = fileIn('rollout-p1.jsonl', first, asked, own)
  const { signal } = new AbortController()
  const measured = async (file: FolderFile, ...others: readonly FolderFile[]): Promise<unknown> => {
    const files = [file, ...others]
    await measureMissing(file, files, measure, client, signal, () => undefined)
    return figures(file, measure, files)
  }
  const textWith = (...others: readonly FolderFile[]): Promise<unknown> =>
    measured(fileIn('rollout-q.jsonl', fork, own), ...others)
  expect(await textWith(parent)).toEqual([[[fork, first, asked, own].join('\n'), lanes.length]])
  expect(await textWith(fileIn('rollout-p1.jsonl', '\0'))).toEqual([[[fork, own].join('\n'), lanes.length]])
  // That file may come later, and then another one that says nothing of it.
  const alone = fileIn('rollout-q.jsonl', fork, own)
  expect(await measured(alone)).toEqual([[[fork, own].join('\n'), lanes.length]])
  expect(figures(alone, measure, [alone, parent])).toEqual(['to be run'])
  const both = [[[fork, first, asked, own].join('\n'), lanes.length]]
  expect(await measured(alone, parent)).toEqual(both)
  expect(figures(alone, measure, [alone, parent, fileIn('b.jsonl', own)])).toEqual(both)
})
