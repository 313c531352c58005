/** Thousands separated by commas; not by the machine's locale, which differs between readers. */
export function grouped(value: number): string {
  const digits = String(Math.abs(Math.round(value)))
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return (value < 0 ? '−' : '') + groups.join(',')
}
