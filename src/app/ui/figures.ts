/** Parses a whole number as people write it: `34406`, `34,406`, `34 406`, `34K`; null for anything else. */
export function readWhole(text: string): number | null {
  const bare = text.replace(/[\s,_']/g, '')
  if (/^\d+$/.test(bare)) return Number(bare)
  const thousands = /^(\d+(?:\.\d)?)k$/i.exec(text.trim())
  return thousands === null ? null : Math.round(Number(thousands[1]) * 1000)
}

/** Parses a percentage: `35`, `35 %`, `35.5`, `35,5 %`; null for anything else. */
export function readPercent(text: string): number | null {
  const found = /^(\d+(?:[.,]\d+)?)\s*%?$/.exec(text.trim())
  return found?.[1] === undefined ? null : Number(found[1].replace(',', '.'))
}

/** Null for a value outside the range. */
export function within(value: number | null, least: number, most: number): number | null {
  return value === null || value < least || value > most ? null : value
}

/** The maximum size of a window as a percentage of the peak. */
const MOST_PERCENT = 1000

/**
 * The percentages of the peak, in tenths, that give a window from `least` to `most` tokens, so that a typed value is
 * run unchanged. Null if there is none: the peak is far below the smallest window. Without a peak, the whole possible
 * range.
 */
export function percentRange(
  peak: number | null,
  least: number,
  most: number,
): { readonly least: number; readonly most: number } | null {
  if (peak === null) return { least: 1, most: MOST_PERCENT }
  const range = {
    least: Math.max(1, Math.ceil((least / peak) * 1000) / 10),
    most: Math.min(MOST_PERCENT, Math.floor((most / peak) * 1000) / 10),
  }
  return range.least > range.most ? null : range
}
