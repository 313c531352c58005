import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { completeConfig, configYaml } from '../../config/index.ts'
import { ENGINE_VERSION } from '../../sim/index.ts'
import { comparedOf, frontOf, identityOf, searched, summaryOf, totalOf } from '../../sim/internal.ts'
import type { BestOfSearch, MeasuredLog, Total } from '../../sim/internal.ts'
import { copiesSentence, counted, lackingText, money, share } from '../../view/index.ts'
import { write } from '../answer/answer.ts'
import { eachLog } from '../input/each.ts'
import { sourcesOf } from '../input/files.ts'
import type { Unreadable } from '../input/files.ts'
import { LANES, measuringOf } from '../measure/all.ts'
import { measure } from '../measure/measure.ts'
import type { Measuring } from '../measure/measure.ts'
import { measureInThreads } from '../measure/threads.ts'
import { laneOf, RECORDED } from '../option/lane.ts'
import type { Lane } from '../option/lane.ts'
import type { Given } from '../option/options.ts'
import { wholeOf } from '../option/options.ts'
import { windowText } from '../option/window.ts'
import { candidates, rangeText, variedIn } from '../search/ranges.ts'
import type { Varied } from '../search/ranges.ts'
import { knownIn } from '../search/state.ts'
import type { Known } from '../search/state.ts'
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
    'Each --set names a setting, and its range or its values. Without --set, up to five main settings of the strategy vary within their usual ranges, and the answer says which do not.',
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
    jobs: {
      value: '<n>',
      short: 'j',
      meaning:
        'Threads that run logs at the same time, at most as many as the machine has processors; default 1',
    },
    ...READING,
    ...OUTPUT,
  },
  async run(given, io) {
    const base = laneOf(given.one('lane') ?? 'managed', io)
    const tries = wholeOf(given, 'tries', TRIES, 1)
    if (tries > MOST_TRIES) throw new UsageError(`--tries must be at most ${MOST_TRIES}, but is ${tries}`)
    const varied = variedIn(base, given.all('set'))
    const lanes: readonly [Lane, ...Lane[]] = [base, ...candidates(base, varied.ranges, tries)]
    // Figures of different logs could not be compared.
    if (lanes.some(({ config, always }) => config.strategy === RECORDED && always !== true))
      throw new UsageError(
        `search compares lanes that run in every log, but ${RECORDED} is only in logs whose client compacted. The lane client is in all`,
      )
    const measuring = await measuringOf(given, lanes)
    const { counter, window, seed, model } = measuring
    const known = knownIn(
      given.one('state') ?? null,
      { counter: counter.name, window: windowText(window), seed, model },
      io,
    )
    const found = await onLogs(lanes, measuring, known, given, io)
    const { logs, copies, unreadable, leftOut } = found
    const finalists = comparedOf(found.finalists)
    const compared = finalists[0].figures.length
    const front = logs === 0 ? [] : frontOf(finalists)
    const own = totalOf(finalists[0].figures)
    const [summary] = summaryOf(
      finalists[0].figures.map(({ study }) => [study]),
      null,
    )
    const cannot = summary === undefined ? null : lackingText([{ label: base.name, summary }])
    save(front, given.one('save'), io)
    write(
      {
        unreadable,
        others: leftOut,
        json: () => ({
          format: 'context-window-lab search',
          version: 1,
          engine: ENGINE_VERSION,
          logs,
          candidates: lanes.length - 1,
          finalists: finalists.length - 1,
          compared,
          base: { lane: base.name, ...own },
          varied: varied.ranges,
          fixed: varied.fixed,
          front: front.map(({ lane, ...figures }) => ({
            lane: lane.name,
            config: lane.config,
            ...figures,
            yaml: yamlOf(lane),
          })),
          unreadable,
        }),
        csv: () => [
          ['lane', 'cost', 'needed', 'constraints_lost', 'reached'],
          ...front.map(({ lane, cost, needed, lost, reached }) => [lane.name, cost, needed, lost, reached]),
        ],
        table: (paper) =>
          logs === 0
            ? ''
            : textOf(
                base.name,
                own,
                front,
                `${counted(logs, 'log')}, ${counted(lanes.length - 1, 'candidate')}, of which ${finalists.length - 1} ran on all\n${compared < logs ? `Left out, since no candidate came to the end: ${counted(logs - compared, 'log')}\n` : ''}${variedText(varied)}${copies === null ? '' : `${copies}\n`}`,
                cannot,
                paper,
              ),
      },
      given,
      io,
    )
    return logs === 0 ? EXIT.unread : EXIT.fine
  },
}

