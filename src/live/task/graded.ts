import { columns, orders, tickets } from '../desk/desk.ts'
import type { World } from '../live.ts'
import { repository } from '../repository/repository.ts'
import { runCommand } from '../sandbox/shell.ts'
import { documents, figures } from '../shelf/shelf.ts'

/** How many parts of a result are right, and what is counted. */
export interface Grade {
  readonly right: number
  readonly of: number
  readonly what: string
}

/** Whether every test of the repository passes. */
export function bugFixed({ files }: World): Grade {
  return { right: runCommand('npm test', files).code === 0 ? 1 : 0, of: 1, what: 'bug fixed' }
}

/** Files of the repository about which the report has something to say. */
export function filesReported({ files }: World): Grade {
  const lines = (files.get('REPORT.md') ?? '').split('\n').filter((line) => !line.includes('could not keep'))
  const all = [...repository().files.keys()]
  const right = all.filter((path) => lines.some((line) => line.startsWith(`- ${path}: `))).length
  return { right, of: all.length, what: 'files in the report' }
}

/** Figures for which the answer has what the newest document says. */
export function figuresRight(_: World, answer: string): Grade {
  const right = figures.filter((figure) => {
    const newest = documents
      .filter(({ facts }) => facts[figure] !== undefined)
      .reduce((a, b) => (a.date > b.date ? a : b))
    return answer.includes(`- ${figure}: ${newest.facts[figure] ?? ''} (shelf/${newest.name}.md`)
  }).length
  return { right, of: figures.length, what: 'figures right' }
}

/** Lines of the report, one for each share and one for the sum, that are as the tables have it. */
export function decidedRight(_: World, answer: string): Grade {
  const expected = refundsDue()
  const lines = answer.split('\n').filter((line) => line.startsWith('- '))
  const right = expected.filter((line) => lines.includes(line)).length
  return { right, of: expected.length, what: 'lines of the report right' }
}

/** What the rules give for every ticket, in the words of a report. */
function refundsDue(): readonly string[] {
  const shares = new Map<number, number>()
  let sum = 0
  for (const { order, reason } of tickets) {
    const cells = orders.map((row) => row.split(',')).find(([id]) => id === order) ?? []
    const [, kind, days, delay, price] = columns.map((_, at) => cells[at] ?? '')
    const share = shareDue(kind ?? '', reason, Number(days), Number(delay))
    shares.set(share, (shares.get(share) ?? 0) + 1)
    sum += Math.round(Math.round(Number(price) * 100) * (share / 100))
  }
  const each = [...shares].map(([share, count]) => `- ${share} %: ${count}`)
  return [...each, `- sum: ${(sum / 100).toFixed(2)}`]
}

/** The rules as a person applies them. */
function shareDue(kind: string, reason: string, days: number, delay: number): number {
  if (kind === 'voucher') return 0
  switch (reason) {
    case 'damaged':
      return days <= 60 ? 100 : 40
    case 'late':
      return delay >= 10 ? 30 : delay >= 4 ? 15 : 0
    case 'changed-mind':
      return days <= 14 ? 100 : kind === 'book' && days <= 30 ? 50 : 0
    default:
      return days <= 365 ? 100 : kind === 'appliance' && days <= 730 ? 60 : 0
  }
}
