import type { Part, Repair } from '../engine/index.ts'
import type { Links } from './read.ts'

/** What the parts of a conversation give and need of each other, by names. */
export function linksOfParts() {
  const given = new Set<string>()
  /** Results that the provider has not given yet, with the place of their call. */
  const missing = new Map<string, number>()
  /** Those that will not come any more. */
  const abandoned = new Set<string>()
  let spoken = -1
  return {
    get areThere(): boolean {
      return given.size > 0
    },
    /** Of those that are there: which lack what they need, and what ids in the rest belong to that is gone. */
    without(there: readonly { readonly part: Part; readonly links: Links }[]): {
      readonly lost: ReadonlySet<Part>
      readonly loose: ReadonlyMap<Part, readonly string[]>
    } {
      const lost = new Set<Part>()
      const names = new Set(there.flatMap(({ links: { gives = [] } }) => gives))
      const isGone = (name: string): boolean => !names.has(name) && (given.has(name) || abandoned.has(name))
      for (let before = -1; before !== lost.size;) {
        before = lost.size
        for (const { part, links } of there) if (links.needs?.some(isGone) === true) lost.add(part)
        names.clear()
        for (const { part, links } of there)
          if (!lost.has(part)) for (const name of links.gives ?? []) names.add(name)
      }
      const loose = new Map<Part, readonly string[]>()
      for (const { part, links } of there) {
        const lacks = lost.has(part) ? [] : (links.refers ?? []).filter(isGone)
        if (lacks.length > 0) loose.set(part, lacks)
      }
      return { lost, loose }
    },
    /** @param nth place of the message */
    take({ gives = [], needs = [] }: Links, nth: number): void {
      for (const name of gives) given.add(name)
      for (const name of needs) if (name.startsWith('result ') && !given.has(name)) missing.set(name, nth)
    },
    /** The user spoke: what was not answered before will not be. */
    spoke(nth: number): void {
      spoken = nth
    },
    /** Gives up calls that the provider runs and will not answer any more: it refuses them without their results. */
    giveUp(): readonly Repair[] {
      const all = [...missing].filter(([name, nth]) => given.has(name) || nth < spoken)
      return all.flatMap(([name]): readonly Repair[] => {
        missing.delete(name)
        if (given.has(name)) return []
        abandoned.add(name)
        const id = name.replace(/^result (for )?/, '')
        const reason = `No result of the call ${id} is there.`
        return [{ rule: 'unanswered-call', action: 'drop-part', index: -1, ids: [id], reason }]
      })
    },
  }
}
