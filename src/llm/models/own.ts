import type { Problem } from '../../engine/index.ts'
import type { LongPrompt, ModelFacts, Price } from './model.ts'

/** A person's own table of models: what could be read, and a problem for everything else. */
export interface OwnModels {
  readonly models: ReadonlyMap<string, ModelFacts>
  readonly problems: readonly Problem[]
}

/** Longer texts are refused unread. */
export const LONGEST_TABLE = 1_000_000

/**
 * Reads a table of models that a person edited: a JSON list of `ModelFacts` (COST-1). An entry with an error is left
 * out and the others are kept; each error is reported with its place, such as `models[2].price.input`.
 */
export function readModelFacts(text: string): OwnModels {
  if (text.length > LONGEST_TABLE) {
    return failed('too-long', `a table of models has at most ${LONGEST_TABLE} characters, not ${text.length}`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return failed(
      'not-json',
      `the table of models is not valid JSON: ${error instanceof Error ? error.message : ''}`,
    )
  }
  if (!Array.isArray(value)) {
    return failed('wrong-type', `the table of models must be a list, not ${shown(value)}`)
  }
  const models = new Map<string, ModelFacts>()
  const problems: Problem[] = []
  value.forEach((entry: unknown, index) => {
    const place = `models[${index}]`
    const read = modelFactsFrom(entry, place)
    problems.push(...read.problems)
    if (read.facts === null) return
    if (models.has(read.facts.id)) {
      problems.push(
        problem(
          'twice',
          `${place}.id: a model may be listed only once; the first entry is used: ${shown(read.facts.id)}`,
        ),
      )
      return
    }
    models.set(read.facts.id, read.facts)
  })
  return { models, problems }
}

/** The text that `readModelFacts` reads. */
export function writeModelFacts(models: Iterable<ModelFacts>): string {
  return `${JSON.stringify([...models], null, 2)}\n`
}

/** One entry from a form or a table; null with at least one error if it cannot be used. */
export function modelFactsFrom(
  value: unknown,
  place: string,
): { readonly facts: ModelFacts | null; readonly problems: readonly Problem[] } {
  const fields = new Fields(value, place)
  const id = fields.text('id')
  const facts: ModelFacts = {
    id,
    label: fields.has('label') ? fields.text('label') : id,
    window: fields.count('window', 1),
    maxOutput: fields.isNull('maxOutput') ? null : fields.count('maxOutput', 1),
    price: priceIn(fields.inner('price')),
    ...(fields.has('longPrompt') ? { longPrompt: longPromptIn(fields.inner('longPrompt')) } : {}),
    source: fields.has('source') ? fields.text('source') : 'own entry',
    dated: fields.day('dated'),
  }
  fields.done()
  const problems = fields.problems
  return { facts: problems.some(({ severity }) => severity === 'error') ? null : facts, problems }
}

function priceIn(fields: Fields): Price {
  const price = {
    input: fields.dollars('input'),
    output: fields.dollars('output'),
    cacheRead: fields.dollars('cacheRead'),
    cacheWrite5m: fields.dollars('cacheWrite5m'),
    cacheWrite1h: fields.dollars('cacheWrite1h'),
  }
  fields.done()
  return price
}

function longPromptIn(fields: Fields): LongPrompt {
  const long = { above: fields.count('above', 0), price: priceIn(fields.inner('price')) }
  fields.done()
  return long
}

/** The fields of one object, each read once. An error is recorded and a harmless value returned instead. */
class Fields {
  readonly problems: Problem[]
  readonly #values: ReadonlyMap<string, unknown>
  readonly #place: string
  readonly #read = new Set<string>()
  readonly #broken: boolean

  constructor(value: unknown, place: string, problems: Problem[] = []) {
    this.problems = problems
    this.#place = place
    this.#broken = typeof value !== 'object' || value === null || Array.isArray(value)
    this.#values = new Map(this.#broken ? [] : Object.entries(value as object))
    if (this.#broken) this.#fault('wrong-type', place, `must be an object, not ${shown(value)}`)
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  /** True for a field that is null or missing. */
  isNull(name: string): boolean {
    this.#read.add(name)
    return (this.#values.get(name) ?? null) === null
  }

  text(name: string): string {
    const value = this.#take(name)
    if (typeof value === 'string' && value.trim() !== '') return value
    return this.#wrong(name, 'a text', value, '')
  }

  /** A whole number of tokens. */
  count(name: string, least: number): number {
    const value = this.#take(name)
    if (Number.isSafeInteger(value) && Number(value) >= least) return Number(value)
    return this.#wrong(name, `a whole number of tokens, at least ${least}`, value, least)
  }

  /** US dollars per million tokens. */
  dollars(name: string): number {
    const value = this.#take(name)
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
    return this.#wrong(name, 'dollars per million tokens, 0 or more', value, 0)
  }

  day(name: string): string {
    const value = this.#take(name)
    if (typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return value
    return this.#wrong(name, 'a day as 2026-11-21', value, '')
  }

  inner(name: string): Fields {
    const value = this.#take(name)
    // For a value that is not an object, one error is enough: its fields are not reported.
    return new Fields(value, `${this.#place}.${name}`, this.#broken ? [] : this.problems)
  }

  /** Warns about unknown fields. */
  done(): void {
    for (const name of this.#values.keys()) {
      if (this.#read.has(name)) continue
      this.problems.push({
        severity: 'warning',
        code: 'unknown-field',
        message: `${this.#place}: a model has no such field, so it is ignored: ${shown(name)}`,
      })
    }
  }

  #take(name: string): unknown {
    this.#read.add(name)
    return this.#values.get(name)
  }

  #wrong<T>(name: string, expected: string, value: unknown, instead: T): T {
    const found = this.#values.has(name) ? `not ${shown(value)}` : 'but it is missing'
    if (!this.#broken) this.#fault('wrong-value', `${this.#place}.${name}`, `must be ${expected}, ${found}`)
    return instead
  }

  #fault(code: string, place: string, message: string): void {
    this.problems.push(problem(code, `${place} ${message}`))
  }
}

function failed(code: string, message: string): OwnModels {
  return { models: new Map(), problems: [problem(code, message)] }
}

function problem(code: string, message: string): Problem {
  return { severity: 'error', code, message }
}

/** A value as in the text, shortened if long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
