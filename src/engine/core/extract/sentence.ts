/** Program text, output and the marks of an edit, whatever language they are in; what is quoted in backticks aside. */
const NO_PROSE =
  /^(?:[[\]{}()<>$@|]|\/[/*]|#!|\*\/|\d{1,7}(?:\t|\s{0,4}[|→])|[\w./\\-]{1,200}(?::\d{1,7}\b|-\d{1,7}-))|[{};\\]$|=>|:=|\)\s?\{|^(?:export|import|package|const|let|var|return|throw|public|private|protected|static|async|func|def|class|function|fn|type|interface|struct|enum)\s[^.]{0,200}[({=<"']/
/** A word, with what people write around it; no name of a variable, no call, no path. */
const WORD = /^["'“‘«(*]{0,4}\p{L}[\p{L}\p{M}’'-]*["'”’»)*]{0,4}[.,:;!?…]{0,3}["'”’»)*]{0,3}$/u
/** Languages that put no spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
const LETTERS = 6
const WORDS = 2

/**
 * Whether a statement is a sentence of people: two in three parts are words, and there are at least two of them. A line of a program or of its
 * output is none, nor is a title, nor what only announces the next line.
 */
export function isSentence(statement: string): boolean {
  const said = statement.replace(/`[^`]*`/g, ' ').trim()
  if (NO_PROSE.test(said) || /[:：]$/.test(statement.trim())) return false
  if ((said.match(WITHOUT_SPACES)?.length ?? 0) >= LETTERS) return true
  const parts = said.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part))
  const words = parts.filter((part) => WORD.test(part)).length
  return words >= WORDS && 3 * words >= 2 * parts.length
}