/** Runs the rounds of the search, the lane as it is first in all of them. */
async function onLogs(
  [base, ...others]: readonly [Lane, ...Lane[]],
  measuring: Measuring,
  known: Known,
  given: Given,
  io: Io,
) {
  let logs = 0
  const read = new Map<string, ReturnType<typeof identityOf>>()
  const unreadable = new Map<string, Unreadable>()
  const tell = (all: readonly Unreadable[]): void => {
    for (const one of all) unreadable.set(JSON.stringify(one), one)
  }
  const jobs = wholeOf(given, 'jobs', 1, 1)
  const state = resolve(io.cwd, given.one('state') ?? '.')
  // A state in the searched folder is no log.
  const { sources, others: leftOut } = sourcesOf(given.inputs, io)
  const own = sources.flatMap((source, at) => (source.kind === 'file' && source.path === state ? [] : [at]))
  const finalists = await searched(base, others, own.length, async (places, lanes) => {
    const wanted = places.flatMap((place) => own[place] ?? [])
    const hashes: string[] = []
    const asked = (missing: readonly Lane[]): Measuring => ({
      ...measuring,
      lanes: missing.map((lane, at) => ({ ...lane, name: String(at) })),
    })
    const keep = (result: MeasuredLog, missing: readonly Lane[]): void => {
      for (const { lane, study, missing: lacking } of result.lanes) {
        const one = missing[Number(lane)]
        if (one !== undefined) known.add(result.hash, one, { study, lost: lacking.constraint })
      }
      known.save()
    }
    const later = new Map<number, readonly Lane[]>()
    const { unreadable: unread } = await eachLog(
      given,
      io,
      (named, at, nth, say) => {
        const identity = identityOf(named.trace)
        const { hash } = identity
        read.set(`${at} ${nth}`, identity)
        hashes.push(hash)
        const missing = lanes.filter((lane) => known.get(hash, lane) === undefined)
        if (missing.length === 0) return
        // Standard input can be read once.
        if (jobs > 1 && sources[at]?.kind !== 'stdin')
          later.set(at, [...new Set([...(later.get(at) ?? []), ...missing])])
        else keep(measure(named, 0, asked(missing), say).result, missing)
      },
      (_, at) => wanted.includes(at),
      logs === 0,
    )
    if (later.size > 0) {
      const missing = [...new Set([...later.values()].flat())]
      const threads = Math.min(jobs, later.size)
      const part = await measureInThreads(threads, given, io, asked(missing), [...later.keys()], true)
      for (const result of part.logs) keep(result, missing)
      tell(part.unreadable)
    }
    tell(unread)
    const found = hashes
      .map((hash) => lanes.flatMap((lane) => known.get(hash, lane) ?? []))
      .filter((figures) => figures.length === lanes.length)
    logs += found.length
    return found
  })
  return {
    finalists,
    logs,
    copies: copiesSentence([...read.values()]),
    unreadable: [...unreadable.values()],
    leftOut,
  }
}

function variedText({ ranges, fixed }: Varied): string {
  const rest = fixed.length === 0 ? '' : `Left as they are: ${fixed.join(', ')}\n`
  return `Varied: ${ranges.map(rangeText).join(' ')}\n${rest}`
}

function textOf(
  base: string,
  own: Total,
  front: readonly BestOfSearch<Lane>[],
  about: string,
  cannot: string | null,
  paper: Paper,
): string {
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
  if (front.length === 0)
    return `${about}\n${table}\n${cannot ?? 'No candidate reached the end of any log.'}\n`
  const lanes = front.map(({ lane }, at) => `${at + 1}  --lane '${lane.name}'\n`).join('')
  return `${about}\n${table}\nNo other candidate is cheaper and keeps as much, or keeps more for as little:\n${lanes}${cannot === null ? '' : `${cannot}\n`}`
}

function yamlOf({ name, config }: Lane): string {
  return configYaml(completeConfig(config), name)
}

function save(front: readonly BestOfSearch<Lane>[], prefix: string | undefined, io: Io): void {
  if (prefix === undefined) return
  for (const [at, one] of front.entries()) {
    const file = `${prefix}-${at + 1}.yaml`
    try {
      writeFileSync(resolve(io.cwd, file), yamlOf(one.lane))
    } catch (error) {
      throw new UsageError(`--save ${file}: ${reasonOf(error)}`)
    }
  }
}
