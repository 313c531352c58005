import type { BlockId } from '../../engine/index.ts'

/** Which blocks hold which evidence, found in one pass over every text (NEED-4). */
export interface EvidenceIndex {
  /** Blocks whose original text holds the string as whole words, ascending. */
  holders(evidence: string): readonly BlockId[]
  /** The wanted strings that a text contains. Linear in the text. */
  foundIn(text: string): readonly string[]
}

const WORDS = /[A-Za-z0-9_]{2,}/g

/**
 * Indexes the strings that needs ask for. Each string is looked for only in texts that hold its
 * longest word, so the pass is linear in the texts, not in texts × strings; strings without a word
 * (Chinese, punctuation) are few and are looked for everywhere.
 */
export function indexEvidence(
  wanted: Iterable<string>,
  texts: Iterable<readonly [BlockId, string]>,
): EvidenceIndex {
  const byWord = new Map<string, string[]>()
  const everywhere: string[] = []
  for (const evidence of new Set(wanted)) {
    const word = longestWord(evidence)
    if (word === '') everywhere.push(evidence)
    else {
      const list = byWord.get(word)
      if (list === undefined) byWord.set(word, [evidence])
      else list.push(evidence)
    }
  }
  const index = new Map<string, BlockId[]>()
  for (const [block, text] of texts) {
    for (const evidence of find(text)) {
      const list = index.get(evidence)
      if (list === undefined) index.set(evidence, [block])
      else list.push(block)
    }
  }
  return { holders: (evidence) => index.get(evidence) ?? [], foundIn: find }

  function find(text: string): string[] {
    if (byWord.size === 0 && everywhere.length === 0) return []
    const found = everywhere.filter((evidence) => text.includes(evidence))
    const seen = new Set<string>()
    for (const match of text.matchAll(WORDS)) {
      const word = match[0]
      const candidates = byWord.get(word)
      if (candidates === undefined || seen.has(word)) continue
      seen.add(word)
      for (const evidence of candidates) if (holds(text, evidence)) found.push(evidence)
    }
    return found
  }
}

/** The longest word of a string, '' where it has none. */
function longestWord(evidence: string): string {
  let longest = ''
  for (const match of evidence.matchAll(WORDS)) if (match[0].length > longest.length) longest = match[0]
  return longest
}

/** Whether a text holds a string as whole words: "port 4317" is not in "port 43170". */
export function holds(text: string, evidence: string): boolean {
  for (let at = text.indexOf(evidence); at >= 0; at = text.indexOf(evidence, at + 1)) {
    const end = at + evidence.length
    if (!joins(text, at - 1, at) && !joins(text, end - 1, end)) return true
  }
  return false
}

/** Whether two neighbouring characters belong to one word. */
function joins(text: string, left: number, right: number): boolean {
  return wordCode(text.charCodeAt(left)) && wordCode(text.charCodeAt(right))
}

function wordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
}
