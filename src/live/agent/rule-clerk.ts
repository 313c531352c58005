import type { Part } from '../../engine/index.ts'
import type { MockAgent } from '../live.ts'
import { pathsListed } from './listed.ts'
import { readOn } from './read-on.ts'
import { readingsOf, textOfReading } from './readings.ts'
import { read, replyWith, standstill } from './reply.ts'
import type { Wanted } from './reply.ts'
import { rulesIn, shareOf } from './rules.ts'
import { argument } from './seen-call.ts'
import { sightOf } from './sight.ts'
import type { Sight } from './sight.ts'

/** Cases that are read together. */
const BATCH = 2

/**
 * Decides cases by written rules, with a table beside them. It carries only its count from step to step: to decide, it
 * needs the rules, the case and its row in front of it, and fetches again what is gone.
 */
export const ruleClerk: MockAgent = Object.freeze({
  name: 'rule_clerk',
  meaning:
    'Decides cases one by one and keeps a count. For each decision it must see the rules: if they have left its window, it reads them again.',
  reply({ messages }) {
    const sight = sightOf(messages)
    return standstill(sight) ?? readOn(sight) ?? decided(sight)
  },
} satisfies MockAgent)

/** The decisions so far: how many, how many of each share in percent, and the sum in hundredths. */
interface Count {
  readonly cases: number
  readonly shares: ReadonlyMap<number, number>
  readonly sum: number
}

function decided(sight: Sight): readonly Part[] {
  const task = sight.task ?? ''
  const [table, rulesPath, folder] = [/[\w./-]+\.csv/, /[\w./-]+\.md/, /[\w./-]+\/(?![\w.])/].map(
    (pattern) => pattern.exec(task)?.[0],
  )
  if (table === undefined || rulesPath === undefined || folder === undefined)
    return replyWith(sight, 'Name a folder of cases, the rules as .md and a table as .csv.', new Map(), [])
  const readings = readingsOf(sight)
  const paths = pathsListed(sight)
  const written = readings.get(rulesPath)
  const columns = sight.notes.get('columns') ?? readings.get(table)?.lines.get(1)?.split(',')
  let count = countIn(sight)
  const notes = (): ReadonlyMap<string, readonly string[]> =>
    new Map([
      ['count', [countLine(count)]],
      ['columns', columns ?? []],
    ])
  const gone: readonly (readonly [string, Wanted])[] = [
    ...(paths === null ? [['the list of cases', list(folder)] as const] : []),
    ...(written?.whole === true ? [] : [[rulesPath, read(rulesPath)] as const]),
    ...(columns === undefined ? [[`the head of ${table}`, read(table, { limit: 1 })] as const] : []),
  ]
  if (paths === null || written?.whole !== true || columns === undefined) {
    const what = gone.map(([name]) => name).join(' and ')
    const isFirst = count.cases === 0 && sight.calls.length === 0 && !sight.forgot
    const words = isFirst
      ? `I begin with ${what}.`
      : `I cannot decide without ${what}, which I no longer see, so I fetch it again.`
    return replyWith(
      sight,
      words,
      notes(),
      gone.map(([, wanted]) => wanted),
    )
  }
  const rules = rulesIn(textOfReading(written))
  const told: string[] = []
  const missing: Wanted[] = []
  const [key = ''] = columns
  // First what is decided in this step, then what the following cases need.
  for (const path of paths.slice(count.cases, count.cases + BATCH)) {
    const reading = readings.get(path)
    const fields = reading?.whole === true ? fieldsIn(textOfReading(reading)) : null
    const id = fields?.get(key)
    const row = id === undefined ? undefined : rowOf(sight, table, id)
    if (fields === null) missing.push(read(path))
    else if (id !== undefined && row === undefined)
      missing.push({ name: 'grep_search', input: { text: id, path: table, word: true } })
    else if (missing.length === 0) {
      for (const [at, cell] of (row ?? []).entries()) fields.set(columns[at] ?? '', cell)
      const { rule, share, amount } = shareOf(rules, fields)
      count = added(count, share, amount)
      told.push(`${path}: ${rule}, ${share} % are ${money(amount)}.`)
    }
  }
  const next = paths.slice(count.cases, count.cases + BATCH)
  const words = told.length === 0 ? '' : `${told.join('\n')}\n`
  if (next.length === 0) return replyWith(sight, `${words}${reportOf(count, paths.length)}`, new Map(), [])
  if (missing.length > 0)
    return replyWith(sight, `${words}I need what I do not see yet: ${next.join(' and ')}.`, notes(), missing)
  return replyWith(
    sight,
    `${words}Case ${count.cases + 1} of ${paths.length}: I read ${next.join(' and ')}.`,
    notes(),
    next.map((path) => read(path)),
  )
}

function list(path: string): Wanted {
  return { name: 'list_files', input: { path } }
}

/** The lines `name: value` at the head of a case. */
function fieldsIn(text: string): Map<string, string> {
  const [head = ''] = text.split('\n\n')
  return new Map(
    [...head.matchAll(/^([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value] as const),
  )
}

/** The row of a table by its first cell, as a search found it; null if there is none, undefined if it is not visible. */
function rowOf({ calls }: Sight, table: string, id: string): readonly string[] | null | undefined {
  const search = calls.findLast((call) => call.name === 'grep_search' && argument(call, 'text') === id)
  const [head = '', ...lines] = search?.result?.split('\n') ?? []
  if (!/^\d+ match(?:es)? of /.test(head)) return undefined
  const rows = lines.map((line) =>
    line
      .slice(`${table}:`.length)
      .replace(/^\d+: /, '')
      .split(','),
  )
  return rows.find(([first]) => first === id) ?? null
}

function added({ cases, shares, sum }: Count, share: number, amount: number): Count {
  return {
    cases: cases + 1,
    shares: new Map(shares).set(share, (shares.get(share) ?? 0) + 1),
    sum: sum + amount,
  }
}

/** The furthest count among the notes: those that a summary kept may be older. */
function countIn({ notes }: Sight): Count {
  let most: Count = { cases: 0, shares: new Map(), sum: 0 }
  for (const item of notes.get('count') ?? []) {
    const [, cases, sum, shares = ''] = /^(\d{1,6}) cases, sum (\d{1,12}); ?(.*)$/.exec(item) ?? []
    if (cases === undefined || Number(cases) <= most.cases) continue
    const each = [...shares.matchAll(/(\d{1,3}) % x (\d{1,6})/g)]
    most = {
      cases: Number(cases),
      shares: new Map(each.map(([, share, times]) => [Number(share), Number(times)])),
      sum: Number(sum),
    }
  }
  return most
}

function countLine({ cases, shares, sum }: Count): string {
  return `${cases} cases, sum ${sum}; ${[...shares].map(([share, times]) => `${share} % x ${times}`).join(', ')}`
}

function reportOf({ cases, shares, sum }: Count, all: number): string {
  const each = [...shares].toSorted(([a], [b]) => b - a).map(([share, times]) => `- ${share} %: ${times}`)
  return `I decided ${cases} of ${all} cases.\n${each.join('\n')}\n- sum: ${money(sum)}`
}

function money(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}
