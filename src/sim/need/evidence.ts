import type { BlockId } from '../../engine/index.ts'

/** Which blocks hold which evidence, found in one pass over every text (NEED-4). */
export interface EvidenceIndex {
  /** Blocks whose original text holds the string as whole words, ascending. */
  holders(evidence: string): readonly BlockId[]
  /** The wanted strings that a text contains. Linear in the text. */
  foundIn(text: string): readonly string[]
}

const WORDS = /[a-z0-9_]{2,}/g

/**
 * A text as evidence is compared in: case and the amount of white space do not count (NEED-2). ASCII
 * letters only, because other alphabets' lower case depends on the Unicode version of the machine.
 */
export function normalised(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replace(/\s+/g, ' ')
}

/**
 * Indexes the strings that needs ask for, in two passes. Each string is looked for only in texts that
 * hold its rarest word, so the work grows with the texts, not with texts × strings; strings without a
 * word (Chinese, punctuation) are few and are looked for everywhere.
 */
export function indexEvidence(
  wanted: Iterable<string>,
  texts: readonly (readonly [BlockId, string])[],
): EvidenceIndex {
  const byWord = new Map<string, string[]>()
  const everywhere: string[] = []
  const strings = [...new Set(wanted)].map((text) => ({ text, normal: normalised(text).trim() }))
  const original = new Map<string, string[]>()
  for (const { text, normal } of strings) {
    const list = original.get(normal)
    if (list === undefined) original.set(normal, [text])
    else list.push(text)
  }
  const normals = [...original.keys()]
  const plain = texts.map(([block, text]) => [block, normals.length === 0 ? '' : normalised(text)] as const)
  const frequency = frequencies(normals, plain)
  for (const evidence of normals) {
    const word = rarestWord(evidence, frequency)
    if (word === null) everywhere.push(evidence)
    else {
      const list = byWord.get(word)
      if (list === undefined) byWord.set(word, [evidence])
      else list.push(evidence)
    }
  }
  const index = new Map<string, BlockId[]>()
  for (const [block, text] of plain) {
    for (const evidence of find(text)) {
      const list = index.get(evidence)
      if (list === undefined) index.set(evidence, [block])
      else list.push(block)
    }
  }
  return { holders: (evidence) => index.get(evidence) ?? [], foundIn: (text) => find(normalised(text)) }

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
    return found.flatMap((normal) => original.get(normal) ?? [])
  }
}

/** How often each word of the wanted strings occurs in the texts. */
function frequencies(
  strings: readonly string[],
  texts: readonly (readonly [BlockId, string])[],
): Map<string, number> {
  const frequency = new Map<string, number>()
  for (const evidence of strings) for (const match of evidence.matchAll(WORDS)) frequency.set(match[0], 0)
  if (frequency.size === 0) return frequency
  for (const [, text] of texts) {
    for (const match of text.matchAll(WORDS)) {
      const count = frequency.get(match[0])
      if (count !== undefined) frequency.set(match[0], count + 1)
    }
  }
  return frequency
}

/** The word of a string that the texts hold least often, the first of equals; null where it has no word. */
function rarestWord(evidence: string, frequency: ReadonlyMap<string, number>): string | null {
  let rarest: string | null = null
  let least = Infinity
  for (const match of evidence.matchAll(WORDS)) {
    const count = frequency.get(match[0]) ?? 0
    if (count < least) {
      least = count
      rarest = match[0]
    }
  }
  return rarest
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
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
  )
}
