import { sep } from 'node:path'

/** A path as patterns are read, with slashes: on Windows people write backslashes, elsewhere those are part of names. */
export function slashed(path: string, separator: string = sep): string {
  return separator === '\\' ? path.replaceAll('\\', '/') : path
}

/** Whether a path given on the command line is a pattern. */
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path)
}

/** The folder of a pattern that is certainly in front of everything it matches; '' for the current one. */
export function rootOf(pattern: string): string {
  const parts = pattern.split('/')
  const first = parts.findIndex(isGlob)
  return parts.slice(0, first === -1 ? parts.length - 1 : first).join('/')
}

/**
 * A pattern as a regular expression over whole paths with slashes: `*` and `?` within a name, `**` over any number of
 * folders, `[abc]`, `[!abc]` and `{a,b}`. Null if it has no end, as `[a` has not.
 */
export function patternOf(pattern: string): RegExp | null {
  let source = ''
  let depth = 0
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern.charAt(at)
    if (pattern.startsWith('**/', at) && (at === 0 || pattern[at - 1] === '/')) {
      source += '(?:[^/]+/)*'
      at += 2
    } else if (pattern.startsWith('**', at)) {
      source += '.*'
      at += 1
    } else if (letter === '*') source += '[^/]*'
    else if (letter === '?') source += '[^/]'
    else if (letter === '[') {
      const end = pattern.indexOf(']', at + 2)
      if (end === -1) return null
      const inside = pattern
        .slice(at + 1, end)
        .replaceAll('\\', '\\\\')
        .replace(/^!/, '^')
      source += `[${inside}]`
      at = end
    } else if (letter === '{') {
      depth += 1
      source += '(?:'
    } else if (letter === '}' && depth > 0) {
      depth -= 1
      source += ')'
    } else if (letter === ',' && depth > 0) source += '|'
    else source += letter.replace(/[\\^$.|+()\]}]/, '\\$&')
  }
  return depth === 0 ? new RegExp(`^${source}$`, 'u') : null
}
