import {
  codesOf,
  factsOf,
  isSamePath,
  isSentence,
  LONGEST_TALK,
  namedNumbers,
  newestFacts,
  plainPath,
  sentencesOf,
  statesRule,
  strongTokens,
} from '../../engine/internal.ts'
import type { Block, BlockId, Fact } from '../../engine/index.ts'
import type { Intake } from '../trace/intake.ts'
import type { Found, Speaker } from './autopsy.ts'
import type { Deed } from './deed.ts'
import { directivesOf } from './directive.ts'
import { usersWords } from './said.ts'
import { isTaskTool, openTasks } from './task.ts'
import { spokenIn } from './talk/speech.ts'
import { keyOf, modalOf, REPORTS, subjectWords, unmarked } from './words.ts'

const SPEAKERS: Readonly<Partial<Record<Block['type'], Speaker>>> = {
  user_message: 'user',
  memory_injection: 'client',
  assistant_response: 'agent',
}

/**
 * What could get lost of these blocks, in the order of the conversation: of what extraction finds, the statements that
 * demand, decide or name something, the files that the agent changed, and the open tasks of its list. Of two with the
 * same subject the newer one.
 */
export function itemsOf(intake: Intake, blocks: readonly Block[], deeds: readonly Deed[]): readonly Found[] {
  const facts: Fact[] = []
  const speaker = new Map<BlockId, Speaker>()
  const talk = new Set<BlockId>()
  for (const block of blocks) {
    const { id, role, turn } = block
    // The user answers a call by rejecting it.
    const type = block.type === 'tool_result' ? 'user_message' : block.type
    const by = SPEAKERS[type]
    if (by === undefined) continue
    const text = by === 'user' ? usersWords(intake, block) : intake.text(id)
    if (text.trim() === '') continue
    speaker.set(id, by)
    const own = factsOf({ block: id, type, role, turn, tool: '', args: '', text })
    facts.push(...own)
    if (by !== 'user') continue
    const isTalk = text.length <= LONGEST_TALK
    if (isTalk) talk.add(id)
    const known = new Set(
      own.flatMap((fact) => (said(fact.kind, fact.text, by, isTalk) === null ? [] : [fact.text])),
    )
    for (const sentence of sentencesOf(text)) {
      if (known.has(sentence.text)) continue
      const kind = isChecked(sentence.text) ? 'constraint' : isTalk ? spokenIn(sentence.text) : null
      if (kind !== null)
        facts.push({ kind, text: sentence.text, key: `said ${sentence.text}`, block: id, turn })
    }
  }
  const found = newestFacts(facts).flatMap(({ kind, text, block, turn }): Found[] => {
    const by = speaker.get(block) ?? 'agent'
    const what = said(kind, text, by, talk.has(block))
    if (what === null) return []
    const texts = what.kind === 'rule' ? rulesIn(text) : [text]
    return texts.map((one) => ({ kind: what.kind, text: one, by, block, turn }))
  })
  return [...found, ...changedFiles(deeds), ...openTasks(intake, blocks)].sort(
    (a, b) => a.turn - b.turn || a.block - b.block,
  )
}

/** The files that calls changed, each where it was changed last, without those that were removed again. */
function changedFiles(deeds: readonly Deed[]): readonly Found[] {
  const files = new Map<string, Found>()
  for (const deed of deeds) {
    if (isTaskTool(deed.tool)) continue
    for (const { path, how, output, code } of deed.changes) {
      if (output === true || code === true || !isFile(path)) continue
      const key = plainPath(path)
      files.delete(key)
      if (how !== 'write') for (const known of files.keys()) if (isGone(known, key)) files.delete(known)
      if (how === 'write')
        files.set(key, { kind: 'file', by: 'agent', text: path, turn: deed.turn, block: deed.block })
    }
  }
  return [...files.values()]
}

/** Not a folder, a pattern, or a temporary file. */
function isFile(path: string): boolean {
  return !/[*?${}<>]|[\\/]\.?$|^\.$|^\/(?:tmp|var|dev)\//.test(path)
}

/** Whether a file went with a path: its own, or a folder that it is in. */
function isGone(known: string, path: string): boolean {
  return isSamePath(known, path) || known.startsWith(`${path}/`)
}

