import { autopsyOf, ENGINE_VERSION, isBroken, takeIn } from '../../sim/index.ts'
import type { Autopsy, AutopsyItem } from '../../sim/index.ts'
import { chars4 } from '../../engine/index.ts'
import type { Problem } from '../../engine/index.ts'
import {
  adviceSentence,
  autopsyFacts,
  autopsyRows,
  autopsySentences,
  autopsySheet,
  autopsyTitle,
  detectionNote,
  foreignSentence,
  lostText,
  versionRows,
  copiedSentence,
  versionSheet,
} from '../../view/index.ts'
import { write } from '../answer/answer.ts'
import { problemLines } from '../input/files.ts'
import { eachLog } from '../input/each.ts'
import { EXIT } from '../terminal/io.ts'
import { clean, coloured, tableText } from '../terminal/table.ts'
import type { Paper } from '../terminal/table.ts'
import type { Command } from './command.ts'
import { OUTPUT, READING } from './command.ts'

interface LogAutopsy {
  readonly log: string
  readonly problems: readonly Problem[]
  readonly autopsy: Autopsy
}

export const autopsy: Command = {
  name: 'autopsy',
  meaning: 'Say which rules, decisions, numbers, files and tasks the compactions of a log lost',
  arguments: '<log …>',
  notes: ['Several logs end with a table by client and version.'],
  examples: [
    'context-window-lab autopsy session.jsonl',
    'context-window-lab autopsy session.jsonl --lost   # a text to paste into the conversation',
    'context-window-lab autopsy ~/.claude/projects --format csv --out lost.csv',
  ],
  options: {
    lost: { meaning: 'Print only what was lost and not brought back, as a text to paste' },
    all: { meaning: 'List also what was kept' },
    ...READING,
    ...OUTPUT,
  },
  async run(given, io) {
    const logs: LogAutopsy[] = []
    // Nothing in an autopsy is counted.
    const { unreadable, others } = await eachLog(given, io, ({ log, trace }) => {
      logs.push({ log, problems: trace.intake.problems, autopsy: autopsyOf(takeIn(trace, chars4)) })
    })
    const text = (paper: Paper): string => {
      if (given.has('lost'))
        return logs
          .flatMap((one) => one.autopsy.compactions.flatMap((compaction) => lostText(compaction)?.text ?? []))
          .join('\n')
      return [
        ...logs.map((one) => textOf(one, given.has('all'), paper)),
        ...(logs.length > 1 ? [versionText(logs, paper)] : []),
        ...(logs.some((one) => one.autopsy.compactions.length > 0) ? [`${detectionNote()}\n`] : []),
      ].join('\n')
    }
    write(
      {
        unreadable,
        others,
        problems: problemLines(logs),
        json: () => ({
          format: 'context-window-lab autopsy',
          version: 1,
          engine: ENGINE_VERSION,
          logs,
          unreadable,
        }),
        csv: () => {
          const [head = []] = logs[0] === undefined ? [] : autopsySheet(logs[0].autopsy)
          return [
            ['log', ...head],
            ...logs.flatMap((one) =>
              autopsySheet(one.autopsy)
                .slice(1)
                .map((row) => [one.log, ...row]),
            ),
          ]
        },
        table: text,
        told: given.has('lost') ? 'beside' : 'below',
      },
      given,
      io,
    )
    return logs.length === 0 ? EXIT.unread : EXIT.fine
  },
}

function textOf({ log, autopsy: found }: LogAutopsy, all: boolean, paper: Paper): string {
  const strong = (text: string): string => `${coloured(clean(text), 'strong', paper.colour)}\n`
  if (found.compactions.length === 0) return `${strong(log)}The log shows no compaction.\n`
  const foreign = foreignSentence(found.said)
  const advice = adviceSentence(found)
  return [
    strong(log),
    ...(foreign === null ? [] : [`${foreign}\n`]),
    ...found.compactions.flatMap((compaction) => {
      const rows = autopsyRows(compaction).filter(({ lost }) => all || lost)
      return [
        `\n${strong(autopsyTitle(compaction))}${clean(autopsyFacts(found, compaction))}\n`,
        ...autopsySentences(compaction).map((sentence) => `${clean(sentence)}\n`),
        ...rows.map(
          ({ kind, by, fate, item, later, again }) =>
            `  ${fate}: ${kind} (${by}, turn ${item.turn}): ${clean(item.text)}\n${[
              later,
              ...callOf(item),
              again,
            ]
              .filter((one) => one !== '–')
              .map((one) => `      ${clean(one)}\n`)
              .join('')}`,
        ),
      ]
    }),
    ...(advice === null ? [] : [`\n${advice}\n`]),
  ].join('')
}

/** What the call that contradicts an item did: the file or the command. */
function callOf(item: AutopsyItem): readonly string[] {
  return isBroken(item) ? [`${item.broken.tool}: ${item.broken.shown.slice(0, 160)}`] : []
}

function versionText(logs: readonly LogAutopsy[], paper: Paper): string {
  const all = logs.map(({ log, autopsy: found }) => ({ name: log, autopsies: [found] }))
  const rows = versionRows(all)
  if (rows.length === 0) return ''
  const [head = [], ...cells] = versionSheet(rows)
  const copied = copiedSentence(all)
  const table = tableText(
    {
      names: 2,
      head: head.map(String),
      rows: cells.map((row) => row.map((cell) => ({ text: cell === null ? '–' : String(cell) }))),
    },
    paper,
  )
  return copied === '' ? table : `${table}${copied}\n`
}
