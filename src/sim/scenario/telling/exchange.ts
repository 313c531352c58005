import type { Json, Turn } from '../../../engine/index.ts'
import { drawnAll } from '../text/pattern.ts'
import type { Pattern } from '../text/pattern.ts'
import { expand } from '../text/expand.ts'
import type { Fact } from './fact.ts'
import type { BodyTemplate } from './body.ts'
import type { SizeMixture } from './size.ts'
import { deed } from './teller.ts'
import type { FactTemplate, Teller } from './teller.ts'

/** A call of an exchange: what the agent says before it, and what it returns. */
export interface ExchangeStep {
  readonly text: string
  readonly tool: string
  readonly input: Readonly<Record<string, string>>
  readonly result: string
  readonly failed?: true
  /** Followed by a long text of the conversation’s kind. */
  readonly long?: boolean
  /** Facts that the result shows. */
  readonly shown?: readonly FactTemplate[]
}

/** A message of the user, the calls that it takes, and the reply. Every text is a template. */
export interface Exchange {
  readonly id: string
  /** Values that only this exchange has. */
  readonly values?: Readonly<Record<string, Pattern>>
  readonly user: string
  /** Facts in the user's message. */
  readonly told?: readonly FactTemplate[]
  readonly steps?: readonly ExchangeStep[]
  readonly reply: string
  /** Decisions and facts first stated in the reply. */
  readonly decided?: readonly FactTemplate[]
  /** Facts that the reply or a call uses, by their ids. */
  readonly uses?: readonly string[]
  /** Comes right after the exchange with this id. */
  readonly after?: string
}

/** Turns that an exchange takes. */
export function turnsOf({ steps = [] }: Exchange): number {
  return steps.length + 1
}

/** Plays exchanges, and remembers what was said in them. */
export class Conversation {
  readonly teller: Teller
  readonly #long: LongResults | null
  readonly #facts = new Map<string, { readonly fact: Fact; readonly asked: Asked }>()
  readonly #asks = new Map<string, number>()
  readonly #played = new Set<string>()

  constructor(teller: Teller, long: LongResults | null = null) {
    this.teller = teller
    this.#long = long
  }

  play(exchange: Exchange): void {
    const { teller } = this
    const { id, steps = [], told = [], decided = [], uses = [] } = exchange
    const more = this.#values(exchange)
    this.#played.add(id)
    const write = (place: string, text: string): string => teller.write(`${id} ${place}`, text, more)
    const replaces = told.flatMap((it) => (it.replaces === undefined ? [] : [it.replaces]))
    teller.user(write('user', exchange.user), this.#make(told, more), replaces)
    steps.forEach((step, index) => {
      const input = Object.fromEntries(
        Object.entries(step.input).map(([name, text]): [string, Json] => [
          name,
          write(`${name} ${index}`, text),
        ]),
      )
      const short = write(`result ${index}`, step.result)
      const rest =
        step.long === true && this.#long !== null
          ? `\n\n${teller.body(`${id} ${index}`, this.#long.template, this.#long.size, { scale: this.#long.scale })}`
          : ''
      const result = short + rest
      const plants = this.#make(step.shown ?? [], more)
      const answer = { plants, ...(step.failed === true && { failed: true }) }
      teller.agent({
        text: write(`text ${index}`, step.text),
        deeds: [deed(step.tool, input, result, answer)],
        recalls: 0,
      })
    })
    teller.agent({
      text: write('reply', exchange.reply),
      plants: this.#make(decided, more),
      uses: uses.flatMap((it) => this.#facts.get(it)?.fact ?? []),
    })
  }

  /** The user asks for something that was said. False if there is nothing to ask for. */
  ask(): boolean {
    const { teller } = this
    const known = [...this.#facts].filter(([, { fact, asked }]) => asked.length > 0 && fact.holds())
    if (known.length === 0) return false
    const ids = known.map(([id]) => id)
    const id = this.#nextAsked(ids)
    const found = this.#facts.get(id)
    const asked = found?.asked[this.#count(id) % Math.max(1, found.asked.length)]
    if (found === undefined || asked === undefined) return false
    this.#asks.set(id, this.#count(id) + 1)
    teller.user(asked.question)
    teller.agent({ text: asked.answer, uses: [found.fact], recalls: 1 })
    return true
  }

  /**
   * Plays exchanges of a pool in random order until a turn is reached, each once, and questions about what was said
   * between them and after them.
   *
   * @param every how many exchanges are between two questions
   */
  goOn(pool: readonly Exchange[], until: Turn, every: number): void {
    const { teller } = this
    const order = teller.stage.chance('structure', `order of ${pool[0]?.id ?? ''}`).shuffle(pool)
    let left = order.filter(({ id }) => !this.#played.has(id))
    let last = ''
    for (let since = 0; teller.turn < until;) {
      const fitting = left.filter((it) => teller.turn + turnsOf(it) <= until)
      const follows = fitting.find((it) => it.after === last)
      const fits = follows ?? fitting.find((it) => it.after === undefined)
      if (fits === undefined || (since >= every && follows === undefined)) {
        since = 0
        last = ''
        if (this.ask()) continue
        if (fits === undefined) return
      }
      left = left.filter((it) => it !== fits)
      since += 1
      last = fits.id
      this.play(fits)
    }
  }

  /** The fact of an id that was said. */
  fact(id: string): Fact {
    const found = this.#facts.get(id)
    if (found === undefined) throw new Error(`nobody said ${id}`)
    return found.fact
  }

  /** Whether what an exchange replaces was said. */
  canFollow({ told = [] }: Exchange): boolean {
    return told.every(({ replaces }) => replaces === undefined || this.#facts.has(replaces))
  }

  /** The last of these facts that was said; nothing if none was. */
  newest(ids: readonly string[]): readonly Fact[] {
    return ids.flatMap((id) => this.#facts.get(id)?.fact ?? []).slice(-1)
  }

  #make(templates: readonly FactTemplate[], more: ReadonlyMap<string, string>): Fact[] {
    return templates.map((template) => {
      const { fact, asked } = this.teller.told(template, more)
      this.#facts.set(template.id, { fact, asked })
      return fact
    })
  }

  #count(id: string): number {
    return this.#asks.get(id) ?? 0
  }

  /** One of those that were asked for the fewest times. */
  #nextAsked(ids: readonly string[]): string {
    const least = Math.min(...ids.map((id) => this.#count(id)))
    const rarest = ids.filter((id) => this.#count(id) === least)
    return this.teller.stage.chance('needs', `asked in ${this.teller.turn}`).pick(rarest)
  }

  #values({ id, values = {} }: Exchange): ReadonlyMap<string, string> {
    const draws = this.teller.stage.chance('text', `values of ${id}`)
    const more = new Map<string, string>()
    for (const [name, text] of drawnAll(values, draws)) {
      more.set(
        name,
        expand(text, (it) => more.get(it) ?? this.teller.values.get(it), draws),
      )
    }
    return more
  }
}

/** What follows a short result where an exchange asks for it. */
export interface LongResults {
  readonly template: BodyTemplate
  readonly size: SizeMixture
  /** Factor on the size. */
  readonly scale: number
}

type Asked = readonly { readonly question: string; readonly answer: string }[]
