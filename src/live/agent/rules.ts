/** A rule as written: if all its conditions hold, a share of a field is given. */
export interface Rule {
  readonly name: string
  readonly conditions: readonly Condition[]
  /** In percent. */
  readonly share: number
  readonly of: string
}

interface Condition {
  readonly field: string
  readonly fits: (value: string) => boolean
}

const RULE = /^(\d+)\. (?:If (.+)|Otherwise): (\d{1,3}) % of `([\w-]+)`\.?$/gm
const CONDITION = /`([\w-]+)` is (?:`([\w-]+)`|at most (\d+)|at least (\d+))/g

/** Numbered rules, one a line: If `a` is `x` and `b` is at most 3: 50 % of `c`. Lines of another form are no rules. */
export function rulesIn(text: string): readonly Rule[] {
  return [...text.matchAll(RULE)].map(([, number = '', conditions = '', share, of = '']) => ({
    name: `rule ${number}`,
    conditions: [...conditions.matchAll(CONDITION)].map(([, field = '', word, most, least]) => ({
      field,
      fits: (value) =>
        word === undefined
          ? most === undefined
            ? Number(value) >= Number(least)
            : Number(value) <= Number(most)
          : value === word,
    })),
    share: Number(share),
    of,
  }))
}

/** What the first rule that fits gives, in hundredths, rounded to the nearest; nothing if none fits. */
export function shareOf(rules: readonly Rule[], fields: ReadonlyMap<string, string>) {
  const rule = rules.find(({ conditions }) =>
    conditions.every(({ field, fits }) => {
      const value = fields.get(field)
      return value !== undefined && fits(value)
    }),
  )
  if (rule === undefined) return { rule: 'no rule fits', share: 0, amount: 0 }
  const whole = Math.round(Number(fields.get(rule.of) ?? 0) * 100)
  return { rule: rule.name, share: rule.share, amount: Math.round((whole * rule.share) / 100) }
}
