import { textOfMessage } from './plant.ts'
import type { Planted, PlantedFact } from './plant.ts'

/** Tokens of a text. */
type Count = (text: string) => number

/** A message as the baselines read it. A tool's output is not the user's. */
export interface Said {
  readonly by: 'user' | 'assistant' | 'tool'
  readonly text: string
}

export function saidIn({ trace }: Planted): readonly Said[] {
  return trace.messages.map((message) => ({
    by:
      message.role === 'assistant'
        ? 'assistant'
        : Array.isArray(message.content) && message.content.some(({ type }) => type === 'tool_result')
          ? 'tool'
          : 'user',
    text: textOfMessage(message),
  }))
}

/** The newest texts that fit, in their order: from the first that does not fit, all older ones are left out. */
function newest(texts: readonly string[], budget: number, count: Count): string {
  let kept = ''
  for (const text of texts.toReversed()) {
    const longer = kept === '' ? text : `${text}\n${kept}`
    if (count(longer) > budget) break
    kept = longer
  }
  return kept
}

/** Truncation: the newest whole messages. */
export function truncated(said: readonly Said[], budget: number, count: Count): string {
  return newest(
    said.map(({ text }) => text),
    budget,
    count,
  )
}

/** A naive summary: the first sentence of each message, the newest messages first. */
export function firstSentences(said: readonly Said[], budget: number, count: Count): string {
  return newest(
    said.map(({ text }) => /^[^\n]*?[.!?](?=\s|$)|^[^\n]*/.exec(text)?.[0] ?? ''),
    budget,
    count,
  )
}

/** What the user said, word for word, the newest messages first. */
export function userTurns(said: readonly Said[], budget: number, count: Count): string {
  return newest(
    said.filter(({ by }) => by === 'user').map(({ text }) => text),
    budget,
    count,
  )
}

/**
 * A checklist in which a new value replaces the old one, with exact lines `key: value`. It is told what the facts are:
 * the bound that no reader of the text can pass.
 */
export function checklist(facts: readonly PlantedFact[], budget: number, count: Count): string {
  const lines = new Map<string, string>()
  for (const { kind, key, proof } of facts.toSorted((a, b) => a.turn - b.turn)) {
    const name = `${kind} ${key}`
    lines.delete(name)
    lines.set(name, `${name}: ${proof.join(', ')}`)
  }
  return newest([...lines.values()], budget, count)
}
