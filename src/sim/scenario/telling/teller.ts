import type { Json, Turn } from '../../../engine/index.ts'
import type { NeedKind } from '../../trace/trace.ts'
import { expand } from '../text/expand.ts'
import type { Slot } from '../text/expand.ts'
import { drawn, drawnAll } from '../text/pattern.ts'
import type { Pattern } from '../text/pattern.ts'
import { bodyText } from './body.ts'
import type { BodyTemplate } from './body.ts'
import type { Fact } from './fact.ts'
import type { Answer, Call } from './recorder.ts'
import { drawSize } from './size.ts'
import type { SizeMixture } from './size.ts'
import type { Stage } from './tell.ts'

/** What kind of thing is said, with the odds that it is needed again after the next step. */
const KINDS = Object.freeze({
  goal: { kind: 'goal', odds: 0.9 },
  constraint: { kind: 'constraint', odds: 0.9 },
  side_constraint: { kind: 'constraint', detail: 'side_constraint', odds: 0.9 },
  decision: { kind: 'decision', odds: 0.6 },
  artifact: { kind: 'artifact', odds: 0.45 },
  page: { kind: 'fact', odds: 0.35 },
  fact: { kind: 'fact', odds: 0.35 },
  number: { kind: 'fact', detail: 'number', odds: 0.35 },
  continuation: { kind: 'fact', detail: 'continuation', odds: 0.6 },
  result: { kind: 'tool_result', odds: 0.35 },
} as const satisfies Record<string, { kind: NeedKind; detail?: Fact['detail']; odds: number }>)

/** Something that later turns depend on, in a data file. Every text is a template. */
export interface FactTemplate {
  readonly id: string
  readonly kind: keyof typeof KINDS
  /** The sentence in which it is shown, with all of the evidence; missing: the text around it has it. */
  readonly say?: string
  readonly evidence: readonly string[]
  /** Sentences of the agent that use it, each with all of the evidence. */
  readonly recall: readonly string[]
  /** Questions of the user that need it, and the answers to them. */
  readonly asked?: readonly { readonly question: string; readonly answer: string }[]
  /** The fact whose value this one replaces. */
  readonly replaces?: string
}

/** A fact with its words. */
export interface TellerFact {
  readonly fact: Fact
  readonly say: string
  readonly asked: readonly { readonly question: string; readonly answer: string }[]
}

/** One call of the agent with its result. */
export interface Deed {
  readonly call: Call
  readonly answer: Answer
}

/** One reply of the agent. */
export interface Act {
  readonly text: string
  readonly deeds?: readonly Deed[]
  readonly uses?: readonly Fact[]
  readonly plants?: readonly Fact[]
  /** Maximum number of facts that the reply recalls besides; default 2. */
  readonly recalls?: number
}

/** Texts that a reply may begin with when the agent thinks. */
export interface Mind {
  /** Share of replies that begin with thinking, 0…1. */
  readonly share: number
  readonly thoughts: readonly string[]
}

const SILENT: Mind = { share: 0, thoughts: [] }

/**
 * Tells a story from texts: what people say and agents answer, tools with their results, facts that come back. It
 * draws the words, keeps record and agenda in step, and repeats no sentence before its alternatives are used up.
 */
export class Teller {
  readonly stage: Stage
  /** Values of the conversation: names, numbers and dates that hold throughout. */
  readonly values: ReadonlyMap<string, string>
  readonly #mind: Mind
  readonly #bags = new Map<string, { readonly round: number; readonly left: readonly string[] }>()
  readonly #told = new Map<string, TellerFact>()
  readonly #replaced = new Set<string>()

  constructor(stage: Stage, values: ReadonlyMap<string, string>, mind: Mind = SILENT) {
    this.stage = stage
    this.values = values
    this.#mind = mind
  }

  get turn(): Turn {
    return this.stage.recorder.turn
  }

