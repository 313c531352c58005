import type { BlockId, Turn } from '../engine/index.ts'
import { counted, turnName } from './format.ts'

/** A piece of a sentence; `turn` and `block` are where a link on it leads. A piece without either is plain text. */
export interface SentencePart {
  readonly text: string
  readonly turn?: Turn
  /** A block as a lane numbers it: what a run made has other numbers in each lane. */
  readonly block?: { readonly lane: string; readonly block: BlockId }
}

/** Writes a sentence of words and links: say`dropped in ${turnLink(3)}`. Neighbouring plain texts become one part. */
export function say(
  strings: TemplateStringsArray,
  ...values: readonly (string | SentencePart | readonly SentencePart[])[]
): SentencePart[] {
  const parts: SentencePart[] = []
  strings.forEach((text, index) => {
    add({ text })
    const value = values[index] ?? ''
    if (typeof value === 'string') add({ text: value })
    else if ('text' in value) add(value)
    else value.forEach(add)
  })
  return parts

  function add(part: SentencePart): void {
    if (part.text === '') return
    const last = parts.at(-1)
    if (last !== undefined && isPlain(last) && isPlain(part))
      parts[parts.length - 1] = { text: last.text + part.text }
    else parts.push(part)
  }
}

function isPlain(part: SentencePart): boolean {
  return part.turn === undefined && part.block === undefined
}

/** The sentence without its links. */
export function sentenceText(parts: readonly SentencePart[]): string {
  return parts.map((part) => part.text).join('')
}

/** `turn 23`, leading there. */
export function turnLink(turn: Turn): SentencePart {
  return { text: turnName(turn), turn }
}

/** A figure that leads to a turn; plain where there is none. */
export function figure(text: string, turn: Turn | null): SentencePart {
  return turn === null ? { text } : { text, turn }
}

/** `3 blocks`, leading to a turn. */
export function countLink(count: number, one: string, turn: Turn | null): SentencePart {
  return figure(counted(count, one), turn)
}
