import type { Chance } from './chance.ts'
import { shownFact } from './fact.ts'
import type { Fact } from './fact.ts'
import type { Workspace } from './workspace.ts'

export interface HitOrder {
  /** Identifies the search within a conversation. */
  readonly key: string
  readonly query: string
  readonly folder: string
  /** Maximum number of matches that may be remembered. */
  readonly most: number
}

/** Matches of a search that may be remembered by place, as long as the searched text is still there. */
export function hitFacts(workspace: Workspace, chance: Chance, order: HitOrder, report: string): Fact[] {
  const { key, query, folder } = order
  const matches = workspace
    .search(query, folder)
    .filter((match) => report.includes(`${match.path}:${match.line}:`))
  return chance('needs', `hits ${key}`)
    .shuffle(matches)
    .slice(0, order.most)
    .map((match, index) => {
      const place = `${match.path}:${match.line}`
      const still = (): boolean =>
        workspace.has(match.path) &&
        workspace.text(match.path).split('\n')[match.line - 1]?.includes(query) === true
      const recall = [
        `\`${place}\`, from the search for \`${query}\`, is still open.`,
        `I have not forgotten \`${place}\` from the search for \`${query}\`, it comes later.`,
        `The search for \`${query}\` also gave \`${place}\`, which I keep in mind.`,
      ]
      return shownFact(
        { key: `hit ${key} ${index}`, kind: 'fact', evidence: [place], recall, odds: HIT_ODDS },
        still,
      )
    })
}

const HIT_ODDS = 0.2
