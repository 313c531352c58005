import type { Material } from './material.ts'

/** An article, by its short title in RULES.md. */
export type Article =
  | 'Agent Context Window Management'
  | 'Claude Code from Scratch'
  | 'Sliding Message Window'
  | 'agentfit-rs'
  | 'Short-Term Memory'

/** `holds` where at least nine in ten conversations agree, `in part` where at least one in four does. */
export type Verdict = 'holds' | 'in part' | 'does not hold' | 'not measurable here'

/** How a figure is written: 0.8 as 80 %, 12.5 as 12.5 times, 1.89 as “turns to the power 1.89”, 3 as “3 left alone”. */
export type Unit = 'share' | 'points' | 'times' | 'tokens' | 'power' | 'alone' | 'turns'

/** A comparison on the page in which the claim can be seen. */
export interface Shown {
  readonly scenario: string
  readonly seed: number
  /** Of the longest prompt without eviction. */
  readonly share: number
  readonly lanes: readonly { readonly policy: string; readonly gates: 'on' | 'naive' }[]
}

/** What a conversation says about a claim. */
export interface Case {
  readonly conversation: string
  readonly value: number
  readonly agrees: boolean
}

interface Said {
  readonly id: string
  readonly article: Article
  /** Where in the article. */
  readonly section: string
  /** The claim, in our words. */
  readonly claim: string
}

/** A claim that conversations can confirm or contradict. To add one: its module, and its line in `list.ts`. */
export interface MeasuredClaim extends Said {
  /** What is measured in each conversation. */
  readonly how: string
  /** When a conversation agrees. */
  readonly agrees: string
  readonly unit: Unit
  /** What the figure cannot show. */
  readonly limits?: string
  readonly shown?: Shown
  /** One case for each conversation that has what the claim is about. */
  readonly cases: (material: Material) => readonly Case[]
}

/** A claim that this simulator cannot test. */
export interface OpenClaim extends Said {
  readonly why: string
}

export type Claim = MeasuredClaim | OpenClaim

/** A claim with its figures, as the page shows it and as `measured.json` stores it. */
export type Told = (Omit<MeasuredClaim, 'cases'> | OpenClaim) & {
  readonly verdict: Verdict
  /** Missing without conversations. `low` and `high` enclose four in five values. */
  readonly figures?: {
    readonly conversations: number
    readonly agree: number
    readonly low: number
    readonly middle: number
    readonly high: number
  }
}

/** Measures a claim. */
export function told(claim: Claim, material: Material): Told {
  if (!('cases' in claim)) return { ...claim, verdict: 'not measurable here' }
  const { cases, ...said } = claim
  const found = cases(material)
  if (found.length === 0) return { ...said, verdict: 'not measurable here' }
  const agree = found.filter(({ agrees }) => agrees).length
  const values = found.map(({ value }) => value).sort((a, b) => a - b)
  return {
    ...said,
    verdict: verdictOf(agree, found.length),
    figures: {
      conversations: found.length,
      agree,
      low: rounded(quantile(values, 0.1)),
      middle: rounded(medianOf(values)),
      high: rounded(quantile(values, 0.9)),
    },
  }
}

function verdictOf(agree: number, all: number): Verdict {
  if (agree >= all * 0.9) return 'holds'
  return agree >= all * 0.25 ? 'in part' : 'does not hold'
}

/** Of values in rising order: the value at that share of them. */
export function quantile(values: readonly number[], share: number): number {
  return values[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0
}

/** Of values in rising order: the middle one, or the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const { length } = values
  return ((values[(length - 1) >> 1] ?? 0) + (values[length >> 1] ?? 0)) / 2
}

/** Four digits are more than any of these figures is worth. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
