/** A sum as people write it: `0.25`, `0,25`, `$3`; null for anything else. */
export function readDollars(text: string): number | null {
  const found = /^\$?\s*(\d+(?:[.,]\d+)?|[.,]\d+)$/.exec(text.trim())
  return found?.[1] === undefined ? null : Number(found[1].replace(',', '.'))
}
