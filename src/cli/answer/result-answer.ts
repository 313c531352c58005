import {
  contentWindow,
  copiesSentence,
  counted,
  PRICE_COLUMNS,
  priceCells,
  turnsWithNumbers,
  whole,
} from '../../view/index.ts'
import type { CsvCell } from '../../view/index.ts'
import { metricList } from '../../sim/index.ts'
import type { MetricId } from '../../sim/index.ts'
import type { Answer } from './answer.ts'
import { problemLines } from '../input/files.ts'
import type { LogResult, Result } from '../measure/result.ts'
import { logsTable, logTable, rulesTable, sumsTable } from './figures.ts'
import { answerLine, chanceLine, markdownOf, priceLine } from './markdown.ts'
import { clean, coloured, tableText } from '../terminal/table.ts'
import type { Paper } from '../terminal/table.ts'

/** A result in all its forms. */
export function answerOf(result: Result, ids: readonly MetricId[], others: readonly string[] = []): Answer {
  return {
    unreadable: result.unreadable,
    others,
    problems: problemLines(result.logs),
    json: () => result,
    csv: () => csvOf(result),
    markdown: () => markdownOf(result, ids),
    table: (paper) => textOf(result, ids, paper),
  }
}

function textOf(result: Result, ids: readonly MetricId[], paper: Paper): string {
  const { logs, settings } = result
  const [only] = logs
  const parts: string[] = []
  const heading = (text: string): string => `${coloured(clean(text), 'strong', paper.colour)}\n`
  if (only !== undefined && logs.length === 1) {
    const table = only.lanes.length === 0 ? '' : tableText(logTable(only, ids, settings.baseline), paper)
    parts.push(heading(only.log) + factsOf(only) + '\n' + table)
    if (only.divergence !== null)
      parts.push(`${only.divergence.lanes.join(' and ')} first differ in turn ${only.divergence.turn}.\n`)
  } else if (logs.length > 1) {
    parts.push(tableText(logsTable(logs, ids), paper))
    const against = settings.baseline === null ? '' : `, compared with ${settings.baseline} log by log`
    const note = chanceLine(result)
    parts.push(
      heading(`All ${counted(logs.length, 'log')}${against}`) +
        tableText(sumsTable(result, ids), paper) +
        (note === null ? '' : `${note}\n`),
    )
  }
  parts.push(...bareLines(logs.filter(({ lanes }) => lanes.length === 0).length))
  const copies = copiesSentence(logs)
  if (copies !== null) parts.push(`${copies}\n`)
  const prices = priceLine(result)
  if (prices !== null) parts.push(`${prices}\n`)
  const rules = rulesTable(result)
  if (rules !== null) parts.push(tableText(rules, paper))
  const best = answerLine(result)
  if (best !== null) parts.push(`${clean(best)}\n`)
  return parts.join('\n')
}

/** Why nothing was run on some logs. */
export function bareLines(bare: number): readonly string[] {
  if (bare === 0) return []
  return [
    `Nothing was run on ${bare === 1 ? 'one log: its' : `${counted(bare, 'log')}: their`} client compacted nothing, so ${bare === 1 ? 'it has' : 'they have'} no lane recorded. The lane client is what any client sent.\n`,
  ]
}

function factsOf({ reader, model, turns, peak, lanes }: LogResult): string {
  const [first] = lanes
  const FROM = {
    model: 'its model’s',
    content: `suggested: ${contentWindow(first?.window ?? 0)}`,
    share: 'a share of its peak',
    whole: 'for the whole conversation',
    given: 'as given',
    lane: 'the lane’s own',
  } as const
  const window = first === undefined ? '' : `, window ${whole(first.window)} (${FROM[first.windowFrom]})`
  return `${clean(`${reader}${model === null ? '' : `, ${model}`}, ${turnsWithNumbers(turns)}, peak ${whole(peak)} tokens${window}`)}\n`
}

function csvOf({ logs }: Result): readonly (readonly CsvCell[])[] {
  const ids = metricList.map(({ id }) => id)
  return [
    ['log', 'lane', 'reader', 'model', 'turns', 'window', ...ids, ...PRICE_COLUMNS],
    ...logs.flatMap(({ log, reader, model, turns, prices, lanes }) =>
      lanes.map(({ lane, window, metrics }) => [
        log,
        lane,
        reader,
        model,
        turns,
        window,
        ...ids.map((id) => metrics[id]),
        ...priceCells(prices),
      ]),
    ),
  ]
}
