import type { AskSource } from '../llm/ask.ts'
import { SESSION_SECTIONS, SUMMARY_SECTIONS } from '../llm/sections.ts'
import type { BlockType } from '../message/block.ts'
import { remembered } from '../remembered.ts'
import { codesOf, namedNumbers, pathsInCall, pathsOf } from './artifact.ts'
import {
  CODE_LINE,
  CUES,
  ERROR_LINE,
  NO_ERROR,
  NUMBERED_LINE,
  PASSED_LINE,
  RULE,
  RULES_FOLLOW,
  SETS_NUMBER,
  heard,
  isProgram,
  statesRule,
  withoutNoDuty,
} from './cue.ts'
import { FACT_KINDS, ITEM_LABELS, SECTION_OF } from './fact.ts'
import type { Fact, FactKind } from './fact.ts'
import { isSentence, cutAtWord, linesOf, LONGEST_STATEMENT, outputLinesOf, sentencesOf } from './statement.ts'
import { factKey } from './subject.ts'
import { spokenIn } from './speech.ts'

/**
 * Facts in a block that may matter after it is gone, found by cue words and the shape of lines, without a model. Lossy:
 * other wordings are missed. Facts come in the order of the text; of two with the same kind and key, the later one
 * holds. Linear in the text; of a huge text only both ends are read.
 */
export const factsWithTalk = /* @__PURE__ */ remembered((source: AskSource): readonly Fact[] => {
  const facts = new FactList(source)
  switch (source.type) {
    case 'summary': {
      const text = source.text.replace(HEADING, '')
      if (text.includes('## ')) readSummary(text, facts)
      else readProse(text, source.type, facts)
      break
    }
    case 'user_message':
    case 'assistant_response':
    case 'thinking':
    case 'memory_injection':
      readProse(source.text, source.type, facts)
      break
    case 'tool_call':
      readCall(source.tool, source.text, facts)
      break
    case 'tool_result':
      readCall(source.tool, source.args, facts)
      readOutput(source.text, facts)
      break
    case 'system_prompt':
    case 'tool_definition':
      break
  }
  return facts.list
})

/** The facts of a block without what is said in passing: for summaries, which carry the user's words themselves. */
export const factsOf = /* @__PURE__ */ remembered((source: AskSource): readonly Fact[] => {
  const facts = factsWithTalk(source)
  return facts.some(({ spoken }) => spoken) ? facts.filter(({ spoken }) => spoken !== true) : facts
})

/** What the manager writes above a summary: "what is no longer here" is no constraint. */
const HEADING = /^\[Summary of [^\]\n]*\]$/gm

/** Lines with named numbers, codes and paths taken from one block. */
const MOST_NUMBERS = 10
const MOST_ERRORS = 6
const MOST_FILES = 6

class FactList {
  readonly list: Fact[] = []
  readonly #source: AskSource
  readonly #taken = new Map<string, number>()

  constructor(source: AskSource) {
    this.#source = source
  }

  /** Returns false and adds nothing if the block already has its maximum of this kind. */
  add(kind: FactKind, text: string, most: number, key = factKey(kind, text), spoken?: true): boolean {
    const counted = spoken === true ? `spoken ${kind}` : kind
    const taken = this.#taken.get(counted) ?? 0
    if (taken >= most || text === '') return false
    this.#taken.set(counted, taken + 1)
    const { block, turn } = this.#source
    this.list.push({ kind, text, key, block, turn, ...(spoken === undefined ? {} : { spoken }) })
    return true
  }
}

/** Statements of a kind that a person makes in passing in one message. */
const MOST_SPOKEN = 12
/** Characters of a message. What is longer was pasted more often than said, and its descriptions have the same forms. */
export const LONGEST_TALK = 1500

/** "Done." and "Now the tests." mean nothing without the conversation around them. */
const SHORTEST = 16

function readProse(text: string, type: BlockType, facts: FactList): void {
  const cues = CUES.filter((cue) => cue.from.includes(type))
  const constraint = cues.find(({ kind }) => kind === 'constraint')
  // An agent's sentences in a summary have the same forms, and tell of things in general.
  const isRule = type === 'summary' ? (said: string) => RULE.test(said) : statesRule
  const isTalk = type === 'user_message' && text.length <= LONGEST_TALK
  let rules = false
  for (const { text: said, item } of sentencesOf(text)) {
    rules = constraint !== undefined && (RULES_FOLLOW.test(said) || (rules && item))
    if (constraint !== undefined && ((rules && item) || isRule(said))) {
      facts.add('constraint', said, constraint.most)
      continue
    }
    const spoken = isTalk ? spokenIn(said) : null
    const short = said.length < SHORTEST
    if (short && spoken !== 'constraint') continue
    const cue = short
      ? undefined
      : cues.find(
          (it) =>
            it.says.test(
              it.kind === 'constraint' ? (type === 'user_message' ? heard(said) : withoutNoDuty(said)) : said,
            ) &&
            !(it.unless?.test(said) ?? false) &&
            // An order to set a number states its value.
            (it.kind !== 'goal' || !SETS_NUMBER.test(said)) &&
            (it.kind !== 'constraint' || !isProgram(said)) &&
            // Words in names and comments of program text are not a learning.
            (it.kind !== 'learning' || isSentence(said)),
        )
    if (spoken !== null && spoken !== cue?.kind)
      facts.add(spoken, said, MOST_SPOKEN, factKey(spoken, said), true)
    if (short) continue
    // In a list every step of a plan counts by itself; in prose the latest one replaces the others.
    const key = cue?.key === 'one' && !item ? cue.kind : undefined
    if (cue !== undefined && facts.add(cue.kind, said, cue.most, key)) continue
    if (type !== 'thinking') readArtifacts(said, facts)
  }
}

