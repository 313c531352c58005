import type { Random } from '../../../engine/index.ts'
import type { Chance } from './chance.ts'
import { capitalized, expand } from '../text/expand.ts'
import { AIMS, SPEECH, THOUGHTS } from '../text/speech.ts'
import type { Phase, SpeechKind } from '../text/speech.ts'

/** The subject of a sentence: the known slots of the speech templates. */
export type Topic = Readonly<Record<string, string>>

/** The agent's wording. Templates of a kind come in random order, and none is repeated before all have been used. */
export class Voice {
  readonly #chance: Chance
  readonly #draws: Random
  readonly #thoughts: Random
  readonly #bags = new Map<string, { readonly round: number; readonly left: readonly string[] }>()

  constructor(chance: Chance) {
    this.#chance = chance
    this.#draws = chance('text', 'voice')
    this.#thoughts = chance('text', 'thoughts')
  }

  say(kind: SpeechKind, topic: Topic): string {
    return this.#write(this.#next(kind, SPEECH[kind]), topic)
  }

  /** Four to seven sentences of thinking for a phase. */
  think(phase: Phase, topic: Topic): string {
    const count = this.#thoughts.integer(4, 7)
    const templates = Array.from({ length: count }, () => this.#next(`think ${phase}`, THOUGHTS[phase]))
    // At the border of two shuffles, a sentence could come twice.
    return [...new Set(templates)].map((it) => this.#write(it, topic, this.#thoughts)).join(' ')
  }

  aim(phase: Phase): string {
    return this.#next(`aim ${phase}`, AIMS[phase])
  }

  /** One of several ways to say the same; the ways of one thing take turns. */
  variant(thing: string, ways: readonly string[]): string {
    return this.#next(thing, ways)
  }

  #next(name: string, templates: readonly string[]): string {
    let bag = this.#bags.get(name) ?? { round: 0, left: [] }
    if (bag.left.length === 0) {
      const round = bag.round + 1
      bag = { round, left: this.#chance('text', `bag ${round} of ${name}`).shuffle(templates) }
    }
    const [template, ...left] = bag.left
    if (template === undefined) throw new Error(`nothing to say of the kind ${name}`)
    this.#bags.set(name, { round: bag.round, left })
    return template
  }

  #write(template: string, topic: Topic, draws: Random = this.#draws): string {
    const known = new Map(Object.entries(topic))
    const change = known.get('change')
    if (change !== undefined) known.set('Change', capitalized(change))
    const sentence = expand(template, (name) => known.get(name), draws)
    return capitalized(sentence)
  }
}
