import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelFacts, models } from '../../llm/index.ts'
import { createClient } from '../../provider/index.ts'
import { BY_MODEL, NotMeasured, rowByModel, rowsOf, SHARE } from '../../testing/planted/measure.ts'
import type { Row } from '../../testing/planted/measure.ts'
import { money } from '../../sim/internal.ts'
import { PLANTED_KINDS, TURNS } from '../../testing/planted/plant.ts'
import type { Templates } from '../../testing/planted/plant.ts'
import { LimitReached, paidModel } from './paid.ts'

/** What the command line gives. */
export interface Wanted {
  /** Whose summaries are measured, too; missing: only the built-in writer's. */
  readonly model?: string
  /** US dollars that all calls together may cost. */
  readonly limit?: string
  /** How many conversations of each setting. */
  readonly seeds: string
  /** A set of templates: `held-out-trades`, … */
  readonly set: string
  readonly key: string
  readonly baseUrl?: string | undefined
}

/** Tries after the first, each after the wait that the provider asks for, or one twice as long as the last. */
const RETRIES = 5

const SETTINGS = ['chat', 'coding'] as const

/**
 * Prints what is kept, a row for each way of shortening: first those that need no model, then, with a model, the same
 * questions to its summaries. It stops before the call that could exceed the limit, and waits where the provider asks
 * for it.
 *
 * @returns false if a model was wanted and no row of it was measured, or a failed call ended it
 * @throws Error for what its user wrote wrong
 */
export async function plantedReport(wanted: Wanted, print: (line: string) => void): Promise<boolean> {
  const { set, model, key } = wanted
  const count = Number(wanted.seeds)
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--seeds needs a whole number from 1, not ${wanted.seeds}`)
  const folder = join(import.meta.dirname, '..', '..', 'testing', 'planted')
  const sets = readdirSync(folder).flatMap(
    (file) => /^(held-out(?!-sessions).*|templates.*)\.json$/.exec(file)?.[1] ?? [],
  )
  if (!sets.includes(set)) throw new Error(`--set needs one of ${sets.join(', ')}, not ${set}`)
  const templates = JSON.parse(readFileSync(join(folder, `${set}.json`), 'utf8')) as Templates
  const seeds = Array.from({ length: count }, (_, index) => index + 1)
  const paid = model === undefined ? null : payer({ ...wanted, model })
  print(
    `Planted facts (${set}), ${count} of each setting with ${TURNS} turns. Each text may have ${SHARE * 100} % of the conversation; a fact is kept if all its words are there.`,
  )
  let measured = 0
  for (const setting of SETTINGS) {
    print(`\n## ${setting}\n\n${line(['', ...HEADS])}\n${line(['---', ...HEADS.map(() => '---:')])}`)
    for (const row of rowsOf(setting, templates, seeds)) print(lineOf(row.name, row))
    if (paid === null) continue
    for (const way of BY_MODEL) {
      try {
        const row = await rowByModel(way, setting, templates, seeds, paid.answer)
        const { answers, unusable } = row
        if (answers > 0) measured += 1
        const some = unusable === 0 ? '' : `, ${unusable} of ${answers} answers unusable`
        print(lineOf(`${way}, by ${model}${some}`, row))
      } catch (failure) {
        if (!(failure instanceof Error)) throw failure
        if (failure instanceof NotMeasured) {
          print(line([`${way}, by ${model}: not measured, ${failure.message}`, ...HEADS.map(() => '')]))
          continue
        }
        print(`\n${way}, by ${model}: not measured, ${failure.message}`)
        // A refused key stays refused.
        print(spentBy(paid))
        return failure instanceof LimitReached && measured > 0
      }
    }
  }
  if (paid !== null) print(`\n${spentBy(paid)}`)
  if (key !== '' && model === undefined)
    print('\nThe key was not used: --model names whose summaries to measure.')
  return paid === null || measured > 0
}

function payer({
  model,
  limit,
  key,
  baseUrl,
}: Wanted & { readonly model: string }): ReturnType<typeof paidModel> {
  const facts = modelFacts(model)
  if (facts === null)
    throw new Error(`No price of ${model} is known. Known are ${Object.keys(models).join(', ')}`)
  const most = Number(limit)
  if (limit === undefined || !(most > 0))
    throw new Error(`--limit needs the US dollars that all calls may cost, not ${limit ?? 'nothing'}`)
  if (key === '') throw new Error('Put your key in ANTHROPIC_API_KEY')
  const address = baseUrl ?? 'https://api.anthropic.com'
  return paidModel(createClient({ key: () => key, baseUrl: address, retries: RETRIES }), facts, most)
}

function spentBy(paid: ReturnType<typeof paidModel>): string {
  const { calls, usd } = paid.spent()
  return `${calls} calls, ${money(usd)}`
}

const HEADS = ['goals and constraints', 'others', 'old value only', ...PLANTED_KINDS, 'used']

function lineOf(name: string, { binding, others, stale, of, used }: Row): string {
  return line([
    name,
    ...[binding, others, stale, ...PLANTED_KINDS.map((kind) => of[kind]), used].map(
      (share) => `${Math.round(share * 100)} %`,
    ),
  ])
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