/** A statement of none of these kinds can still contain numbers, codes and paths worth keeping. */
function readArtifacts(text: string, facts: FactList): void {
  if (namedNumbers(text).length > 0 || codesOf(text).length > 0) facts.add('number', text, MOST_NUMBERS)
  else if (pathsOf(text).length > 0) facts.add('file', text, MOST_FILES)
}

/** Characters of the arguments that are read: beyond that follows the new content of a file. */
const ARGUMENTS = 2000

/** The files that a call names, with the tool's name as the verb. */
function readCall(tool: string, args: string, facts: FactList): void {
  for (const path of pathsInCall(args.slice(0, ARGUMENTS)))
    facts.add('file', cutAtWord(`${tool} ${path}`.trim(), LONGEST_STATEMENT), MOST_FILES)
}

const CONSTANT = /\b[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,8}\s?[:=]\s?[^\s;,]{1,60}/

function readOutput(text: string, facts: FactList): void {
  const lines = outputLinesOf(text)
  const rowKey = rowKeys(lines.map((line) => line.text))
  for (const { text: line } of lines) {
    const constant = CONSTANT.exec(line)
    if (constant !== null) facts.add('number', constant[0], MOST_NUMBERS)
    else if (NUMBERED_LINE.test(line) || PASSED_LINE.test(line) || CODE_LINE.test(line)) continue
    else if (ERROR_LINE.test(line) && !NO_ERROR.test(line)) facts.add('error', line, MOST_ERRORS)
    else if (namedNumbers(line).length > 0) facts.add('number', line, MOST_NUMBERS, rowKey(line))
  }
}

/**
 * The keys of rows of a table: lines that set the same names to several numbers each are about as many things, which
 * the first number tells apart.
 */
function rowKeys(lines: readonly string[]): (line: string) => string | undefined {
  const firsts = new Map<string, Set<string>>()
  const rowOf = (line: string): { readonly key: string; readonly first: string } | null => {
    const [first, ...others] = namedNumbers(line).filter(({ assigned }) => assigned)
    return first === undefined || others.length === 0
      ? null
      : { key: factKey('number', line), first: first.value.replace(/[.,]+$/, '') }
  }
  for (const line of lines) {
    const row = rowOf(line)
    if (row === null) continue
    const values = firsts.get(row.key)
    if (values === undefined) firsts.set(row.key, new Set([row.first]))
    else values.add(row.first)
  }
  return (line) => {
    const row = rowOf(line)
    return row === null || (firsts.get(row.key)?.size ?? 0) < 2 ? undefined : `${row.key} ${row.first}`
  }
}

const KIND_OF_HEADING: ReadonlyMap<string, FactKind> = new Map(
  SUMMARY_SECTIONS.map(({ name, heading }): [string, FactKind] => [heading.toLowerCase(), plainKindOf(name)]),
)

/** Sections with words of the user, the agent or a tool, of which no kind is known. */
const WORDS: ReadonlySet<string> = new Set(
  [...SUMMARY_SECTIONS, ...SESSION_SECTIONS].flatMap(({ name, heading }) =>
    ['said', 'messages', 'results', 'answers'].includes(name) ? [heading.toLowerCase()] : [],
  ),
)

/** The kind whose items have no label in a section, or the first kind if all have one. */
function plainKindOf(section: string): FactKind {
  const kinds = FACT_KINDS.filter((kind) => SECTION_OF[kind] === section)
  return kinds.find((kind) => ITEM_LABELS[kind] === undefined) ?? kinds[0] ?? 'learning'
}

/**
 * Reads an earlier summary back by its headings. Under an unknown heading, or under none, a sentence is a learning;
 * other lines were kept for the names in them. The title states nothing, nor do words of no known kind.
 */
function readSummary(text: string, facts: FactList): void {
  let heading: FactKind | null = null
  let areWords = false
  const items: { readonly kind: FactKind; readonly said: string }[] = []
  for (const line of linesOf(text)) {
    if (line.startsWith('## ')) {
      const name = line.slice(3).trim().toLowerCase()
      heading = KIND_OF_HEADING.get(name) ?? 'learning'
      areWords = WORDS.has(name)
      continue
    }
    if (areWords) continue
    const item = line.replace(/^\s{0,20}[-*]\s/, '').trim()
    const labelled = FACT_KINDS.find((kind) => item.startsWith(ITEM_LABELS[kind] ?? '\n'))
    const label = labelled === undefined ? '' : (ITEM_LABELS[labelled] ?? '')
    const said = cutAtWord(item.slice(label.length), LONGEST_STATEMENT)
    const kind = labelled ?? heading ?? 'learning'
    if (kind !== 'learning' || isSentence(said)) items.push({ kind, said })
    else if (heading !== null) items.push({ kind: 'file', said })
  }
  // A single next step is an intention, which a newer one replaces; several next steps are a plan.
  const plan = items.filter(({ kind }) => kind === 'next').length > 1
  const rowKey = rowKeys(items.flatMap(({ kind, said }) => (kind === 'number' ? [said] : [])))
  for (const { kind, said } of items) {
    const one = kind === 'current' || (kind === 'next' && !plan)
    facts.add(kind, said, Infinity, one ? kind : kind === 'number' ? rowKey(said) : undefined)
  }
}