  /** A template with the values of the conversation. */
  write(place: string, template: string, more: ReadonlyMap<string, string> = new Map()): string {
    const draws = this.stage.chance('text', `write ${place}`)
    return expand(drawn(template, draws), this.#slot(more), draws)
  }

  /** One of several texts; none comes twice before all were used. */
  next(list: string, texts: readonly string[], more: ReadonlyMap<string, string> = new Map()): string {
    let bag = this.#bags.get(list) ?? { round: 0, left: [] }
    if (bag.left.length === 0) {
      const round = bag.round + 1
      bag = { round, left: this.stage.chance('text', `bag ${round} of ${list}`).shuffle(texts) }
    }
    const [template, ...left] = bag.left
    if (template === undefined) throw new Error(`nothing to say of ${list}`)
    this.#bags.set(list, { round: bag.round, left })
    return this.write(`${list} ${bag.round} ${left.length}`, template, more)
  }

  /** A fact with its words, made once for each id. */
  told(template: FactTemplate, more: ReadonlyMap<string, string> = new Map()): TellerFact {
    const known = this.#told.get(template.id)
    if (known !== undefined) return known
    const write = (text: string): string => this.write(`fact ${template.id}`, text, more)
    const { kind, odds, ...detail } = KINDS[template.kind]
    const before = template.replaces === undefined ? undefined : this.#told.get(template.replaces)
    const again = kind === 'artifact' || kind === 'tool_result' || template.kind === 'page'
    const fact: Fact = {
      key: template.id,
      kind,
      ...detail,
      ...(before !== undefined && { detail: 'changed', outdated: before.fact.evidence }),
      evidence: template.evidence.map(write),
      recall: template.recall.map(write),
      early: [],
      odds,
      holds: () => !this.#replaced.has(template.id),
      again: () => again,
    }
    const asked = (template.asked ?? []).map(({ question, answer }) => ({
      question: write(question),
      answer: write(answer),
    }))
    const made = { fact, say: write(template.say ?? ''), asked }
    this.#told.set(template.id, made)
    return made
  }

  /** A message of the user, with the facts in it. */
  user(text: string, plants: readonly Fact[] = [], replaces: readonly string[] = []): void {
    for (const id of replaces) this.#replaced.add(id)
    const { recorder, agenda } = this.stage
    const { turn } = this
    const fresh = plants.filter((fact) => !recorder.knows(fact))
    recorder.hear(text, plants)
    for (const fact of fresh) {
      if (fact.kind === 'goal' || fact.kind === 'constraint') {
        agenda.soon(fact, turn)
        agenda.spread(fact, turn, fact.kind === 'goal' ? GOAL_SHARES : RULE_SHARES)
      } else agenda.note(fact, turn)
    }
  }

  /** One reply: what is due is recalled before its text, or after it at the end of an exchange; then its calls happen. */
  agent({ text, deeds = [], uses = [], plants = [], recalls = 2 }: Act): void {
    const { recorder, agenda } = this.stage
    const { turn } = this
    const recalled = agenda
      .due(turn, recalls)
      .filter((fact) => recorder.knows(fact) && fact.recall.length > 0)
      .filter((fact) => !uses.some((it) => it.key === fact.key))
    // What the text says anyway is a use without a sentence of its own.
    const sentences = recalled
      .filter(({ evidence }) => !evidence.every((it) => text.includes(it)))
      .map((fact) => this.next(`recall ${fact.key}`, fact.recall))
    const said = deeds.length > 0 ? [...sentences, text] : [text, ...sentences]
    for (const fact of plants) if (!recorder.knows(fact)) agenda.note(fact, turn)
    const thinking = this.#thought(turn)
    recorder.reply({
      ...(thinking !== null && { thinking }),
      text: said.filter((it) => it !== '').join(text.includes('\n') ? '\n\n' : ' '),
      calls: deeds.map(({ call }) => call),
      uses: [...recalled, ...uses],
      plants,
    })
    if (deeds.length === 0) return
    for (const { answer } of deeds)
      for (const fact of answer.plants ?? []) if (!recorder.knows(fact)) agenda.note(fact, this.turn)
    recorder.answer(deeds.map(({ answer }) => answer))
  }

  /** A result of a drawn size. */
  body(key: string, template: BodyTemplate, size: SizeMixture, more: BodyMore = {}): string {
    const tokens = drawSize(size, this.stage.chance('sizes', key)) * (more.scale ?? 1)
    const draws = this.stage.chance('text', `body ${key}`)
    return bodyText(template, {
      tokens,
      draws,
      slot: this.#slot(more.values ?? new Map()),
      planted: more.planted ?? [],
    })
  }

  #slot(more: ReadonlyMap<string, string>): Slot {
    return (name) => more.get(name) ?? this.values.get(name)
  }

  #thought(turn: Turn): string | null {
    const { share, thoughts } = this.#mind
    if (this.stage.chance('structure', `thinking ${turn}`).uniform() >= share) return null
    const count = this.stage.chance('text', `thought ${turn}`).integer(1, 2)
    return [...new Set(Array.from({ length: count }, () => this.next('thought', thoughts)))].join(' ')
  }
}

interface BodyMore {
  readonly values?: ReadonlyMap<string, string>
  readonly planted?: readonly string[]
  readonly scale?: number
}

/** Shares of the rest of the conversation after which a goal or a rule is needed. */
const GOAL_SHARES = [0.15, 0.3, 0.45, 0.6, 0.75, 0.92]
const RULE_SHARES = [0.5, 0.9]

/** A call with its result. */
export function deed(
  name: string,
  input: { readonly [key: string]: Json },
  text: string,
  more: Omit<Answer, 'text'> = {},
): Deed {
  return { call: { name, input }, answer: { text, ...more } }
}

/** The values of a conversation, drawn one after the other: a later pattern may use an earlier name. */
export function conversationValues(
  patterns: Readonly<Record<string, Pattern>>,
  chance: Stage['chance'],
): ReadonlyMap<string, string> {
  const draws = chance('text', 'values')
  const raw = drawnAll(patterns, draws)
  const values = new Map<string, string>()
  for (const [name, text] of raw)
    values.set(
      name,
      expand(text, (it) => values.get(it), draws),
    )
  return values
}
