import { ProblemError } from '../../../engine/index.ts'
import type { Problem } from '../../../engine/index.ts'
import { checkCount } from './assemble.ts'
import { wholeOfCut } from '../json/cut-off.ts'
import { cut, shown, tooLarge, MAX_CHARACTERS, MAX_LISTED, MAX_MESSAGES } from '../json/guard.ts'
import { parseJson, parseSeveral, placeOf, placesOf, valueOf } from '../json/parse.ts'
import type { Located, Refusal } from '../json/parse.ts'
import { SLICE } from './reader.ts'
import type { Log, LogRecord } from './reader.ts'

/**
 * Checks the limits of a text and parses the JSON in it: the whole text as one value, one value (or several) per line,
 * or values one after the other. Yields the characters done. Throws a ProblemError if the text is empty, binary or too
 * large; broken JSON is left to the readers, because a chat copied as text may begin with a bracket.
 */
export function* parseLog(given: string): Generator<number, Log> {
  checkLength(given)
  const text = given.includes('\0') ? withoutPadding(given) : given
  checkBounds(text)
  const log = yield* parsed(text.startsWith('\uFEFF') ? text.slice(1) : text)
  return text === given ? log : { ...log, skipped: [padding(given), ...log.skipped] }
}

/**
 * A text without the zeros that a file system leaves of a file that was written when the power failed: at its end, at
 * the beginning of a line, and long runs of them within lines of JSON, where what follows is another line.
 */
