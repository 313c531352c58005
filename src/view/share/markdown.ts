/** A row of a table. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** A text on one line in which nothing is markup: it may come from a log. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&#]/g, '\\$&')
}

/** The same in a table. */
export function cell(text: string): string {
  return plain(text).replaceAll('|', '\\|')
}

/** A block of code whose fence is longer than any in it. */
export function fenced(language: string, code: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code.trimEnd()}\n${fence}`
}
