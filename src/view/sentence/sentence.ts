import type { BlockId, Turn } from '../../engine/index.ts'
import { counted, turnName } from './format.ts'

/** Claims of a sentence about lanes, by name, so that they can be checked against the table of metrics. */
export type Claim =
  /** The figure of a lane's metric. */
  | { readonly kind: 'figure'; readonly lane: string; readonly metric: string; readonly value: number }
  /** How much more a lane has of a metric than another, as a share of the other's. */
  | {
      readonly kind: 'difference'
      readonly lane: string
      readonly than: string
      readonly metric: string
      readonly value: number
    }
  /** How many points more a lane has of a share than another, by the shares as shown in the table. */
  | {
      readonly kind: 'points'
      readonly lane: string
      readonly than: string
      readonly metric: string
      readonly value: number
    }
  /** None of these lanes has less, or none has more, of a metric. */
  | {
      readonly kind: 'least' | 'most'
      readonly lane: string
      readonly metric: string
      readonly among: readonly string[]
    }
  /** The lane is called the better one of the two. */
  | { readonly kind: 'praise'; readonly lane: string; readonly than: string }
  /** Turns from `from` on that needed a block, and how many of them had neither it nor its words. */
  | {
      readonly kind: 'needed'
      readonly lane: string
      readonly block: BlockId
      readonly from: Turn
      readonly needed: number
      readonly without: number
    }
  /** The lane's last prompt is within the limit, and not together with these tokens for the reply. */
  | { readonly kind: 'reserve'; readonly lane: string; readonly tokens: number }
  /** The number of lanes in the sentence. */
  | { readonly kind: 'lanes'; readonly count: number }

/**
 * A piece of a sentence; `turn` and `block` are the target of a link on it. A piece without either is plain text. A
 * figure in a headline must carry its claims.
 */
export interface SentencePart {
  readonly text: string
  readonly turn?: Turn
  readonly claims?: readonly Claim[]
  /** A block with its lane: made blocks have different ids in each lane. */
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
  return part.turn === undefined && part.block === undefined && part.claims === undefined
}

/** The sentence without its links. */
export function sentenceText(parts: readonly SentencePart[]): string {
  return parts.map((part) => part.text).join('')
}

/** `turn 23`, as a link. */
export function turnLink(turn: Turn): SentencePart {
  return { text: turnName(turn), turn }
}

/** A figure as a link to a turn; plain without a turn. */
export function figure(text: string, turn: Turn | null, ...claims: readonly Claim[]): SentencePart {
  return {
    text,
    ...(turn !== null && { turn }),
    ...(claims.length > 0 && { claims }),
  }
}

/** `3 blocks`, leading to a turn. */
export function countLink(count: number, one: string, turn: Turn | null): SentencePart {
  return figure(counted(count, one), turn)
}
