import { completeConfig } from '../../config/index.ts'
import { configYaml, onlyDifferences } from '../../config/internal.ts'
import { pricedModel } from '../../llm/index.ts'
import { bestOf, inDrawingOrder, LEAST_FOR_INTERVAL, USUAL_MODEL } from '../../sim/internal.ts'
import type { MetricId } from '../../sim/index.ts'
import {
  AIM_TEXT,
  bestSentence,
  copiesSentence,
  counted,
  lackingText,
  markdown,
  whole,
  windowOfLogs,
} from '../../view/index.ts'
import { problemLines } from '../input/files.ts'
import { laneIn } from '../measure/sums.ts'
import type { Result } from '../measure/result.ts'
import type { Cell, Table } from '../terminal/table.ts'
import { logsTable, logTable, rulesTable, sumsTable } from './figures.ts'

/** A result as Markdown, without a date: the same logs give the same bytes. */
export function markdownOf(result: Result, ids: readonly MetricId[]): string {
  const { logs, settings, unreadable } = result
  const { plain, fenced } = markdown
  const [only] = logs
  const best = answerLine(result)
  const rules = rulesTable(result)
  const problems = problemLines(logs)
  const against = settings.baseline === null ? '' : `, compared with ${settings.baseline}`
  return `${[
    `# ${plain(only !== undefined && logs.length === 1 ? only.log : counted(logs.length, 'log'))}${plain(against)}`,
    ...[best, copiesSentence(logs), priceLine(result)].flatMap((line) =>
      line === null ? [] : [plain(line)],
    ),
    ...(only !== undefined && logs.length === 1
      ? [tableOf(logTable(only, ids, settings.baseline))]
      : logs.length > 1
        ? [
            '## All logs',
            tableOf(sumsTable(result, ids)),
            ...[chanceLine(result)].flatMap((line) => line ?? []),
            '## Log by log',
            tableOf(logsTable(logs, ids)),
          ]
        : []),
    ...(rules === null ? [] : [tableOf(rules)]),
    '## Settings',
    `Window: ${plain(settings.window)}; tokens counted with ${plain(settings.counter)}. What differs from the defaults:`,
    ...settings.lanes.flatMap(({ name, config }) => [
      `### ${plain(name)}`,
      fenced('yaml', onlyDifferences(configYaml(completeConfig(config), name))),
    ]),
    ...(problems.length === 0
      ? []
      : [
          `## Problems in ${counted(problems.length, 'log')}`,
          problems.map((line) => `- ${plain(line.trim())}`).join('\n'),
        ]),
    ...(unreadable.length === 0
      ? []
      : [
          `## ${counted(unreadable.length, 'file')} not read`,
          unreadable.map(({ log, message }) => `- ${plain(log)}: ${plain(message)}`).join('\n'),
        ]),
  ].join('\n\n')}\n`
}

/** What the mark of a difference in the table of all logs means; null where no log is compared often enough to have one. */
export function chanceLine({ sums }: Result): string | null {
  return sums.some(({ against }) => against !== null && against.logs >= LEAST_FOR_INTERVAL)
    ? 'A difference with ~ may be chance: its 95 % interval over the logs includes 0. JSON has the intervals.'
    : null
}

/** Whose prices the costs have of logs that name no model with a known one; null where there is none. */
export function priceLine({ logs, settings }: Result): string | null {
  const unknown = logs.filter(({ model }) => model === null || pricedModel(model) === null).length
  if (unknown === 0 || settings.model !== null) return null
  const [which, whose] = unknown === 1 ? ['log names', 'its costs are'] : ['logs name', 'their costs are']
  return `${whole(unknown)} ${which} no model with a known price: ${whose} at the prices of ${pricedModel(USUAL_MODEL)?.label ?? USUAL_MODEL}. --model names another.`
}

/** Which lane is best, as the page says it, or at least which cannot be used; null if there is nothing to say. */
export function answerLine(result: Result): string | null {
  const cannot = lackingText(result.sums.map(({ lane, study }) => ({ label: lane, summary: study })))
  return bestLine(result) ?? cannot
}

/** Null unless several lanes are compared that all logs have. */
function bestLine({ logs, sums, settings: { baseline } }: Result): string | null {
  const place = sums.findIndex(({ lane }) => lane === baseline)
  if (place < 0 || sums.length < 2) return null
  if (logs.length < 2 || sums.some((sum) => sum.logs !== logs.length)) return null
  const figures = inDrawingOrder(logs).map((log) => sums.map(({ lane }) => laneIn(log, lane)?.study))
  const answered = sums.map(({ lane, study }) => ({
    label: lane,
    summary: study,
    lost: logs.reduce((sum, log) => sum + (laneIn(log, lane)?.missing.constraint ?? 0), 0),
  }))
  const best = bestOf(
    figures,
    answered.map(({ summary }) => summary),
    answered.map(({ lost }) => lost),
    place,
    'safe',
  )
  const parts = bestSentence({
    best,
    aim: 'safe',
    logs: logs.length,
    window: windowOfLogs(logs.flatMap(({ lanes: [lane] }) => lane ?? [])),
    lanes: answered,
    baseline: place,
    baselineName: baseline ?? '',
  })
  return `${parts.map(({ text }) => text).join('')} Best is ${AIM_TEXT.safe}.`
}

function tableOf({ head, rows }: Table): string {
  const { row, cell } = markdown
  const textOf = (one: Cell | string): string => cell(typeof one === 'string' ? one : one.text)
  const [first = [], ...others] = [head, ...rows].map((cells) => cells.map(textOf))
  return [row(first), row(first.map((_, at) => (at === 0 ? '---' : '---:'))), ...others.map(row)].join('\n')
}
