import type { AskSource } from '../core/llm/ask.ts'
import type { Sentence } from './template.ts'

/** Longer lines are split at a space or a bracket, so that a question is about one statement and not about a page. */
const LONGEST = 240

/** The sentences of a source in order: lines, sentences within them, and pieces of longer ones. */
export function sentencesOf(source: AskSource): Sentence[] {
  const sentences: Sentence[] = []
  for (const line of source.text.split(/\r?\n/))
    for (const sentence of line.split(/(?<=[.!?])\s+(?=\S)/))
      for (const text of pieces(sentence.replace(/^(?:[>*#-]+\s+|\s+)+/, '').trimEnd()))
        sentences.push({ source, text, first: sentences.length === 0 })
  return sentences
}

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
