import type { Demands, Rule } from './rule/rule.ts'
import type { Violation } from './rule/violation.ts'

/** What breaks the rules of a list, by place. */
export function judge<Subject>(
  rules: Readonly<Record<string, Rule<Subject>>>,
  subject: Subject,
  demands: Demands,
): Violation[] {
  const found: Violation[] = []
  for (const [name, rule] of Object.entries(rules)) {
    for (const finding of rule(subject, demands)) found.push({ rule: name, ...finding })
  }
  return found.toSorted(byPlace)
}

/** By message and part; several violations of one place stay in the order of the rules, because the sort is stable. */
export function byPlace(left: Violation, right: Violation): number {
  return left.index - right.index || (left.part ?? -1) - (right.part ?? -1)
}
