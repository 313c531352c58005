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

/** The most percent of the peak that a window is asked for as a share. */
const MOST_PERCENT = 1000

/**
 * The percent of the peak, in tenths, of which every one is a window from `least` to `most` tokens, so that what is typed
 * is what is run. Null where there is none: the peak is far below the least window. Without a peak, what can be at all.
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
