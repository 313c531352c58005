import type { AskSource } from '../core/llm/ask.ts'
import type { Sentence } from './template.ts'

/** Longer lines are broken at a space or a bracket, so that a question is on one statement and not on a page. */
const LONGEST = 240

/** The sentences of a source in their order: lines, ended sentences within them, and pieces of what is longer. */
export function sentencesOf(source: AskSource): Sentence[] {
  const sentences: Sentence[] = []
  for (const line of source.text.split(/\r?\n/))
    for (const sentence of line.split(/(?<=[.!?])\s+(?=\S)/))
      for (const text of pieces(sentence.replace(/^(?:[>*#-]+\s+|\s+)+/, '').trimEnd()))
        sentences.push({ source, text, first: sentences.length === 0 })
  return sentences
}

/** A run of more characters without any edge is data: a piece of it would say what it does not say. */
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

/** True where a text may be broken: after a space or a bracket, which no path, name or number goes on over. */
function isEdge(text: string, at: number): boolean {
  return ' \t;{}()[]"'.includes(text.charAt(at - 1))
}
