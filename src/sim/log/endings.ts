/** The endings of files that are left out, most frequent first: `4 .md, 1 .gz and 2 others`. */
export function endingsOf(paths: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const ending = /[^/\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? 'without one'
    counts.set(ending, (counts.get(ending) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const named = sorted.slice(0, MOST_ENDINGS).map(([ending, count]) => `${count} ${ending}`)
  const others = sorted.slice(MOST_ENDINGS).reduce((sum, [, count]) => sum + count, 0)
  return named.join(', ') + (others === 0 ? '' : ` and ${others} others`)
}

const MOST_ENDINGS = 6
