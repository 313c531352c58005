import type { Chance } from '../telling/chance.ts'
import type { CodingAgent } from '../telling/coding-agent.ts'
import { entityOf, pathOf } from './repository.ts'
import type { CodingPlan, FileName, PlannedEdit, PlannedSubtask } from './plan.ts'
import { codeSlots } from '../telling/code-slots.ts'
import { editDeed } from '../telling/deed.ts'
import type { Deed } from '../telling/deed.ts'
import { hitFacts } from '../telling/hit.ts'
import { toldFact } from '../telling/fact.ts'
import type { Fact } from '../telling/fact.ts'
import { bullets, spreadRules } from '../telling/rule.ts'
import type { Rule } from '../telling/rule.ts'
import { functionAt, sourceFile, testFile } from '../telling/source-file.ts'
import type { SourceFile } from '../telling/source-file.ts'
import {
  CHANGES,
  DECISION_RECALLS,
  FEEDBACK,
  MODULE,
  NEXT_ORDERS,
  REVIEW_ORDERS,
  RULE_ADDITIONS,
  SESSION_DECISIONS,
  SESSION_GOAL,
  SESSION_OPENINGS,
} from '../text/session.ts'
import type { ChangeTemplate } from '../text/session.ts'
import { capitalized, expand, screaming } from '../text/expand.ts'
import type { Slot } from '../text/expand.ts'
import { functionIn } from '../telling/workspace.ts'
import written from './story.json' with { type: 'json' }

/** Share of edits that add a function of their own. */
const HELPER_SHARE = 0.8

const FIELD_WORDS = written.FIELD_WORDS
const FIELD_HEADS = written.FIELD_HEADS
const METRIC_WORDS = ['stuck', 'late', 'skipped', 'merged', 'refused', 'doubled', 'parked']

/** One request of the user during its work. */
export interface Order {
  readonly plan: PlannedSubtask
  readonly slot: Slot
  readonly thing: string
  readonly ticket: string
  /** Facts from the user's words: code, limit, field and metric, two per fact; none in a review. */
  readonly facts: readonly Fact[]
  /** Places of this order's edits and failures, for the report. */
  readonly touched: Set<string>
  /** Facts that an edit of this order has used: later edits copy from it. */
  readonly used: Set<string>
  /** The main file of the entity. */
  readonly home: FileName
  readonly failures: Fact[]
  /** Keys of the failures that are fixed. */
  readonly fixed: Set<string>
  readonly decisions: Fact[]
  /** Type errors that are not fixed yet. */
  readonly typeErrors: Fact[]
}

/** State shared by the steps of the long session. */
export class CodingStory {
  readonly agent: CodingAgent
  readonly plan: CodingPlan
  readonly chance: Chance
  readonly values: ReadonlyMap<string, string>
  readonly goal: Fact
  /** Rules that are known so far. */
  readonly rules: Rule[] = []
  /** Version of the service's package. */
  readonly release: string
  /** Passing tests printed for each file of a full run. */
  readonly printed: number
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #helpers = new Map<string, number>()

  constructor(
    parts: {
      readonly agent: CodingAgent
      readonly plan: CodingPlan
      readonly chance: Chance
      readonly values: ReadonlyMap<string, string>
      readonly files: readonly SourceFile[]
    },
    scale: number,
  ) {
    const draws = parts.chance('text', 'release')
    this.release = `${draws.integer(2, 9)}.${draws.integer(11, 48)}.${draws.integer(0, 9)}`
    this.printed = Math.round(4 * scale)
    this.agent = parts.agent
    this.plan = parts.plan
    this.chance = parts.chance
    this.values = parts.values
    this.#files = new Map(parts.files.map((file) => [file.path, file]))
    this.goal = toldFact({
      key: 'goal',
      kind: 'goal',
      evidence: SESSION_GOAL.evidence.map((it) => this.write('goal', it)),
      recall: SESSION_GOAL.recall.map((it) => this.write('goal', it)),
      odds: 0.9,
    })
  }

  write(place: string, template: string, more: ReadonlyMap<string, string> = new Map()): string {
    const slot: Slot = (name) => more.get(name) ?? this.values.get(name)
    return expand(template, slot, this.chance('text', `story ${place}`))
  }

  pick<T>(place: string, list: readonly T[]): T {
    return this.chance('text', `choice ${place}`).pick(list)
  }

  path(file: FileName): string {
    return pathOf(this.plan.domain, file)
  }

  functionOf(file: FileName, index: number): string {
    return this.#files.get(this.path(file))?.functions[index] ?? ''
  }

