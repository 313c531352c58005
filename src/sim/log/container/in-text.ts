import { ProblemError } from '../../../engine/index.ts'
import type { Json } from '../../../engine/index.ts'
import { yamlValue } from '../../../config/internal.ts'
import { isList } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { parseLog } from '../read/log.ts'
import type { LogRecord } from '../read/reader.ts'
import type { Container } from './container.ts'

/**
 * JSON as people copy it: written as a text of JSON, in a block of code, without the brackets of its list, or behind the
 * time and the level in the lines of a program's log.
 */
export const jsonInText: Container = {
  name: 'JSON within a text',
  head: /[[{]\s*\\?"/,
  isGuess: true,
  open: ({ text }) => {
    for (const found of [quotedIn, blocksIn, listIn, sentBy, endsOfLines]) {
      const records = found(text)
      if (records.length > 0) return records
    }
    return []
  },
}

/** Messages in YAML. */
export const yaml: Container = {
  name: 'YAML',
  head: /^[ \t-]*role:[ \t]+\S/m,
  isGuess: true,
  open: ({ text }) => {
    const value = yamlValue(text) as Json | undefined
    return typeof value === 'object' && value !== null ? [{ value, line: 1, column: 1 }] : []
  },
}

/** The share of a text that its JSON must have: an article with an example is no log. */
const MOST = 0.5

/** The records of a text, moved to the line where it begins. */
function recordsOf(text: string, before = 0): readonly LogRecord[] {
  try {
    const parsing = parseLog(text)
    for (;;) {
      const step = parsing.next()
      if (step.done === true)
        return step.value.faults.length > 0
          ? []
          : step.value.records.map((record) => ({ ...record, line: record.line + before }))
    }
  } catch (error) {
    if (error instanceof ProblemError) return []
    throw error
  }
}

/** The whole text, or each line, is a text of JSON, which is JSON again. */
function quotedIn(text: string): readonly LogRecord[] {
  if (!/^\uFEFF?\s*"/.test(text)) return []
  const whole = valueOf(text.trim())
  const texts = whole === undefined ? text.split('\n').filter((line) => line.trim() !== '') : []
  const inner = whole === undefined ? texts.map((line) => valueOf(line.trim())) : [whole]
  return inner.every((one) => typeof one === 'string') ? recordsOf(inner.join('\n')) : []
}

/** Blocks of code in Markdown. */
function blocksIn(text: string): readonly LogRecord[] {
  const records: LogRecord[] = []
  let length = 0
  let block: string[] | null = null
  for (const [index, line] of text.split('\n').entries()) {
    if (!/^\s*(?:```|~~~)/.test(line)) block?.push(line)
    else if (block === null) block = []
    else {
      const body: string = block.join('\n')
      const found = /^\s*[[{]/.test(body) ? recordsOf(body, index - block.length) : []
      if (found.length > 0) length += body.length
      for (const record of found) records.push(record)
      block = null
    }
  }
  return length < MOST * text.length ? [] : records
}

/** Values with commas between them, or behind the last one. */
function listIn(text: string): readonly LogRecord[] {
  const body = text
    .trim()
    .replace(/^\[|\]$/g, '')
    .trim()
    .replace(/,$/, '')
  const value = body.startsWith('{') ? valueOf(`[${body}]`) : undefined
  return isList(value) ? value.map((one) => ({ value: one, line: 1, column: 1 })) : []
}

/** What `curl` sends, as a shell quotes it, or a browser that copies a request as a command. */
const SENT = /\s(?:-d|--data(?:-raw|-binary|-ascii)?|--json)[ =]\s*(\$?)'((?:[^'\\]|'\\''|\\[^])*)'/

function sentBy(text: string): readonly LogRecord[] {
  const found = /^\s*(?:\$ )?curl\s/m.test(text) ? SENT.exec(text) : null
  if (!found) return []
  const [, dollar, body = ''] = found
  const plain = dollar === '$' ? body.replaceAll(/\\(['\\!])/g, '$1') : body.replaceAll(`'\\''`, "'")
  return recordsOf(plain, text.slice(0, found.index).split('\n').length - 1)
}

/** Lines that end with a value. */
function endsOfLines(text: string): readonly LogRecord[] {
  const records: LogRecord[] = []
  let length = 0
  for (const [index, line] of text.split('\n').entries()) {
    const brace = line.indexOf('{')
    const start = line[brace - 1] === '[' ? brace - 1 : brace
    const value = brace < 0 ? undefined : valueOf(line.slice(start))
    if (value === undefined) continue
    length += line.length
    records.push({ value, line: index + 1, column: start + 1 })
  }
  return length < MOST * text.length ? [] : records
}
