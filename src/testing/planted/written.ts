import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '../../engine/index.ts'
import type { TraceTurn } from '../../sim/index.ts'
import { PLANTED_KINDS, traceOf } from './plant.ts'
import type { Planted, PlantedFact, PlantedKind } from './plant.ts'

/** How a chat marks a fact: `{decision1 the words}`; `{old1 …}` and `{new1 …}` are the values of a changed one. */
const MARK = /\{([a-z]+)(\d) ([^}]*)\}/g

const KINDS: ReadonlyMap<string, PlantedKind> = new Map([
  ...PLANTED_KINDS.map((kind): [string, PlantedKind] => [kind, kind]),
  ['side', 'side_constraint'],
  ['next', 'continuation'],
  ['new', 'changed'],
])

/**
 * Chats written by hand, each sentence once, in which facts are told by both who talk, in turns with much else in them.
 * One alone is too short for a window, so they follow each other, once from each of them on: what a lane keeps depends much
 * on what is told last.
 */
export function writtenChats(set: 'development' | 'held-out'): readonly Planted[] {
  const folder = join(import.meta.dirname, 'chats', set)
  const files = readdirSync(folder).toSorted()
  const chats = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return chats.map((_, first) => chatOf(set, [...chats.slice(first), ...chats.slice(0, first)].join('\n')))
}

function chatOf(name: string, marked: string): Planted {
  const facts: PlantedFact[] = []
  const old = new Map<string, string>()
  const messages: Message[] = []
  const turns: TraceTurn[] = []
  for (const part of marked.split(/\n(?=[UA]: )/)) {
    const message = messages.length
    const turn = Math.floor(message / 2)
    const content = part.slice(3).replace(MARK, (_, mark: string, number: string, said: string) => {
      const kind = KINDS.get(mark)
      if (mark === 'old') old.set(number, said)
      if (kind !== undefined) {
        const stale = kind === 'changed' ? (old.get(number) ?? '') : null
        const key = mark + number
        facts.push({ kind, key, turn, message, sentence: said, proof: [said], stale, before: stale })
      }
      return said
    })
    messages.push({ role: message % 2 === 0 ? 'user' : 'assistant', content })
    if (message % 2 === 1)
      turns.push({
        turn,
        window: 0,
        inputs: [message - 1],
        response: message,
        time: null,
        usage: null,
        model: null,
      })
  }
  return { trace: traceOf({ name, title: name, seed: 0 }, messages, turns), facts }
}