  /** Starts a subtask: the user speaks, and the facts in the message are planted. */
  open(plan: PlannedSubtask, come: readonly Rule[]): Order {
    const order = this.#order(plan)
    const turn = this.agent.recorder.turn
    const words = this.#words(order, come)
    this.rules.push(...come)
    this.agent.hear(words, [
      ...(plan.number === 0 ? [this.goal] : []),
      ...come.map((it) => it.fact),
      ...order.facts,
    ])
    spreadRules(this.agent.agenda, come, turn)
    for (const fact of order.facts) this.agent.agenda.note(fact, turn)
    if (plan.number === 0) {
      this.agent.agenda.soon(this.goal, turn)
      this.agent.agenda.spread(this.goal, turn, [0.15, 0.3, 0.45, 0.6, 0.75, 0.92])
    }
    return order
  }

  /** A template with the words of an order, for one function of a file. */
  writeFor(order: Order, place: string, template: string, fn = ''): string {
    const draws = this.chance('text', `order ${order.plan.number} ${place}`)
    return expand(template, (name) => (name === 'fn' && fn !== '' ? fn : order.slot(name)), draws)
  }

  change(order: Order, edit: PlannedEdit): ChangeTemplate {
    const id = order.plan.template?.changes[edit.change] ?? 'log'
    const found = CHANGES.find((it) => it.id === id)
    if (found === undefined) throw new Error(`no change has the id ${id}`)
    return found
  }

  /** An edit as a call: the change's line goes into the function. Null if the function already has it. */
  edit(order: Order, edit: PlannedEdit): { deed: Deed; change: string; uses: Fact[] } | null {
    const path = this.path(edit.file)
    const fn = this.functionOf(edit.file, edit.fn)
    const template = this.change(order, edit)
    const line = this.writeFor(order, `line ${fn}`, template.line, fn)
    const found = functionIn(this.agent.workspace.text(path), fn)
    if (found === null || found.lines.some((it) => it.includes(line.trim()))) return null
    const placedLine = placed(found.lines, line, template.where)
    const before = found.comment + placedLine.before
    const after = found.comment + placedLine.after
    order.touched.add(path)
    const helper = this.chance('structure', `helper ${order.plan.number} ${fn}`).uniform() < HELPER_SHARE
    return {
      deed: editDeed(
        this.agent.workspace,
        path,
        before,
        helper ? `${this.#helper(order)}\n\n${after}` : after,
        fn,
      ),
      change: this.writeFor(order, `change ${fn}`, template.change, fn),
      uses: this.firstUses(order, after),
    }
  }

  /** Facts of an order that a text uses and no earlier edit did. */
  firstUses(order: Order, text: string): Fact[] {
    const facts = order.facts.filter(
      (fact) => !order.used.has(fact.key) && fact.evidence.every((string) => text.includes(string)),
    )
    for (const fact of facts) order.used.add(fact.key)
    return facts
  }

  /** The new module of an order and its test. */
  module(order: Order): { module: SourceFile; test: SourceFile; uses: Fact[] } {
    const { domain } = this.plan
    const id = order.plan.template?.id ?? 'review'
    const entity = entityOf(domain, order.plan.entity)
    const [source = '', testPath = ''] = (['source', 'test'] as const).map((kind) =>
      this.path({ ...order.home, kind }).replace('Service', capitalized(id)),
    )
    const lines = (order.plan.template?.needs ?? []).map((it) =>
      it === 'limit' ? '  limit: $limit,' : `  ${it}: '$${it}',`,
    )
    const core = this.writeFor(
      order,
      'module',
      MODULE.replace('NAME', screaming(id)).replace('LINES', () => lines.join('\n')),
    )
    const imports = `import { DomainError } from '../shared/errors'`
    const spec = {
      path: source,
      entity,
      role: id,
      kin: order.plan.number < domain.entities.length ? 6 : 8,
      imports,
      core,
      landmarks: 0,
    } as const
    const module = sourceFile(domain, spec, 1300, this.chance)
    const text = testFile(domain, testPath, module, entity, 1400, this.chance)
    order.touched.add(source)
    const test = { path: testPath, text, functions: [], landmarks: [] }
    return { module, test, uses: this.firstUses(order, module.text) }
  }

