import type { Chance } from '../telling/chance.ts'
import type { CodingAgent } from '../telling/coding-agent.ts'
import { editDeed, searchDeed } from '../telling/deed.ts'
import type { Deed } from '../telling/deed.ts'
import { toldFact } from '../telling/fact.ts'
import type { Fact } from '../telling/fact.ts'
import { hitFacts } from '../telling/hit.ts'
import type { MigrationPlan } from './plan.ts'
import { clientTestPath } from './repository.ts'
import type { MigrationRepository } from './repository.ts'
import { bullets, spreadRules } from '../telling/rule.ts'
import type { Rule } from '../telling/rule.ts'
import { testDeed } from '../telling/test-run.ts'
import {
  axiosBody,
  clientConstructor,
  clientImports,
  clientPath,
  CLIENTS,
  fetchBody,
} from '../text/clients.ts'
import type { ClientSpec } from '../text/clients.ts'
import { expand } from '../text/expand.ts'
import { DECISIONS, GOAL } from '../text/migration.ts'
import type { WrapperFault } from '../text/migration.ts'
import type { Phase } from '../text/speech.ts'

export const WRAPPER = 'src/http/request.ts'

/** State shared by the steps of the migration: the agent, what is known so far, and the form of recurring calls. */
export class MigrationStory {
  readonly agent: CodingAgent
  readonly plan: MigrationPlan
  readonly repository: MigrationRepository
  /** Rules by the user message that states them. */
  readonly rules: readonly (readonly Rule[])[]
  readonly goal: Fact
  readonly chance: Chance
  readonly #printed: number
  #heard = 0

  constructor(
    parts: {
      readonly agent: CodingAgent
      readonly plan: MigrationPlan
      readonly repository: MigrationRepository
      readonly rules: readonly (readonly Rule[])[]
      readonly chance: Chance
    },
    scale: number,
  ) {
    this.agent = parts.agent
    this.plan = parts.plan
    this.repository = parts.repository
    this.rules = parts.rules
    this.chance = parts.chance
    this.#printed = Math.round(5 * scale)
    this.goal = toldFact({
      key: 'goal',
      kind: 'goal',
      evidence: GOAL.evidence.map((it) => this.write('goal', it)),
      recall: GOAL.recall.map((it) => this.write('goal', it)),
      odds: 0.9,
    })
  }

  /** A template with the values of this conversation. */
  write(place: string, template: string, more: ReadonlyMap<string, string> = new Map()): string {
    const slot = (name: string): string | undefined => more.get(name) ?? this.repository.values.get(name)
    return expand(template, slot, this.chance('text', `story ${place}`))
  }

  pick<T>(place: string, list: readonly T[]): T {
    return this.chance('text', `choice ${place}`).pick(list)
  }

  /** Rules that the user has set so far. */
  get known(): readonly Rule[] {
    return this.rules.slice(0, this.#heard).flat()
  }

  /** The user speaks; the rules of this message apply from now on. */
  hear(text: string): void {
    const come = this.rules[this.#heard] ?? []
    this.#heard += 1
    const turn = this.agent.recorder.turn
    this.agent.hear(text, [...(turn === 0 ? [this.goal] : []), ...come.map((it) => it.fact)])
    spreadRules(this.agent.agenda, come, turn)
    if (turn === 0) {
      this.agent.agenda.soon(this.goal, turn)
      this.agent.agenda.spread(this.goal, turn, [0.3, 0.6, 0.92])
    }
  }

  rulesText(message: number): string {
    return bullets(this.rules[message] ?? [])
  }

  decision(index: number): { say: string; fact: Fact } {
    const template = this.plan.decisions[index] ?? DECISIONS[0]
    if (template === undefined) throw new Error('there are no decisions')
    const { say, evidence, recall } = template
    return {
      say,
      fact: toldFact({ key: `decision ${index}`, kind: 'decision', evidence, recall, odds: 0.85 }),
    }
  }

  failure(fault: WrapperFault): { fact: Fact; client: ClientSpec; message: string } {
    const client = CLIENTS.find((it) => it.name === fault.client)
    if (client === undefined) throw new Error(`no client is named ${fault.client}`)
    const message = this.write(`failure ${fault.id}`, fault.message, this.#ids(fault))
    const fact = toldFact({
      key: `failure ${fault.id}`,
      kind: 'tool_result',
      evidence: [message],
      recall: [`The earlier failure, \`${message}\`, is the reason why I look twice here.`],
      odds: 0.3,
    })
    return { fact, client, message }
  }

  /** A test run with the bugs that it finds. Its environment follows the rules. */
  tests(key: string, only: ClientSpec | null, faults: readonly WrapperFault[]): Deed {
    const environment = this.known.map((rule) => rule.environment).join('')
    const failures = faults.map((fault) => {
      const { fact, client, message } = this.failure(fault)
      const method = client.operations[fault.operation]?.method ?? ''
      const write = (text: string): string => this.write(`failure ${fault.id}`, text, this.#ids(fault))
      const failure = {
        path: clientTestPath(client),
        title: [`${client.name}Client`, method, fault.test],
        message,
        expected: write(fault.expected),
        received: write(fault.received),
        line: 0,
      }
      return { fact, failure }
    })
    const order = {
      key,
      service: 'user-service',
      release: this.repository.values.get('release') ?? '',
      only: only === null ? null : clientTestPath(only),
      failures,
      environment,
      printed: this.#printed,
    }
    return testDeed(this.agent.workspace, order, this.chance)
  }

  /** The rules that a test command visibly follows. */
  get testRules(): readonly Fact[] {
    return this.known.filter((rule) => rule.environment !== '').map((rule) => rule.fact)
  }

  /** A search; some of its matches may be remembered by place. */
  search(key: string, query: string, folder: string): Deed {
    const { workspace } = this.agent
    return searchDeed(workspace, query, folder, (report) =>
      hitFacts(workspace, this.chance, { key, query, folder, most: 3 }, report),
    )
  }

  migration(client: ClientSpec, part: 'all' | 'head' | 'methods'): Deed[] {
    const path = clientPath(client)
    const timeouts = this.repository.timeouts.get(client.name) ?? []
    const styles = this.repository.styles.get(client.name) ?? []
    const head = [
      editDeed(this.agent.workspace, path, clientImports().axios, clientImports().fetch, client.name),
      editDeed(
        this.agent.workspace,
        path,
        clientConstructor().axios,
        clientConstructor().fetch,
        'constructor',
      ),
    ]
    const methods = client.operations.map((it, index) =>
      editDeed(
        this.agent.workspace,
        path,
        axiosBody(it, client, timeouts[index] ?? 0, styles[index] ?? 0),
        fetchBody(it, client, timeouts[index] ?? 0),
        it.method,
      ),
    )
    return [...(part === 'methods' ? [] : head), ...(part === 'head' ? [] : methods)]
  }

  step(phase: Phase, next: Parameters<CodingAgent['act']>[0]['next'], ...deeds: readonly Deed[]): void {
    this.agent.act({ phase, next, deeds, topic: { thing: 'the migration' } })
  }

  #ids(fault: WrapperFault): ReadonlyMap<string, string> {
    const draws = this.chance('text', `ids of ${fault.id}`)
    return new Map([
      ['idA', String(draws.integer(10_001, 49_999))],
      ['idB', String(draws.integer(50_001, 98_999))],
    ])
  }
}