function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\0' || text[end - 1] === '\n')) end -= 1
  const line = text.lastIndexOf('\n', end - 1) + 1
  const isLine = text[end] === '\n' || text[line] === '{' || text[line] === '['
  const isCut = end > 0 && isLine && text.includes('\0', end)
  const whole = (isCut ? text.slice(0, end) : text).replaceAll(/\n\0+(?=[\r\n{[])/g, '\n')
  return /^[{[]/.test(whole) && whole.includes('\n') ? whole.replaceAll(LONG_RUN, '\n') : whole
}

/** Fewer may be a part of something else than a text. */
const LONG_RUN = /\0{64,}/g

function padding(given: string): Problem {
  const message = `${given.split('\0').length - 1} NUL characters are left out: a computer that was switched off leaves them in a file`
  return { severity: 'warning', code: 'nul-characters', message, ...placeOf(given, given.indexOf('\0')) }
}

function* parsed(body: string): Generator<number, Log> {
  const begin = body.search(/\S/)
  const bracketed =
    body[begin] === '{' || (body[begin] === '[' && !LABEL.test(body.slice(begin, begin + LINE)))
  let refusal: Refusal | null = null
  if (bracketed) {
    const whole = parseJson(body)
    if (whole.ok) {
      const record = { value: whole.value, ...placeOf(body, begin) }
      return { ...unread(body), shape: 'json', records: [record] }
    }
    refusal = whole.refusal
  }

  const lines = yield* readLines(body)
  if (lines.good > 0 && (lines.firstIsGood || lines.good >= lines.bad)) {
    const skipped = problemsOf(lines.broken, 'warning')
    const { records } = lines
    return { ...unread(body), shape: 'lines', records, skipped, unlisted: lines.bad - skipped.length }
  }
  if (bracketed) {
    const several = parseSeveral(body)
    if (several.values.length > 1 && several.rest === body.length) {
      const places = placesOf(
        body,
        several.values.map(({ offset }) => offset),
      )
      const records = several.values.map(({ value }, index) => ({
        value,
        line: 1,
        column: 1,
        ...places[index],
      }))
      return { ...unread(body), shape: 'lines', records }
    }
  }
  if (body[begin] === '{' && lines.bracketed > 1 && lines.bracketed === lines.bad) {
    const problems = problemsOf(lines.broken, 'error')
    return { ...unread(body), faults: [onlyBroken(lines.bad, problems[0]), ...problems] }
  }
  if (refusal?.found !== 'the end')
    return { ...unread(body), faults: refusal ? [problemOf(body, refusal)] : [] }
  const whole = wholeOfCut(body)
  const fault = { ...problemOf(body, refusal), fix: CUT_OFF }
  if (whole === null) return { ...unread(body), faults: [fault] }
  const record = { value: whole.value, ...placeOf(body, begin) }
  return {
    ...unread(body),
    shape: 'json',
    records: [record],
    skipped: [cutOff(body, whole.end)],
    faults: [fault],
  }
}

/** A link of Markdown or a time before what was said: words in brackets, and on the same line what no JSON goes on with. */
const LABEL = /^\[(?=[^\]\n]*[^\]\n\d\s,.eE+-])[^[\]{}"'\n]+\][ \t]*[^\s,\][{}]/

/** The beginning of a line, in characters. */
const LINE = 200

const CUT_OFF = 'The text looks cut off: export or copy it again as a whole.'

/** Reports what was left out of a text that ends too early. */
function cutOff(text: string, end: number): Problem {
  const left = text.length - end
  return {
    severity: 'warning',
    code: 'cut-off',
    message: `the text ends in the middle of a value and looks cut off: everything before was read, and the last ${left} characters were left out: ${JSON.stringify(cut(text.slice(end).trimStart()))}`,
    ...placeOf(text, end),
    expected: 'the end of the JSON',
    found: 'the end of the text',
    fix: CUT_OFF,
  }
}

function unread(text: string): Log {
  return { text, shape: 'text', records: [], skipped: [], unlisted: 0, faults: [] }
}

function refuse(code: string, message: string, rest: Partial<Problem> = {}): never {
  throw new ProblemError([{ severity: 'error', code, message, ...rest }])
}

function checkLength(text: string): void {
  if (typeof text !== 'string')
    refuse('not-a-text', `a log must be a string, but is ${text === null ? 'null' : typeof text}`)
  if (text.length > MAX_CHARACTERS) throw new ProblemError([tooLarge(text.length)])
}

function checkBounds(text: string): void {
  if (!/[^\s\uFEFF]/.test(text))
    refuse(
      'empty-text',
      text === '' ? 'the log is empty' : `the log is empty: ${text.length} characters of white space`,
      {
        line: 1,
        column: 1,
        expected: 'a conversation',
        found: text === '' ? 'nothing' : JSON.stringify(cut(text, 40)),
        fix: 'Export or copy the conversation again.',
      },
    )
  // what a decoder leaves of the first bytes of a gzip archive
  if (text.startsWith('\u001F\uFFFD'))
    refuse('binary-text', 'a log is text, but this is a gzip archive. Unpack it first, with gunzip.', {
      line: 1,
      column: 1,
      found: '"\\u001f"',
      expected: 'text',
    })
  const nul = text.indexOf('\0')
  if (nul >= 0)
    refuse('binary-text', 'the log must be text, but contains a NUL character: "\\u0000"', placeOf(text, nul))
}

interface Lines {
  readonly records: readonly LogRecord[]
  /** Number of lines with only JSON. */
  readonly good: number
  readonly bad: number
  /** Lines that begin like JSON. */
  readonly bracketed: number
  readonly firstIsGood: boolean
  /** The first broken lines, each from its first error on. */
  readonly broken: readonly BrokenLine[]
}

interface BrokenLine {
  readonly line: number
  readonly column: number
  readonly text: string
}

function* readLines(text: string): Generator<number, Lines> {
  const records: LogRecord[] = []
  const broken: BrokenLine[] = []
  let line = 0
  let good = 0
  let bad = 0
  let bracketed = 0
  let firstIsGood = false
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    const content = text.slice(start, end)
    line += 1
    const lead = content.search(/\S/)
    if (lead >= 0) {
      if (content[lead] === '{' || content[lead] === '[') bracketed += 1
      const rest = readLine(content, lead, line, records)
      if (rest === content.length) {
        good += 1
        if (good + bad === 1) firstIsGood = true
      } else {
        bad += 1
        if (broken.length < MAX_LISTED) broken.push({ line, column: rest + 1, text: content.slice(rest) })
      }
      // lines that look like records count, broken or not: the parser is slow to refuse one
      const count = Math.max(records.length, bracketed)
      if (count > MAX_MESSAGES) checkCount(Math.max(count, text.split('\n').length))
    }
    start = end + 1
    if (line % SLICE === 0) yield start
  }
  return { records, good, bad, bracketed, firstIsGood, broken }
}

/** Adds the values of a line to `records`; returns the offset of the first character that belongs to none. */
function readLine(content: string, lead: number, line: number, records: LogRecord[]): number {
  if (content[lead] !== '{' && content[lead] !== '[') return lead
  const whole = isClosed(content) ? valueOf(content) : undefined
  if (whole !== undefined) {
    records.push({ value: whole, line, column: lead + 1 })
    return content.length
  }
  // two writers at once leave two objects on one line
  const { values, rest } = parseSeveral(content)
  const behind = rest === content.length ? [] : valuesBehind(content, rest)
  for (const { value, offset } of [...values, ...behind]) records.push({ value, line, column: offset + 1 })
  return rest
}

/**
 * Whole values at the end of a line, behind one that was cut off: a program that was ended while it wrote. What stands where
 * a value is expected is a part of the one that was cut off.
 */
function valuesBehind(content: string, cutOff: number): readonly Located[] {
  let tries = 0
  for (
    let at = content.indexOf('{"', cutOff + 1);
    at >= 0 && tries < MOST_TRIES;
    at = content.indexOf('{"', at + 1)
  ) {
    if (/[:,[]\s*$/.test(content.slice(Math.max(0, at - 9), at))) continue
    tries += 1
    const { values, rest } = parseSeveral(content.slice(at))
    if (rest === content.length - at)
      return values.map(({ value, offset }) => ({ value, offset: at + offset }))
  }
  return []
}

/** Each of them may read the rest of the line. */
const MOST_TRIES = 8

/** Spares the parser lines that were cut off, the usual kind of broken line. */
function isClosed(content: string): boolean {
  const end = content.trimEnd().at(-1)
  return end === '}' || end === ']'
}

function problemsOf(broken: readonly BrokenLine[], severity: Problem['severity']): readonly Problem[] {
  return broken.map(({ line, column, text }) => {
    const parsed = parseJson(text)
    if (parsed.ok) {
      const message = `a line must hold a JSON object, but holds ${shown(parsed.value)}`
      return { severity, code: 'broken-line', message, line, column }
    }
    const { offset, message, expected, found } = parsed.refusal
    return { severity, code: 'broken-line', message, line, column: column + offset, expected, found }
  })
}

function problemOf(text: string, { code, offset, message, expected, found }: Refusal): Problem {
  return { severity: 'error', code, message, ...placeOf(text, offset), expected, found }
}

function onlyBroken(count: number, first: Problem | undefined): Problem {
  const message = `none of the ${count} lines can be read; the first is ${first?.message ?? 'empty'}`
  return { ...first, severity: 'error', code: 'only-broken-lines', message }
}
