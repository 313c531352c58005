/** Longer statements are cut at a word. */
export const LONGEST_STATEMENT = 240

/** Of a longer text, this many UTF-16 units are read from each end. */
const HEAD = 40_000
const TAIL = 20_000
/** Of a longer line, only the start is read: the rest is data, not a sentence. */
const LONGEST_LINE = 4000

/** One line or sentence of a text, and its form. */
interface Statement {
  /** One line, of at most 240 characters unless asked for more, as in the text. */
  readonly text: string
  /** True for an item of a list, whose marker is not part of the text. */
  readonly item: boolean
  /** Its index among the statements, from 0. */
  readonly at: number
}

/** What coding clients put into a person's messages in tags of their own: output and names of commands, reminders. */
const OF_CLIENT =
  /<((?:local-command|bash|ide)[\w-]*|command-(?:name|message|contents)|task-notification|system-reminder)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/g

/** The same without a tag, and the tags around what a person gave to a command. */
const MARKS = /<\/?command-args>|\[Request interrupted[^\]]*\]|^\s*Caveat: The messages below[\s\S]*/g

/** A text without what a client put into it. */
export function withoutClient(text: string): string {
  const own = text.includes('<') ? text.replace(OF_CLIENT, ' ') : text
  return own.replace(MARKS, ' ')
}

/**
 * The sentences of prose, in order; a list item or heading that is short enough stays whole. Lines that were broken
 * inside a sentence are joined. Without what a client puts into messages.
 *
 * @param longest characters of a sentence, which is cut at a word there; without it, a long one is divided after a comma
 */
export function sentencesOf(text: string, longest?: number): Statement[] {
  const statements: Statement[] = []
  for (const line of unwrapped(linesOf(withoutClient(text)))) {
    const marker = LIST_MARKER.exec(line)
    const rest = (marker === null ? line : line.slice(marker[0].length)).trim()
    const item = marker !== null
    if (item && rest.length <= LONGEST_STATEMENT) push(statements, rest, true)
    else
      for (const sentence of splitSentences(rest))
        for (const part of longest === undefined ? stretchesOf(sentence) : [sentence])
          push(statements, part, item, longest)
  }
  return statements
}

