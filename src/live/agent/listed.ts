import type { Sight } from './sight.ts'

/** Paths of the newest complete list of files in front of an agent; null if there is none. */
export function pathsListed({ calls }: Sight): readonly string[] | null {
  for (const { name, result } of calls.toReversed()) {
    const [head = '', ...lines] = name === 'list_files' ? (result ?? '').split('\n') : []
    const paths = lines.map((line) => /^(\S+) \(\d+ lines?\)$/.exec(line)?.[1] ?? '')
    if (paths.length > 0 && !paths.includes('') && Number(/^(\d+) files?$/.exec(head)?.[1]) === paths.length)
      return paths
  }
  return null
}
