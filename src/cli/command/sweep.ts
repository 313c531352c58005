import { completeConfig, overlaid } from '../../config/index.ts'
import { ProblemError } from '../../engine/index.ts'
import { changeOf } from '../../sim/internal.ts'
import { laneOf, settingIn, splitAtCommas, valueIn } from '../option/lane.ts'
import type { Lane } from '../option/lane.ts'
import type { Given } from '../option/options.ts'
import { CONDITION_NOTES } from '../condition/verdict.ts'
import { UsageError } from '../terminal/io.ts'
import type { Command } from './command.ts'
import { measuredLanes, RESULT_OPTIONS } from './measured.ts'

/** More lanes than this are a mistake. */
const MOST_LANES = 200

export const sweep: Command = {
  name: 'sweep',
  meaning: 'Replay logs through one strategy with several values of its settings',
  arguments: '<log …>',
  notes: [
    'Each --set has a setting and its values; several --set give every combination. The lane without changes is the baseline.',
    ...CONDITION_NOTES,
  ],
  examples: [
    'context-window-lab sweep session.jsonl --lane managed --set eviction.target=0.5,0.6,0.7',
    'context-window-lab sweep logs --lane hybrid --set eviction.target=0.4..0.8/0.1 --metrics cost,need-hit-rate',
  ],
  options: {
    ...RESULT_OPTIONS,
    set: {
      value: '<key=values>',
      short: 's',
      several: true,
      meaning: 'A setting with its values: eviction.target=0.5,0.6 or a range with its step, 0.4..0.8/0.1',
    },
  },
  run: (given, io) => {
    const [written = 'managed', second] = given.all('lane')
    if (second !== undefined)
      throw new UsageError(`sweep varies one lane, but two are given: ${written} and ${second}`)
    const base = laneOf(written, io)
    return measuredLanes(given, io, [base, ...combinations(base, setsIn(given))], true)
  },
}

interface Set {
  readonly key: string
  readonly values: readonly string[]
}

function setsIn(given: Given): readonly Set[] {
  const sets = given.all('set')
  if (sets.length === 0)
    throw new UsageError('sweep needs a setting with its values, as in --set eviction.target=0.5,0.6')
  return sets.map((text) => {
    const { key, value } = settingIn(text, 'eviction.target=0.5,0.6')
    return { key, values: valuesIn(value) }
  })
}

/** `0.5,0.6` or `0.4..0.8/0.1` */
function valuesIn(text: string): readonly string[] {
  const [, from, to, step] = /^(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (from === undefined || to === undefined || step === undefined)
    return splitAtCommas(text).map((one) => one.trim())
  const [low, high, by] = [Number(from), Number(to), Number(step)]
  const count = Math.floor((high - low) / by + 1e-9) + 1
  if (by === 0 || count < 1 || count > MOST_LANES)
    throw new UsageError(
      `A range has a start, an end above it, a step, and at most ${MOST_LANES} values, as in 0.4..0.8/0.1, but this is ${text}`,
    )
  return Array.from({ length: count }, (_, nth) => String(Number((low + nth * by).toFixed(10))))
}

function combinations(base: Lane, sets: readonly Set[]): readonly Lane[] {
  let lanes: readonly { readonly texts: readonly string[]; readonly config: Lane['config'] }[] = [
    { texts: [], config: base.config },
  ]
  for (const { key, values } of sets)
    lanes = lanes.flatMap(({ texts, config }) =>
      values.map((value) => ({
        texts: [...texts, `${key}=${value}`],
        config: overlaid(config, changeOf(key, valueIn(value))),
      })),
    )
  if (lanes.length > MOST_LANES)
    throw new UsageError(`These values give ${lanes.length} lanes; at most ${MOST_LANES} are run at once`)
  return lanes.map(({ texts, config }) => {
    const name = texts.join(',')
    try {
      completeConfig(config)
    } catch (error) {
      throw error instanceof ProblemError ? new UsageError(`--set ${name}: ${error.message}`) : error
    }
    return { name, config }
  })
}
