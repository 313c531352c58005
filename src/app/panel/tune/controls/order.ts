interface Placed {
  readonly path: readonly string[]
}

/** Sections that act under every strategy, and the mock: they stand behind what the lane alone reads. */
const COMMON = ['pressure', 'budget', 'health_monitoring', 'mock_llm']

/**
 * Settings by section: what only this strategy reads comes first, then what every strategy reads, the two keys that
 * the page chooses elsewhere, and at last what the lane does not read. `read` is in the order of the YAML.
 */
export function bySection<Row extends Placed>(
  rows: readonly Row[],
  read: readonly string[],
): readonly { readonly section: string; readonly rows: readonly Row[] }[] {
  const sections = new Map<string, Row[]>()
  for (const row of rows) {
    const section = row.path.length > 1 ? (row.path[0] ?? '') : ''
    const known = sections.get(section)
    if (known === undefined) sections.set(section, [row])
    else known.push(row)
  }
  const rank = (section: string): number => {
    if (section === '') return 2
    if (!read.includes(section)) return 3
    return COMMON.includes(section) ? 1 : 0
  }
  return [...sections]
    .map(([section, own]) => ({ section, rows: own }))
    .toSorted((a, b) => rank(a.section) - rank(b.section))
}
