import type { Place, Problem, Severity } from '../core/problem.ts'
import { CHECKPOINT_FORMAT, CHECKPOINT_SCHEMA, checkpointProblems } from './checkpoint.ts'
import type { Checkpoint, CheckpointContent } from './checkpoint.ts'
import { emptyContent, FIELD_NAMES, FIELDS } from './fields.ts'
import type { FieldName } from './fields.ts'
import { quoted } from './outline.ts'
import type { Fault, Fields, Node, Report } from './outline.ts'
import { upgraded } from './upgrade.ts'

/** Longer texts are refused unread. A checkpoint usually has two to five thousand characters. */
export const LONGEST_TEXT = 4_000_000
/** Further problems in one file are only counted. */
const MOST_PROBLEMS = 20

/** A checkpoint, or null and at least one error; warnings may come with either. */
export interface ReadCheckpoint {
  readonly checkpoint: Checkpoint | null
  readonly problems: readonly Problem[]
}

/** Reads a whole file's fields, from JSON or Markdown: format and schema first, then upgrades, then every field. */
export function readFile(fields: Fields, text: string): ReadCheckpoint {
  const foreign = foreignness(fields)
  if (foreign !== null) return refused(text, foreign)
  const faults: Fault[] = []
  const warnings: Fault[] = []
  const error: Report = (fault) => faults.push(fault)
  const warn: Report = (fault) => (fault.code === 'unknown-field' ? warnings : faults).push(fault)
  const current = upgraded(fields)
  const content = readContent(current, emptyContent(), warn)
  const checkpoint: Checkpoint = {
    format: CHECKPOINT_FORMAT,
    schema: CHECKPOINT_SCHEMA,
    window: wholeNumber(current, 'window', 1, error),
    version: wholeNumber(current, 'version', 1, error),
    turn: wholeNumber(current, 'turn', 0, error),
    time: timeOf(current, error),
    ...content,
  }
  for (const [name, node] of current) if (!KNOWN.has(name)) warnings.push(unknown(name, node))
  const problems = [
    ...problemsOf(text, faults, 'error'),
    ...problemsOf(text, warnings, 'warning'),
    ...checkpointProblems(checkpoint).filter(({ code }) => faults.length === 0 || isNews(code, current)),
  ]
  return { checkpoint: problems.some(({ severity }) => severity === 'error') ? null : checkpoint, problems }
}

/** If a file has errors, only a missing goal is worth reporting too: the other problems follow from the errors. */
function isNews(code: string, fields: Fields): boolean {
  return code === 'no-goal' && typeof (fields.get('goal')?.value ?? '') === 'string'
}

/** The content fields laid over the known ones; a missing or invalid field keeps its known value. */
export function readContent(fields: Fields, known: CheckpointContent, report: Report): CheckpointContent {
  const content = { ...emptyContent(), ...picked(known) }
  const readOne = <K extends FieldName>(name: K): void => {
    const node = fields.get(name)
    if (node !== undefined)
      content[name] = FIELDS[name].shape.read(node, name, report, content[name]) ?? content[name]
  }
  for (const name of FIELD_NAMES) readOne(name)
  return content
}

/** Errors as problems with line and column; beyond twenty, the rest is only counted. */
export function problemsOf(text: string, faults: readonly Fault[], severity: Severity): Problem[] {
  const problems: Problem[] = faults.slice(0, MOST_PROBLEMS).map(({ at, ...fault }) => ({
    severity,
    ...fault,
    ...placeIn(text, at),
  }))
  const more = faults.length - problems.length
  if (more > 0)
    problems.push({ severity, code: 'more-problems', message: `and of such problems, more: ${more}` })
  return problems
}

export function refused(text: string, fault: Fault): ReadCheckpoint {
  return { checkpoint: null, problems: problemsOf(text, [fault], 'error') }
}

/** The error of a text that is too long to be read; null for any other. */
export function tooLong(text: string): Fault | null {
  if (text.length <= LONGEST_TEXT) return null
  return {
    code: 'text-too-large',
    message: `a checkpoint may have ${LONGEST_TEXT} characters, found ${text.length}`,
    at: 0,
    expected: `at most ${LONGEST_TEXT} characters`,
    found: String(text.length),
  }
}

const KNOWN: ReadonlySet<string> = new Set([
  'format',
  'schema',
  'window',
  'version',
  'turn',
  'time',
  ...FIELD_NAMES,
])

function foreignness(fields: Fields): Fault | null {
  const format = fields.get('format')
  if (format?.value !== CHECKPOINT_FORMAT) {
    const found = format === undefined ? 'none' : quoted(format)
    return {
      code: 'foreign-format',
      message: `not a checkpoint of this format: "format" must be ${CHECKPOINT_FORMAT}, found ${found}`,
      at: format?.at ?? 0,
      expected: CHECKPOINT_FORMAT,
      found,
    }
  }
  const schema = fields.get('schema')
  const number = schema?.value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= CHECKPOINT_SCHEMA)
    return null
  const newer = typeof number === 'number' && number > CHECKPOINT_SCHEMA
  const found = schema === undefined ? 'none' : quoted(schema)
  return {
    code: newer ? 'newer-schema' : 'unknown-schema',
    message: newer
      ? `written by a newer version: schemas up to ${CHECKPOINT_SCHEMA} can be read, found ${found}`
      : `"schema" must be a whole number from 1 to ${CHECKPOINT_SCHEMA}, found ${found}`,
    at: schema?.at ?? 0,
    expected: `1 to ${CHECKPOINT_SCHEMA}`,
    found,
  }
}

function wholeNumber(fields: Fields, name: string, least: number, report: Report): number {
  const node = fields.get(name)
  const value = node?.value
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value
  const found = node === undefined ? 'none' : quoted(node)
  const expected = `a whole number from ${least}`
  report({
    code: `bad-${name}`,
    message: `"${name}" must be ${expected}, found ${found}`,
    at: node?.at ?? 0,
    expected,
    found,
  })
  return typeof value === 'number' ? value : least
}

function timeOf(fields: Fields, report: Report): number | null {
  const node = fields.get('time')
  const value = node?.value ?? null
  if (node === undefined || value === null || (typeof value === 'number' && Number.isFinite(value)))
    return typeof value === 'number' ? value : null
  const expected = 'milliseconds since 1970 or null'
  report({
    code: 'bad-time',
    message: `"time" must be ${expected}, found ${quoted(node)}`,
    at: node.at,
    expected,
    found: quoted(node),
  })
  return null
}

function unknown(name: string, node: Node): Fault {
  const shown = JSON.stringify(name.slice(0, 60))
  return {
    code: 'unknown-field',
    message: `a checkpoint has no field ${shown}, which is not kept, found ${quoted(node)}`,
    at: node.at,
    found: shown,
  }
}

/** Only the content fields, in the order of the table. */
function picked(known: CheckpointContent): CheckpointContent {
  const { goal, criteria, constraints, subtasks, decisions, open, environment, learnings, summary } = known
  return { goal, criteria, constraints, subtasks, decisions, open, environment, learnings, summary }
}

function placeIn(text: string, offset: number): Place {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}
