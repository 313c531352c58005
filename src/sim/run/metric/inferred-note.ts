import facts from './detector-facts.json' with { type: 'json' }

/**
 * How far figures about inferred needs can be trusted (REF-3), in sentences: what the search for needs finds in
 * conversations whose needs are known. The file is made by its test.
 */
export function inferredNote(): string {
  const { conversations, needs, recall, precision, least, most } = facts
  const of = (ratio: number): string => `${Math.round(ratio * 100)} %`
  return `Needs of a log are inferred from what later turns repeat. Of ${needs} known needs in ${conversations} scenarios, this finds ${of(recall)} (recall; ${of(least)} to ${of(most)} by scenario), and at least ${of(precision)} of what it finds is one (precision).`
}
