/** A whole number as people write it: `34406`, `34,406`, `34 406`, `34K`; null for anything else. */
export function readWhole(text: string): number | null {
  const bare = text.replace(/[\s,_']/g, '')
  if (/^\d+$/.test(bare)) return Number(bare)
  const thousands = /^(\d+(?:\.\d)?)k$/i.exec(text.trim())
  return thousands === null ? null : Math.round(Number(thousands[1]) * 1000)
}

/** A number of percent: `35`, `35 %`, `35.5`, `35,5 %`; null for anything else. */
export function readPercent(text: string): number | null {
  const found = /^(\d+(?:[.,]\d+)?)\s*%?$/.exec(text.trim())
  return found?.[1] === undefined ? null : Number(found[1].replace(',', '.'))
}

/** Null for what is outside of the range. */
export function within(value: number | null, least: number, most: number): number | null {
  return value === null || value < least || value > most ? null : value
}