  /** A helper function that an edit adds before the edited one. */
  #helper(order: Order): string {
    const entity = entityOf(this.plan.domain, order.plan.entity)
    const index = this.#helpers.get(entity.name) ?? 0
    this.#helpers.set(entity.name, index + 1)
    const spec = { path: `helpers of ${entity.name}`, entity, kin: 7 }
    return functionAt(this.plan.domain, spec, index, this.chance).code
  }

  decide(order: Order, fn: string, key: string): { say: string; fact: Fact } {
    const number = Number(this.agent.voice.variant('decisions', DECISION_KEYS))
    const decision = SESSION_DECISIONS[number] ?? SESSION_DECISIONS[0]
    if (decision === undefined) throw new Error('there are no decisions')
    const phrase = this.writeFor(order, `decision ${key}`, decision.phrase, fn)
    const fact = toldFact({
      key: `decision ${key}`,
      kind: 'decision',
      evidence: [phrase],
      recall: DECISION_RECALLS.map((it) => it.replace('$phrase', () => phrase)),
      odds: 0.6,
    })
    order.decisions.push(fact)
    return { say: `Decision: ${phrase}, because ${decision.why}.`, fact }
  }

  /** Facts of a search's matches, by place. */
  hits(key: string, query: string, folder: string, report: string): Fact[] {
    return hitFacts(this.agent.workspace, this.chance, { key, query, folder, most: 2 }, report)
  }

  #order(plan: PlannedSubtask): Order {
    const draws = this.chance('text', `order ${plan.number}`)
    const entity = entityOf(this.plan.domain, plan.entity)
    const low = Number(this.values.get('blockLow') ?? '1000')
    const ticket = `${this.plan.domain.tickets}-${draws.integer(6001, 9999)}`
    const known = new Map([
      ['ticket', ticket],
      ['code', `${this.plan.domain.prefix}-${low + 1 + plan.number * 3}`],
      ['limit', String(draws.integer(1201, 48_999))],
      ['field', draws.pick(FIELD_HEADS) + capitalized(draws.pick(FIELD_WORDS)) + entity.name],
      ['metric', `${entity.table}_${draws.pick(METRIC_WORDS)}_total`],
    ])
    const slots = codeSlots(this.plan.domain, entity, draws, known)
    const slot: Slot = (name) => slots(name) ?? this.values.get(name)
    const words = (plan.template?.needs ?? []).map((need) => known.get(need) ?? '')
    const facts =
      plan.template === null
        ? []
        : [
            toldFact({
              key: `order ${plan.number}`,
              kind: 'fact',
              evidence: words,
              recall: ORDER_RECALLS.map((it) =>
                expand(
                  it,
                  (name) => (name === 'words' ? words.map(quoted).join(' and ') : slot(name)),
                  draws,
                ),
              ),
              odds: 0.3,
            }),
          ]
    const home: FileName = { entity: plan.entity, role: 'service', kind: 'source' }
    const thing = expand(plan.template?.thing ?? 'the review', slot, draws)
    return {
      plan,
      slot,
      thing,
      ticket,
      facts,
      touched: new Set(),
      used: new Set(),
      home,
      failures: [],
      fixed: new Set(),
      decisions: [],
      typeErrors: [],
    }
  }

  #words(order: Order, come: readonly Rule[]): string {
    const { number, template } = order.plan
    const feedback = this.agent.voice.variant('feedback', FEEDBACK)
    const rules = bullets(come)
    if (template === null) {
      return this.write(
        'review order',
        this.pick('review order', REVIEW_ORDERS),
        new Map([['feedback', feedback]]),
      )
    }
    const said = this.writeFor(order, 'say', this.pick(`say ${number}`, template.say))
    if (number === 0) {
      const opening = this.pick('opening', SESSION_OPENINGS)
      return this.write(
        'opening',
        opening,
        new Map([
          ['rules', rules],
          ['order', said],
        ]),
      )
    }
    const next = this.pick(`next order ${number}`, NEXT_ORDERS)
    const words = this.write(
      `next order ${number}`,
      next,
      new Map([
        ['feedback', feedback],
        ['order', said],
      ]),
    )
    if (come.length === 0) return words
    const addition = this.write(
      'rule addition',
      this.pick(`addition ${number}`, RULE_ADDITIONS),
      new Map([['rules', rules]]),
    )
    return `${words}\n\n${addition}`
  }
}

/** Indices of the decisions, drawn at random like sentences. */
const DECISION_KEYS: readonly string[] = SESSION_DECISIONS.map((_, index) => String(index))

const ORDER_RECALLS = [
  'What $ticket gave me is $words.',
  '$words are the words of $ticket, to be used as they are.',
  'Not to be mixed up with $ticket, which is about $words.',
]

function quoted(word: string): string {
  return `\`${word}\``
}

/** Old and new text of an edit that adds a line after a function's first line, or before its last return. */
function placed(
  lines: readonly string[],
  line: string,
  where: 'head' | 'tail',
): { before: string; after: string } {
  const last = lines.findLastIndex((it) => it.startsWith('  return '))
  const [first = '', second = ''] = lines
  if (where === 'head' || last < 1) {
    return { before: `${first}\n${second}`, after: `${first}\n${line}\n${second}` }
  }
  // The whole function is the old text: a return alone would occur in other functions too.
  const body = lines.slice(0, last + 1)
  return { before: body.join('\n'), after: [...body.slice(0, last), line, ...body.slice(last)].join('\n') }
}