/** A statement that is worth following, as what; null for the rest. */
function said(
  kind: Fact['kind'],
  text: string,
  by: Speaker,
  isTalk: boolean,
): Pick<Found, 'kind' | 'text'> | null {
  const spoken = isTalk ? spokenIn(text) : null
  switch (kind) {
    case 'constraint':
      return by !== 'agent' && ((spoken === 'constraint' && names(text)) || isRule(text) || isChecked(text))
        ? { kind: 'rule', text }
        : null
    case 'decision':
      if (by === 'user' && isChecked(text)) return { kind: 'rule', text }
      return by !== 'client' &&
        isProse(text) &&
        !(by === 'agent' && OFFERS.test(text)) &&
        (DECIDES.test(text) || (by === 'user' && (CHOOSES.test(text) || spoken === 'decision')))
        ? { kind: 'decision', text }
        : null
    case 'number':
      return by !== 'client' && isProse(text) && namesNumber(text, by) ? { kind: 'number', text } : null
    case 'open':
      return by !== 'client' &&
        isProse(text) &&
        (by === 'user' ? OPEN.test(text) || spoken === 'open' : REMAINS.test(text))
        ? { kind: 'task', text }
        : null
    default:
      return null
  }
}

/** Before a clause with a demand and a verb of its own; not before what only names another thing: `never npm`. */
const CLAUSE =
  /;\s+|,\s+(?:and\s+)?(?=(?:never|always|do not|don['’]t)\s+(?!us(?:e|ing)\b|by\b|in\b|from\b|to\b|with\b|through\b|on\b|at\b|for\b|as\b)\w+\s+\S)/i

/** The rules of a sentence, each by itself where all its clauses are rules. */
function rulesIn(text: string): readonly string[] {
  const clauses = text.split(CLAUSE)
  return clauses.length > 1 && clauses.every((clause) => isRule(clause) || isChecked(clause))
    ? clauses
    : [text]
}

/**
 * An order to do something in one way and in no other: `use tabs, not spaces`, `answer only in German`. With an article it
 * is about one thing: `use a map instead of an array`.
 */
const ONE_WAY =
  /^(?:please,? )?(?:(?:(?:we )?(?:always )?(?:use|write)|name|call|format) (?!the\b|th[aeio]\w+\b|it\b|an? )[^,.;:?]{2,40}(?:, (?:not|never)| instead of| rather than) (?!(?:the|th[aeio]\w+|it|an?) )[^,.;:?]{2,40}(?<! (?:here|now|this|that|these|it))|(?!it\b|\w*(?:[^s]s|ed|ble|ing|[^p]ly)\b)[a-z]+ only (?:in|with|as|by|via|through|from|after) [^,;:?]{2,60})[.!]?$/i

/**
 * A sentence with a path, a command or a tool that it forbids needs no cue word (`hands off vendor/`), nor does one that
 * leaves one way.
 */
function isChecked(text: string): boolean {
  return (
    !/\?$|^\W*\/\//.test(text) &&
    !REPORTS.test(text) &&
    (ONE_WAY.test(text) || directivesOf(text, NO_TOOLS).some(({ rule }) => rule !== 'value'))
  )
}

const NO_TOOLS: ReadonlySet<string> = new Set()

/** Words that can be compared: fewer match by chance. A demand has fewer than a description. */
const LEAST_WORDS = 3
const LEAST_OF_RULE = 2
/** `Never use lodash` demands something of one word, because `use` is none that can be compared. */
const USES =
  /\b(?:never|always|only|do not|don['’]t|must|must not|avoid)\s+(?:ever\s+|only\s+)?us(?:e|ing)\s/i

function isProse(text: string, least = LEAST_WORDS): boolean {
  return isSentence(text) && !/[|]|<-|[?:]\s*$/.test(unmarked(text)) && subjectWords(text).size >= least
}

/** Whether a statement names something that can be compared; in Chinese and Japanese there is no telling. */
function names(text: string): boolean {
  return subjectWords(text).size > 0 || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
}

/** `Never …`, `please don't …`, `…, and only use …`: said to the agent. */
const COMMANDS =
  /(?:^|[.,;:!–—]\s*|\s-\s+|\b(?:please|and|but|so|also|just|then|again)\s+)(?:please\s+|also\s+|just\s+)?(?:never|do not|don['’]t|avoid|always|only|keep(?! in mind)|leave|stick to|limit|make sure|be sure|under no circumstances|without\s+\w+ing)\b/i
/** What only is: `it is only needed there`, `only one file was read`, `may not` of what is possible. */
const DESCRIBES =
  /\bonly\s+(?:\w+ed|works?|applies|affects|happens|touches|reads|sees|shows|supports|handles|has|needs)\b|\bonly\s+\S+\s+(?:was|were)\b|\b(?:it|this|that|which|there)\s+may not\b|\bhas to (?:much|many)\b/gi
const BINDS =
  /\b(?:must(?: not|n['’]t)?|shall(?: not)?|may not|not allowed|forbidden|prohibited|(?<!as )required|needs? to stay|has to|have to|no more than|at (?:most|least)|(?:is|are) (?:only for|for .{2,40} only)|(?:follow|match|use|copy|keep)\b.{1,80}\bexactly)\b/i

/** Whether an extracted constraint demands something of the agent, rather than describing what is. */
function isRule(whole: string): boolean {
  const text = whole.replace(DESCRIBES, ' … ')
  const isPlain = statesRule(whole)
  if (!isProse(text, isPlain || USES.test(text) ? 1 : LEAST_OF_RULE) && !isItem(text)) return false
  if (/^(?:I|we)\s+(?:must|have to|has to)\b/i.test(text)) return false
  if (isPlain || COMMANDS.test(text)) return true
  if (!BINDS.test(text))
    return (
      modalOf(text)?.firm === true &&
      !REPORTS.test(text) &&
      /^(?:use|do|only|all|any|each|every|no)\b/i.test(text)
    )
  return !/\b(?:do (?:I|we|you)|(?:I|we)(?:['’](?:d|ll))?)\s+(?:\w+\s+)?(?:have to|must)\b/i.test(text)
}

/** A short line of a list: `must be off by default`. */
function isItem(text: string): boolean {
  return (
    BINDS.test(text) &&
    subjectWords(text).size >= LEAST_OF_RULE &&
    !/[{};|<>=]|^\/\/|[?:]\s*$/.test(unmarked(text))
  )
}

/** An option that the agent names is not yet decided. */
const OFFERS = /\b(?:could|would|might|may|one (?:option|way)|alternatively|if (?:you|we)|either|or)\b|\?$/i
const DECIDES =
  /\b(?:(?:I|we)(?:['’](?:ll|ve)| will| have)?\s+(?:also\s+|now\s+)?(?:decided|decide|chose|choose|opt(?:ed)?|settled?|agreed|go(?:ing)? with|use|keep)|let['’]s\s+(?:use|go with|keep|do|stick)|go(?:ing)? with|settled on|(?:the )?decision (?:is|was)|it is decided)\b/i
/** `Use yarn instead of npm`: the user decides in the imperative. */
const CHOOSES = /^(?:please\s+)?(?:use|take|prefer|switch to|go with|we use|let['’]s)\b/i
const OPEN =
  /\b(?:still (?:open|unsolved|failing|broken|missing|to do|need)|remain(?:s|ing)? (?:open|to|unsolved|failing)|unsolved|unresolved|not yet (?:done|solved|fixed|implemented|tested)|to be done|follow[- ]up|known (?:issue|bug)|waiting (?:for|on)|blocked (?:by|on)|pending)\b/i

/** The agent tells its next steps all the time: only what it calls unfinished. */
const REMAINS =
  /\b(?:still (?:open|unsolved|failing|broken|missing)|remain(?:s|ing)? (?:unsolved|failing)|not yet (?:done|solved|fixed|implemented|tested)|known (?:issue|bug))\b/i

/** Names of numbers that only number the text itself. */
const COUNTS =
  /^(?:step|task|phase|option|line|lines|part|section|item|point|batch|round|turn|chapter|figure|table|issue|pr|day|exit|code|test)$/

/** A value with a unit. */
const MEASURED = /\d\s?(?:%|[kKMGT]i?B|ms|[smhd]|px)$/
/** A time of day, a line of a file. */
const PLACE = /\d{1,2}:\d{2}|\blines? \d|\.\w{1,5}:\d/

/**
 * Whether a statement names a number that would be missed: not `step 3`, not `5 files`. What the agent tells while it
 * works is full of numbers: of those only values with a unit, and of names that could be in a program.
 */
function namesNumber(text: string, by: Speaker): boolean {
  if (PLACE.test(text)) return false
  if (by === 'user' && codesOf(text).length > 0) return true
  const names = new Set(strongTokens(unmarked(text)).map((token) => keyOf(token.text)))
  return namedNumbers(unmarked(text)).some(
    ({ name, value }) =>
      !COUNTS.test(name) &&
      (names.has(name) || MEASURED.test(value) || (by === 'user' && /\d.*\d/.test(value))),
  )
}
