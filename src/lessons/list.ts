import defects from './defects.json' with { type: 'json' }

/**
 * A rule as in the code of an article, if that code is harmful. It exists only to be shown beside the correct one, and
 * is exempt from the laws that it breaks.
 */
export interface AsWritten {
  readonly name: string
  /** The article's short title; RULES.md has its full title and address. */
  readonly article: string
  /** The rule that it breaks. */
  readonly rule: string
  /** What the code does, in a sentence. */
  readonly defect: string
  /** The consequence for users of the code. */
  readonly harm: string
  /** What this project does instead. */
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

/**
 * The defects that a lane of each strategy shows. Nothing here imports the strategies: the page names defects before it
 * has their code.
 */
export const SHOWN: Readonly<Record<string, readonly AsWritten[]>> = Object.freeze(
  Object.fromEntries(
    [...new Set(all.flatMap(({ shownIn }) => shownIn))].map((name) => [
      name,
      all.filter(({ shownIn }) => shownIn.includes(name)),
    ]),
  ),
)
