/** End of the quotes that open here; if they do not close before a line that is a key again, the end of their line. */
export function endOfQuotes(text: string, at: number, column: number): number {
  const quote = text[at]
  const broken = endOfPlain(text, at, endOfLine(text, at))
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === '\\' && quote === '"') next += 1
    else if (text[next] === quote && text[next + 1] === quote && quote === "'") next += 1
    else if (text[next] === quote) return next + 1
    else if (text[next] === '\n' && isKeyAgain(text, next + 1, column)) return broken
  }
  return broken
}

/** Whether a line is a key or item no deeper than a column, so that no earlier value can continue in it. */
export function isKeyAgain(text: string, start: number, column: number): boolean {
  const end = endOfLine(text, start)
  const at = skipBlanks(text, start, end)
  if (at === end || at - start > column || text[at] === '#') return false
  return colonIn(text, at, end) !== null || /^-\s/.test(text.slice(at, at + 2))
}

/** Position of the colon of a key in a line: outside quotes and brackets, before a space. */
export function colonIn(text: string, from: number, end: number): number | null {
  const first = text[from] ?? ''
  if ('[{|>#%@`'.includes(first)) return null
  let at = from
  if (first === '"' || first === "'") {
    at += 1
    while (at < end && text[at] !== first) at += text[at] === '\\' && first === '"' ? 2 : 1
    at = skipBlanks(text, at + 1, end)
    return text[at] === ':' && (at + 1 >= end || isBlank(text[at + 1])) && at < end ? at : null
  }
  for (; at < end; at++) {
    if (text[at] === '#' && isBlank(text[at - 1])) return null
    if (text[at] === ':' && (at + 1 >= end || isBlank(text[at + 1]))) return at
  }
  return null
}

/** Position after anchors and tags. */
export function marks(text: string, from: number, end: number): number {
  let at = from
  for (;;) {
    const next = skipBlanks(text, at, end)
    if (text[next] !== '&' && text[next] !== '!') return at
    at = next
    while (at < end && !isBlank(text[at])) at += 1
  }
}

/** End of a plain text in its line, before its comment. */
export function endOfPlain(text: string, from: number, end: number): number {
  for (let at = from + 1; at < end; at++) {
    if (text[at] === '#' && isBlank(text[at - 1])) return trimEnd(text, from, at)
  }
  return trimEnd(text, from, end)
}

export function nameOf(written: string): string {
  if (written.length >= 2 && written.startsWith("'") && written.endsWith("'")) {
    return written.slice(1, -1).replaceAll("''", "'")
  }
  if (written.length < 2 || !written.startsWith('"') || !written.endsWith('"')) return written
  try {
    return String(JSON.parse(written))
  } catch {
    return written.slice(1, -1)
  }
}

export function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  if (at < 0) return text.length
  return at
}

export function trimEnd(text: string, from: number, end: number): number {
  let at = end
  while (at > from && (isBlank(text[at - 1]) || text[at - 1] === '\n')) at -= 1
  return at
}

export function skipBlanks(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text[at])) at += 1
  return at
}

export function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === undefined
}
