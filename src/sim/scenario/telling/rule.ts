import type { Turn } from '../../../engine/index.ts'
import type { Agenda } from './agenda.ts'
import type { Chance } from './chance.ts'
import { toldFact } from './fact.ts'
import type { Fact } from './fact.ts'
import type { ConstraintTemplate } from '../text/constraints.ts'
import type { Domain } from '../text/domains.ts'
import { expand } from '../text/expand.ts'

/** A rule that the user sets in one conversation. */
export interface Rule {
  readonly id: string
  readonly fact: Fact
  readonly say: string
  readonly check: string
  /** A line of code that follows it, null if there is none. */
  readonly option: string | null
  /** The prefix that it requires for test commands, '' for most. */
  readonly environment: string
}

/** Values for the slots of rules: every conversation has its own numbers, names and dates. */
export function ruleValues(domain: Domain, chance: Chance): ReadonlyMap<string, string> {
  const draws = chance('text', 'rule values')
  const hex = (length: number): string =>
    Array.from({ length }, () => '0123456789abcdef'.charAt(draws.integer(0, 15))).join('')
  const code = draws.integer(11, 89) * 100
  return new Map([
    ['service', domain.service],
    ['prefix', domain.prefix],
    ['ticket', `${domain.tickets}-${draws.integer(2001, 5999)}`],
    ['blocker', `SSO-${draws.integer(1001, 1999)}`],
    ['digest', `sha256:${hex(12)}`],
    ['base', String(draws.integer(21, 48) * 5)],
    ['deadline', String(draws.integer(81, 139) * 50)],
    ['headerTwo', draws.pick(['x-correlation-id', 'x-request-chain', 'x-trace-parent'])],
    ['flagNumber', String(draws.integer(1001, 9899))],
    [
      'flag',
      `${domain.prefix.toLowerCase()}.${draws.pick(['rollout', 'preview', 'cohort'])}_${draws.integer(1001, 9899)}`,
    ],
    ['port', String(draws.integer(18_011, 19_899))],
    ['timeoutCode', `USR_UPSTREAM_TIMEOUT_${draws.integer(4001, 4899)}`],
    ['scrub', `V${draws.integer(21, 98)}`],
    ['freeze', `2026-01-${draws.integer(15, 30)} ${draws.integer(14, 18)}:${draws.pick(['15', '30', '45'])}`],
    ['blockLow', String(code)],
    ['blockHigh', String(code + 49)],
    ['migration', `0${draws.integer(412, 897)}`],
    ['coverage', `${draws.integer(81, 93)}.${draws.integer(1, 9)}`],
    ['rounding', draws.pick(['roundHalfEven()', 'roundAwayFromZero()', 'roundToMinorUnit()'])],
    ['legacy', draws.pick(['settlementV1', 'oldImporter', 'partnerBridge', 'nightlyMerge'])],
    ['audit', `AUD-${draws.integer(301, 989)}`],
    [
      'dataset',
      `${draws.pick(['amber', 'cobalt', 'juniper', 'saffron'])}-${draws.integer(2024, 2025)}-${draws.integer(11, 52)}`,
    ],
    ['budget', String(draws.integer(121, 389))],
    ['bench', draws.pick(['listEndpoints', 'hotPaths', 'pagedReads'])],
    ['release', `2026.${draws.integer(10, 24)}-R${draws.integer(11, 97)}`],
    ['rfc', `RFC-${draws.integer(2001, 8999)}`],
  ])
}

export function ruleOf(
  template: ConstraintTemplate,
  values: ReadonlyMap<string, string>,
  chance: Chance,
): Rule {
  const draws = chance('text', `rule ${template.id}`)
  const write = (text: string): string => expand(text, (name) => values.get(name), draws)
  return {
    id: template.id,
    fact: toldFact({
      key: `rule ${template.id}`,
      kind: 'constraint',
      evidence: template.evidence.map(write),
      recall: template.recall.map(write),
      early: template.early.map(write),
      odds: RULE_ODDS,
    }),
    say: write(template.say),
    check: write(template.check),
    option: template.option === undefined ? null : write(template.option),
    environment: write(template.environment ?? ''),
  }
}

const RULE_ODDS = 0.9

/** Rules are needed while they are new, in the middle, and near the end of the rest. */
export function spreadRules(agenda: Agenda, rules: readonly Rule[], turn: Turn): void {
  for (const rule of rules) {
    agenda.soon(rule.fact, turn)
    agenda.spread(rule.fact, turn, [0.5, 0.9])
  }
}

/** The rules as a list of a user's message. */
export function bullets(rules: readonly Rule[]): string {
  return rules.map((rule) => `- ${rule.say}`).join('\n')
}
