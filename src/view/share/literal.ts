/** Plain data as a literal of TypeScript, in the form that formatters give it. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((one: unknown) => literal(one, inner))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)}: ${literal(one, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return `${open}${close}`
  const short = entries.join(', ')
  if (Array.isArray(value) && indent.length + short.length < 90 && !short.includes('\n')) return `[${short}]`
  return `${open}\n${entries.map((one) => `${inner}${one},\n`).join('')}${indent}${close}`
}

/** In single quotes; what would end a line of code is escaped. */
function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside.replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)}'`
}