/** The lines of output, in order; a long line of JSON is split into its entries. */
export function outputLinesOf(text: string): Statement[] {
  const statements: Statement[] = []
  for (const line of linesOf(text)) {
    const said = line.trim()
    const json = said.length > LONGEST_STATEMENT && (said.startsWith('{') || said.startsWith('['))
    for (const part of json ? said.split(/,\s?(?=["{[])/) : [said]) push(statements, part, false)
  }
  return statements
}

/** The lines at both ends of a text, without the middle of a huge text and without the end of a huge line. */
export function linesOf(text: string): string[] {
  if (text.length <= HEAD + TAIL) return split(text)
  // The lines that the cut falls into are left out on both sides: half a line would say something else.
  const head = text.lastIndexOf('\n', HEAD)
  const tail = text.indexOf('\n', text.length - TAIL)
  const first = split(head === -1 ? cutAt(text, LONGEST_LINE) : text.slice(0, head))
  return tail === -1 ? first : [...first, ...split(text.slice(tail + 1))]
}

/** At most `limit` UTF-16 units from the start, without splitting a character. */
export function cutAt(text: string, limit: number): string {
  if (text.length <= limit) return text
  const code = text.charCodeAt(limit - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit)
}

/** Like `cutAt`, but cuts at the end of a word if there is one in the second half. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = cutAt(text, limit)
  const space = cut.lastIndexOf(' ')
  return (space > limit / 2 ? cut.slice(0, space) : cut).trim()
}

const LIST_MARKER = /^\s{0,40}(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?/

function split(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => cutAt(line, LONGEST_LINE))
}

function push(statements: Statement[], text: string, item: boolean, longest = LONGEST_STATEMENT): void {
  const cut = cutAtWord(text, longest)
  if (cut !== '') statements.push({ text: cut, item, at: statements.length })
}

/** Characters of a line that was broken in a sentence, so that the next begins in lower case. */
const NARROWEST = 40
const GOES_ON = /^ {0,8}(?=\p{Ll}+[ ,.;:!?’'-])/u

/** The lines, each with those in which its last sentence goes on. */
function unwrapped(lines: readonly string[]): string[] {
  const joined: string[] = []
  let before = ''
  let least = NARROWEST
  for (const line of lines) {
    const last = joined.at(-1) ?? ''
    const goesOn =
      before.length >= least &&
      /^\P{L}*\p{Lu}/u.test(last) &&
      last.length + line.length <= LONGEST_LINE &&
      /[\p{L}\p{N},)]\s?$/u.test(before) &&
      GOES_ON.test(line) &&
      isSentence(before) &&
      !NO_PROSE.test(line.trim())
    if (goesOn) joined[joined.length - 1] = `${last.trimEnd()} ${line.trim()}`
    else joined.push(line)
    before = line
    least = goesOn ? NARROWEST / 2 : NARROWEST
  }
  return joined
}

/** A long sentence in parts of at most 240 characters, each as long as a comma allows; of program text the whole. */
export function stretchesOf(sentence: string): string[] {
  const longest = LONGEST_STATEMENT
  if (sentence.length <= longest || !isSentence(sentence)) return [sentence]
  const parts: string[] = []
  let rest = sentence
  while (rest.length > longest) {
    const start = cutAt(rest, longest)
    const end = Math.max(...[', ', '; ', ': ', ' – ', ' - '].map((mark) => start.lastIndexOf(mark)))
    const part = end > longest / 3 ? start.slice(0, end + 1) : cutAtWord(rest, longest)
    parts.push(part.trim())
    rest = rest.slice(part.length).trim()
  }
  return [...parts, rest]
}

/** Splits after `.`, `!` and `?` if a space and a possible beginning of a sentence follow; never inside backticks. */
function splitSentences(line: string): string[] {
  const sentences: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i)
    if (code === 96 /* ` */) quoted = !quoted
    if (quoted || (code !== 46 && code !== 33 && code !== 63)) continue
    if (line.charCodeAt(i + 1) !== 32 || isAbbreviation(line, i) || !canBegin(line.charCodeAt(i + 2)))
      continue
    sentences.push(line.slice(start, i + 1).trim())
    start = i + 2
  }
  sentences.push(line.slice(start).trim())
  return sentences
}

function isAbbreviation(line: string, dot: number): boolean {
  const end = line.slice(Math.max(0, dot - 4), dot).toLowerCase()
  return /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|no|approx|etc)$/.test(end)
}

/** Upper case, a digit, a quote, a bracket, and everything outside ASCII. */
function canBegin(code: number): boolean {
  if (code >= 97 && code <= 122) return false
  return code >= 48 || code === 34 || code === 39 || code === 40
}

/** Program text, output and diff markers, in any language; text in backticks does not count. */
const NO_PROSE =
  /^(?:[[\]{}()<>$@|]|\/[/*]|#!|\*\/|\d{1,7}(?:\t|\s{0,4}[|→])|[\w./\\-]{1,200}(?::\d{1,7}\b|-\d{1,7}-))|[{};\\]$|=>|:=|\)\s?\{|^(?:export|import|package|const|let|var|return|throw|public|private|protected|static|async|func|def|class|function|fn|type|interface|struct|enum)\s[^.]{0,200}[({=<"']/
/** A word with the punctuation around it; not a variable name, a call or a path. */
const WORD = /^["'“‘«(*]{0,4}\p{L}[\p{L}\p{M}’'-]*["'”’»)*]{0,4}[.,:;!?…]{0,3}["'”’»)*]{0,3}$/u
/** Scripts that put no spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
const LETTERS = 6
const WORDS = 2

/**
 * Whether a statement is a sentence in prose: at least two words, and at least two thirds of its parts are words. A
 * line of a program or of its output is not one, nor is a title, nor a line that only introduces the next.
 */
export function isSentence(statement: string): boolean {
  const said = statement.replace(/`[^`]*`/g, ' ').trim()
  if (NO_PROSE.test(said) || /[:：]$/.test(statement.trim())) return false
  if ((said.match(WITHOUT_SPACES)?.length ?? 0) >= LETTERS) return true
  const parts = said.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part))
  const words = parts.filter((part) => WORD.test(part)).length
  return words >= WORDS && 3 * words >= 2 * parts.length
}
