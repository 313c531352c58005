import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import * as declarations from '../../../../config/internal.ts'
import { usualRange } from '../../../../sim/internal.ts'
import { ran } from '../../../../cli/terminal-fixture.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import { keepLog } from '../../../store/run/log-texts.ts'
import { ranConfig } from '../../../store/choice/lane-text.ts'
import { createSimClient } from '../../../../worker/client.ts'
import { createDoor } from '../../../../worker/door.ts'
import { fakeWorker } from '../../../../worker/client-fixture.ts'
import type { SimClient } from '../../../../worker/client.ts'
import { runTrials } from '../seeds/trials.ts'
import { searchOnPage } from './searching.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const folder = mkdtempSync(join(tmpdir(), 'search-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** A conversation that fills a small window. */
const chat = Array.from(
  { length: 14 },
  (_, turn) =>
    // A rule that a full window loses: in a log, its loss is a lost constraint.
    `User: ${turn === 2 ? 'Never touch src/main.ts. ' : ''}look at src/file${turn % 5}.ts. ${'word '.repeat(80)}\n\nAssistant: src/file${turn % 5}.ts has ${turn} lines`,
).join('\n\n')
writeFileSync(join(folder, 'chat.txt'), chat)

const SEEDS = ['scenario:bug-fix?seed=3', 'scenario:bug-fix?seed=4']

test.each([
  ['seeds', 3, SEEDS.join(' '), 2, () => ({ kind: 'scenario', name: 'bug-fix' }) as const],
  ['a log', 16, 'chat.txt', 1, () => keepLog(chat, 'chat.txt')],
] as const)(
  'on %s, the page finds the front of the command line, with the same figures',
  async (_, tries, inputs, seeds, source) => {
    vi.stubGlobal('navigator', { hardwareConcurrency: 2 })
    const lane: LaneChoice = { policy: 'hybrid', gates: 'on' }
    const config = ranConfig(lane, declarations)
    const progress: number[] = []
    const result = await searchOnPage(
      {
        source: source(),
        seed: 3,
        budget: { kind: 'share', share: 0.6 },
        counter: 'chars4',
        prices: null,
        lane,
        config,
        ranges: declarations.mainSettings(config).flatMap((row) => usualRange(config, row) ?? []),
        tries,
        seeds,
      },
      async (trials, onDone) => runTrials(trials, new AbortController().signal, onDone, inThisThread),
      ({ done, all }) => void progress.push(done / all),
    )
    const { code, out } = await ran(
      `search ${inputs} --lane hybrid --tries ${tries} --window 60% --counter chars4 --format json`,
      { cwd: folder },
    )
    const { front, base } = JSON.parse(out) as { front: (Figures & { lane: string })[]; base: Figures }
    expect(code).toBe(0)
    expect(front.length).toBeGreaterThan(0)
    expect(
      result.front.map(({ lane: changes, ...figures }) => ({ lane: nameOf(changes), ...figures })),
    ).toEqual(
      front.map(({ lane: name, cost, needed, lost, reached }) => ({
        lane: name,
        cost,
        needed,
        lost,
        reached,
      })),
    )
    expect(result.own).toMatchObject({ cost: base.cost, needed: base.needed, lost: base.lost })
    expect(progress.at(-1)).toBe(1)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  },
)

interface Figures {
  readonly cost: number
  readonly needed: number | null
  readonly lost: number
  readonly reached: number
}

function nameOf(changes: readonly (readonly [string, unknown])[]): string {
  if (changes.length === 0) return 'hybrid'
  return `hybrid:${changes.map(([key, value]) => `${key}=${String(value)}`).join(',')}`
}

/** A worker that runs here. */
function inThisThread(): SimClient {
  const worker = fakeWorker()
  const door = createDoor(worker.say, { now: () => 0, pause: async () => Promise.resolve() })
  return createSimClient({
    ...worker.port,
    postMessage: (message) => {
      door.receive(message)
    },
  })
}
