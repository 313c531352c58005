import type { AskSource } from '../core/llm/ask.ts'
import { strongTokens } from '../core/reference/token.ts'
import type { StrongToken } from '../core/reference/token.ts'
import { remembered } from '../core/remembered.ts'
import { textIndex } from './text-index.ts'
import type { TextIndex } from './text-index.ts'

/** Longer lines are split at a space or a bracket, so that a question is about one statement and not about a page. */
const LONGEST = 240

/** Shorter words are rarely significant. */
const SHORTEST_WORD = 4

/** A sentence of a source, at most 240 characters. */
export interface Sentence {
  readonly source: AskSource
  readonly text: string
  /** True for the first sentence of its source. */
  readonly first: boolean
  readonly strong: readonly StrongToken[]
  readonly index: TextIndex
  /** Its words that may be significant, in normal form, with repetitions. */
  readonly words: readonly string[]
}

export function sentenceOf(source: AskSource, text: string, first: boolean): Sentence {
  const index = textIndex(text)
  const words = index.normal.match(/(?<![\p{L}\p{N}_./\\-])\p{L}[\p{L}\p{N}_]*(?![\p{L}\p{N}_/\\-])/gu) ?? []
  return {
    source,
    text,
    first,
    strong: strongTokens(text),
    index,
    words: words.filter((word) => word.length >= SHORTEST_WORD || word.charCodeAt(0) > 0x2e7f),
  }
}

/** The sentences of a source in order: lines, sentences within them, and pieces of longer ones. */
export const sentencesOf = /* @__PURE__ */ remembered((source: AskSource): readonly Sentence[] => {
  const sentences: Sentence[] = []
  for (const line of source.text.split(/\r?\n/))
    for (const sentence of line.split(/(?<=[.!?])\s+(?=\S)/))
      for (const text of pieces(sentence.replace(/^(?:[>*#-]+\s+|\s+)+/, '').trimEnd()))
        sentences.push(sentenceOf(source, text, sentences.length === 0))
  return sentences
})

/** A longer run of characters without a boundary is data: a piece of it would be misleading. */
function pieces(text: string): string[] {
  const parts: string[] = []
  let start = 0
  while (text.length - start > LONGEST) {
    const end = lastEdge(text, start, start + LONGEST)
    if (end > start) parts.push(text.slice(start, end).trimEnd())
    start = end > start ? end : nextEdge(text, start + LONGEST)
  }
  if (start < text.length) parts.push(text.slice(start))
  return parts.filter((part) => part !== '')
}

function lastEdge(text: string, start: number, end: number): number {
  let at = end
  while (at > start && !isEdge(text, at)) at--
  return at
}

function nextEdge(text: string, from: number): number {
  let at = from
  while (at < text.length && !isEdge(text, at)) at++
  return at
}

/** True where a text may be split: after a space or a bracket, which are never inside a path, name or number. */
function isEdge(text: string, at: number): boolean {
  return ' \t;{}()[]"'.includes(text.charAt(at - 1))
}
