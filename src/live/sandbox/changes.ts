import type { World } from '../live.ts'

type Files = World['files']

/** Lines of context around a change. */
const AROUND = 3

/** What differs between two states of the files, by path: letters as `git status --short` has them. */
export function changedPaths(
  before: Files,
  after: Files,
): readonly { readonly path: string; readonly mark: string }[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) =>
    a < b ? -1 : a > b ? 1 : 0,
  )
  return paths.flatMap((path) => {
    if (before.get(path) === after.get(path)) return []
    return [{ path, mark: before.has(path) ? (after.has(path) ? ' M' : ' D') : '??' }]
  })
}

/**
 * The change of one file as one hunk: from the first differing line to the last one. A shorter diff may exist, but this
 * one is correct and fast.
 */
export function diffOf(path: string, before: string | undefined, after: string | undefined): string {
  const old = linesOf(before)
  const now = linesOf(after)
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail += 1
  const from = Math.max(0, head - AROUND)
  const behind = Math.min(AROUND, tail)
  const size = (lines: readonly string[]): string => {
    const count = lines.length - tail + behind - from
    return `${count === 0 ? from : from + 1},${count}`
  }
  const marked = (lines: readonly string[], mark: string): string[] => lines.map((line) => `${mark}${line}`)
  return [
    `diff --git a/${path} b/${path}`,
    `--- ${before === undefined ? '/dev/null' : `a/${path}`}`,
    `+++ ${after === undefined ? '/dev/null' : `b/${path}`}`,
    `@@ -${size(old)} +${size(now)} @@`,
    ...marked(old.slice(from, head), ' '),
    ...marked(old.slice(head, old.length - tail), '-'),
    ...marked(now.slice(head, now.length - tail), '+'),
    ...marked(old.slice(old.length - tail, old.length - tail + behind), ' '),
  ].join('\n')
}

/** Lines without the end of the last one; a text without a final line break is marked as git does. */
function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`]
}
