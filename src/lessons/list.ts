import { asWrittenStrategies } from './strategies.ts'
import defects from './defects.json' with { type: 'json' }

/**
 * A rule as the code of an article has it, where that code does harm. Kept to be shown beside the right
 * one; nothing else uses it, and the laws that it breaks do not apply to it.
 */
export interface AsWritten {
  readonly name: string
  /** The article's short title; RULES.md has its full title and address. */
  readonly article: string
  /** The rule that it breaks. */
  readonly rule: string
  /** What the code does, in a sentence. */
  readonly defect: string
  /** What that does to whoever relies on it. */
  readonly harm: string
  /** What is done here instead. */
  readonly fix: string
  /** The strategies as written whose lanes show it. */
  readonly shownIn: readonly string[]
}

const all: readonly AsWritten[] = Object.values(defects).flatMap((group) =>
  group.map((one) => Object.freeze(one)),
)

/** Every harmful rule of an article's code, by name, in the order of the article. */
export const asWritten: Readonly<Record<string, AsWritten>> = Object.freeze(
  Object.fromEntries(all.map((entry) => [entry.name, entry])),
)

/** The defects that a lane of each strategy shows, apart from the strategies: a run has no use for their texts. */
export const SHOWN: Readonly<Record<string, readonly AsWritten[]>> = Object.freeze(
  Object.fromEntries(
    Object.keys(asWrittenStrategies).map((name) => [
      name,
      all.filter(({ shownIn }) => shownIn.includes(name)),
    ]),
  ),
)
