import { costOfRun, ENGINE_VERSION } from '../../sim/index.ts'
import type { BesideRecorded, MissCause, RunCost } from '../../sim/index.ts'
import { besideRecorded, pricesUsed } from '../../sim/internal.ts'
import type { Problem, Tokens, Turn } from '../../engine/index.ts'
import { pricedModel } from '../../llm/index.ts'
import {
  billOf,
  countsSentence,
  money,
  PRICE_COLUMNS,
  priceCells,
  pricesOfCalls,
  recordedSentences,
  timeSentence,
  tokensOfCalls,
  whole,
} from '../../view/index.ts'
import { write } from '../answer/answer.ts'
import { bareLines } from '../answer/result-answer.ts'
import { problemLines } from '../input/files.ts'
import { eachLog } from '../input/each.ts'
import { LANES, measuringOf } from '../measure/all.ts'
import { measure } from '../measure/measure.ts'
import { laneOf, withNames } from '../option/lane.ts'
import { EXIT } from '../terminal/io.ts'
import { clean, coloured, tableText } from '../terminal/table.ts'
import type { Paper } from '../terminal/table.ts'
import type { Command } from './command.ts'
import { OUTPUT, READING } from './command.ts'

/** What one lane of one log costs. Money is in US dollars. */
interface LaneCost {
  readonly log: string
  readonly lane: string
  readonly model: string
  /** The log names no model with a known price. */
  readonly assumed: boolean
  /** Null for a run that reached the end, else the turn at which it stopped: later calls cost nothing here. */
  readonly ended: Turn | null
  readonly usd: number
  readonly tokens: Readonly<
    Record<'prompt' | 'read' | 'written' | 'uncached' | 'output' | 'extra' | 'fetched', Tokens>
  >
  readonly missed: Readonly<Record<MissCause, Tokens>>
  readonly wasted: Readonly<Record<MissCause, number>>
  readonly parts: RunCost['parts']
  /** Estimated seconds. */
  readonly seconds: number
  /** Beside the usage in the log, where the lane sent what its client sent. */
  readonly recorded: Omit<BesideRecorded, 'calls'> | null
}

export const cost: Command = {
  name: 'cost',
  meaning: 'Say what each lane costs and why, with the prompt cache followed from call to call',
  arguments: '<log …>',
  notes: [
    'Without --lane: recorded, where the log shows compactions, and unmanaged, in a window for the whole conversation. The lane that sent what the client sent is compared with the usage in the log.',
  ],
  examples: [
    'context-window-lab cost session.jsonl',
    'context-window-lab cost session.jsonl --lane recorded --lane managed --model gpt-5',
  ],
  options: { ...LANES, ...READING, ...OUTPUT },
  async run(given, io) {
    const written = given.all('lane')
    const lanes = withNames(
      (written.length > 0 ? written : ['recorded', 'unmanaged']).map((one) => laneOf(one, io)),
    )
    const measuring = await measuringOf(given, lanes, written.length > 0 ? undefined : 'whole')
    const model = measuring.model === null ? null : pricedModel(measuring.model)
    const costs: { readonly of: LaneCost; readonly cost: RunCost; readonly beside: BesideRecorded | null }[] =
      []
    const logs: { readonly log: string; readonly problems: readonly Problem[] }[] = []
    let bare = 0
    const { unreadable, others } = await eachLog(given, io, (named, _at, _nth, say) => {
      logs.push({ log: named.log, problems: named.trace.intake.problems })
      const { runs } = measure(named, 0, measuring, say)
      if (runs.length === 0) bare += 1
      for (const { lane, timeline } of runs) {
        const found = costOfRun(timeline.data, model === null ? undefined : { model })
        const beside = besideRecorded(timeline, found)
        costs.push({
          of: laneCost(named.log, lane, found, beside, timeline.ended?.turn ?? null),
          cost: found,
          beside,
        })
      }
    })
    write(
      {
        unreadable,
        others,
        problems: problemLines(logs),
        json: () => ({
          format: 'context-window-lab cost',
          version: 1,
          engine: ENGINE_VERSION,
          costs: costs.map(({ of }) => of),
          logs,
          unreadable,
        }),
        csv: () => [
          ['log', 'lane', 'model', 'line', 'tokens', 'usd', ...PRICE_COLUMNS],
          ...costs.flatMap(({ of: { log, lane, model: by, usd: all }, cost: found }) => {
            const total = { id: 'total', tokens: tokensOfCalls(found), usd: all }
            const prices = priceCells(pricesUsed(found))
            return [total, ...billOf(found)].map(({ id, tokens, usd }) => [
              log,
              lane,
              by,
              id,
              tokens,
              usd,
              ...prices,
            ])
          }),
        ],
        table: (paper) =>
          [
            ...costs.map(({ of, cost: found, beside }) => textOf(of, found, beside, paper)),
            ...bareLines(bare),
          ].join('\n'),
      },
      given,
      io,
    )
    return logs.length === 0 ? EXIT.unread : EXIT.fine
  },
}

function laneCost(
  log: string,
  lane: string,
  found: RunCost,
  beside: BesideRecorded | null,
  ended: Turn | null,
): LaneCost {
  const {
    model,
    assumed,
    usd,
    prompt,
    read,
    written,
    uncached,
    output,
    missed,
    wasted,
    parts,
    time,
    others,
  } = found
  const { calls: __, ...recorded } = beside ?? { calls: [] }
  return {
    log,
    lane,
    model: model.id,
    assumed,
    ended,
    usd,
    tokens: { prompt, read, written, uncached, output, ...others },
    missed,
    wasted,
    parts,
    seconds: time.total / 1000,
    recorded: beside === null ? null : (recorded as Omit<BesideRecorded, 'calls'>),
  }
}

function textOf(
  { log, lane, assumed, ended }: LaneCost,
  found: RunCost,
  beside: BesideRecorded | null,
  paper: Paper,
): string {
  const title = `${log}, ${lane}, at the prices of ${pricesOfCalls(pricesUsed(found))}${assumed ? ' (the log names no model with a known price)' : ''}`
  const rows = billOf(found).map(({ label, tokens, part, usd, wasted }) => [
    label,
    whole(tokens),
    part ?? '',
    money(usd),
    wasted ?? '',
  ])
  const sum = ['Total', whole(tokensOfCalls(found)), '', money(found.usd), '']
  const table = tableText(
    { names: 1, head: ['', 'tokens', 'of prompts', 'cost', 'more than a read'], rows: [...rows, sum] },
    paper,
  )
  const sentences = [
    ...(ended === null
      ? []
      : [`The run stops at turn ${ended}, whose request does not fit: later calls are not in it.`]),
    timeSentence(found),
    ...[countsSentence(found)].filter((one) => one !== ''),
    ...(beside === null ? [] : recordedSentences(beside)),
  ]
  return `${coloured(clean(title), 'strong', paper.colour)}\n${table}${sentences.join('\n')}\n`
}
