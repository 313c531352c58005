import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { completeConfig, configYaml } from '../../config/index.ts'
import { ENGINE_VERSION, traceHash } from '../../sim/index.ts'
import { estimateOf, halved, isBest, roundsOf } from '../../sim/internal.ts'
import type { Point } from '../../sim/internal.ts'
import { counted, money, share } from '../../view/index.ts'
import { write } from '../answer/answer.ts'
import { unreadableLine } from '../answer/result-answer.ts'
import { eachLog } from '../input/each.ts'
import { sourcesOf } from '../input/files.ts'
import type { Unreadable } from '../input/files.ts'
import { LANES, measuringOf } from '../measure/all.ts'
import { measure } from '../measure/measure.ts'
import type { Measuring } from '../measure/measure.ts'
import { laneOf } from '../option/lane.ts'
import type { Lane } from '../option/lane.ts'
import type { Given } from '../option/options.ts'
import { wholeOf } from '../option/options.ts'
import { windowText } from '../option/window.ts'
import { candidates } from '../search/ranges.ts'
import { knownIn } from '../search/state.ts'
import type { Found, Known } from '../search/state.ts'
import { EXIT, UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { reasonOf } from '../terminal/reason.ts'
import { tableText } from '../terminal/table.ts'
import type { Paper } from '../terminal/table.ts'
import type { Command } from './command.ts'
import { OUTPUT, READING } from './command.ts'

/** Candidates beside the lane as it is, unless another number is given. */
const TRIES = 32
const MOST_TRIES = 1000

export const search: Command = {
  name: 'search',
  meaning: 'Find the settings of one strategy that cost least and keep most on these logs',
  arguments: '<log …>',
  notes: [
    'Each --set has a setting and what it may be. Without --set, every number that the strategy reads is varied within its usual range.',
    'The candidates fill the ranges evenly. All run on a part of the logs; the better half goes on to twice as many, and so on, until at least eight have run on all. The lane as it is always goes on.',
    'With --state a search that was stopped goes on, and one with more tries or logs uses what is known.',
    'The best of many candidates looks better on the logs that chose it than it is: compare it with the lane as it is on other logs.',
  ],
  examples: [
    'context-window-lab search logs --lane managed --set eviction.target=0.3..0.8 --set pressure.thresholds.orange=0.6..0.9',
    'context-window-lab search "logs/**/*.jsonl" --lane hybrid --tries 200 --state search.json --save best',
  ],
  options: {
    ...LANES,
    lane: { value: '<lane>', short: 'l', meaning: 'The lane whose settings are searched; default managed' },
    set: {
      value: '<key=range>',
      short: 's',
      several: true,
      meaning: 'A range, eviction.target=0.3..0.8, or values, eviction.policy=lru,hybrid',
    },
    tries: { value: '<n>', meaning: `Candidates beside the lane as it is; default ${TRIES}` },
    state: { value: '<file>', meaning: 'Where figures are kept as they are found' },
    save: { value: '<prefix>', meaning: 'Write the config of each best lane to <prefix>-<n>.yaml' },
    ...READING,
    ...OUTPUT,
  },
  async run(given, io) {
    const base = laneOf(given.one('lane') ?? 'managed', io)
    const tries = wholeOf(given, 'tries', TRIES, 1)
    if (tries > MOST_TRIES) throw new UsageError(`--tries must be at most ${MOST_TRIES}, but is ${tries}`)
    const lanes = [base, ...candidates(base, given.all('set'), tries)]
    const measuring = await measuringOf(given, lanes)
    const { counter, window, seed, model } = measuring
    const known = knownIn(
      given.one('state') ?? null,
      { counter: counter.name, window: windowText(window), seed, model },
      io,
    )
    const { finalists, logs, unreadable } = await searched(lanes, measuring, known, given, io)
    const points = finalists.map(({ figures }) => pointOf(figures))
    const front = finalists
      .flatMap(({ lane: { name, config }, figures }, at): readonly Best[] => {
        const point = points[at]
        return point !== undefined && Number.isFinite(point.cost) && isBest(point, points)
          ? [{ lane: name, config, ...totalOf(figures) }]
          : []
      })
      .toSorted((a, b) => a.cost - b.cost)
    const own = totalOf(finalists[0]?.figures ?? [])
    save(front, given.one('save'), io)
    write(
      {
        json: () => ({
          format: 'context-window-lab search',
          version: 1,
          engine: ENGINE_VERSION,
          logs,
          candidates: lanes.length - 1,
          finalists: finalists.length - 1,
          base: { lane: base.name, ...own },
          front: front.map((one) => ({ ...one, yaml: yamlOf(one) })),
          unreadable,
        }),
        csv: () => [
          ['lane', 'cost', 'needed', 'constraints_lost', 'reached'],
          ...front.map(({ lane, cost, needed, lost, reached }) => [lane, cost, needed, lost, reached]),
        ],
        table: (paper) =>
          logs === 0
            ? unreadable.map(unreadableLine).join('')
            : textOf(
                base.name,
                own,
                front,
                `${counted(logs, 'log')}, ${counted(lanes.length - 1, 'candidate')}, of which ${finalists.length - 1} ran on all\n`,
                paper,
              ) + unreadable.map(unreadableLine).join(''),
      },
      given,
      io,
    )
    return logs === 0 ? EXIT.unread : EXIT.fine
  },
}

/** A lane over all logs. */
interface Total {
  /** Dollars a log. */
  readonly cost: number
  /** Share of the needs of all logs that were met; null if there are none. */
  readonly needed: number | null
  /** Constraints of the user of which a turn that needed them had nothing. */
  readonly lost: number
  /** Logs in which it reached the end and sent nothing over the limit. */
  readonly reached: number
}

interface Best extends Total {
  readonly lane: string
  readonly config: Lane['config']
}

interface Finalist {
  readonly lane: Lane
  readonly figures: readonly Found[]
}

/** Runs the rounds of the search, the lane as it is first in all of them. */
async function searched(
  lanes: readonly Lane[],
  measuring: Measuring,
  known: Known,
  given: Given,
  io: Io,
): Promise<{ finalists: readonly Finalist[]; logs: number; unreadable: readonly Unreadable[] }> {
  const [base, ...others] = lanes.map((lane): { lane: Lane; figures: Found[] } => ({ lane, figures: [] }))
  if (base === undefined) throw new RangeError('a search has a lane')
  let rest = others
  let logs = 0
  const unreadable: Unreadable[] = []
  const rounds = roundsOf(others.length, sourcesOf(given.inputs, io).sources.length)
  for (const [nth, { every, candidates: most }] of rounds.entries()) {
    rest = halved(
      rest.map(({ figures }) => pointOf(figures)),
      most,
    ).flatMap((at) => rest[at] ?? [])
    const alive = [base, ...rest]
    const read = await eachLog(
      given,
      io,
      (named) => {
        logs += 1
        const hash = traceHash(named.trace)
        const missing = alive.filter(({ lane }) => known.get(hash, lane) === undefined)
        if (missing.length > 0) {
          const asked = missing.map(({ lane }, at) => ({ ...lane, name: String(at) }))
          const { result } = measure(named, 0, { ...measuring, lanes: asked })
          for (const { lane, study, missing: lacking } of result.lanes) {
            const one = missing[Number(lane)]
            if (one !== undefined) known.add(hash, one.lane, { study, lost: lacking.constraint })
          }
          known.save()
        }
        for (const one of alive) {
          const found = known.get(hash, one.lane)
          if (found !== undefined) one.figures.push(found)
        }
      },
      // The logs of earlier rounds are known.
      (_, at) => at % every === 0 && (nth === 0 || at % (2 * every) !== 0),
      nth === 0,
    )
    unreadable.push(...read.unreadable)
  }
  return { finalists: [base, ...rest], logs, unreadable }
}

/** What lanes are ranked by. One that stopped, or sent too much, is no bargain. */
function pointOf(figures: readonly Found[]): Point {
  if (figures.some(({ study }) => !study.fit)) return { cost: Infinity, needed: 0 }
  const { cost, needed } = totalOf(figures)
  return { cost, needed: needed ?? 1 }
}

function totalOf(figures: readonly Found[]): Total {
  return {
    cost: estimateOf(figures.map(({ study }) => study.cost))?.value ?? 0,
    needed: estimateOf(figures.map(({ study }) => study.needed))?.value ?? null,
    lost: figures.reduce((sum, { lost }) => sum + lost, 0),
    reached: figures.filter(({ study }) => study.fit).length,
  }
}

function textOf(base: string, own: Total, front: readonly Best[], about: string, paper: Paper): string {
  const row = (name: string, { cost, needed, lost, reached }: Total): string[] => [
    name,
    money(cost),
    share(needed),
    String(lost),
    String(reached),
  ]
  const table = tableText(
    {
      head: ['', 'cost a log', 'needed context present', 'constraints lost', 'reached the end'],
      names: 1,
      rows: [row(`${base}, as it is`, own), ...front.map((one, at) => row(String(at + 1), one))],
    },
    paper,
  )
  const lanes = front.map(({ lane }, at) => `${at + 1}  --lane '${lane}'\n`).join('')
  return `${about}\n${table}\nNo other candidate is cheaper and keeps as much, or keeps more for as little:\n${lanes}`
}

function yamlOf({ lane, config }: Best): string {
  return configYaml(completeConfig(config), lane)
}

function save(front: readonly Best[], prefix: string | undefined, io: Io): void {
  if (prefix === undefined) return
  for (const [at, one] of front.entries()) {
    const file = `${prefix}-${at + 1}.yaml`
    try {
      writeFileSync(resolve(io.cwd, file), yamlOf(one))
    } catch (error) {
      throw new UsageError(`--save ${file}: ${reasonOf(error)}`)
    }
  }
}
