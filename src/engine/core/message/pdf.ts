import { bytesOf } from './base64.ts'

/** Characters at the beginning of a PDF for fast viewing that say how many pages it has. */
const HEAD = 2048

/**
 * Number of pages of a PDF from its base64 bytes: that of the root of its pages, else the pages that can be seen. If
 * the list of pages is compressed, the streams of unknown kind: each page has one, and some fonts have another. Null for
 * what is no PDF.
 */
export function pdfPages(base64: string): number | null {
  if (!lettersOf(base64.slice(0, HEAD)).includes('%PDF-')) return null
  // A log of requests has the same file in each of them.
  const known = newest.find((one) => one.base64 === base64)
  if (known !== undefined) return known.pages
  const pages = pagesIn(base64)
  newest.unshift({ base64, pages })
  newest.length = Math.min(newest.length, KNOWN)
  return pages
}

const KNOWN = 4
const newest: { readonly base64: string; readonly pages: number | null }[] = []

function pagesIn(base64: string): number | null {
  const head = lettersOf(base64.slice(0, HEAD))
  const fast = /\/Linearized\b[^>]*\/N\s+(\d+)/.exec(head)
  if (fast !== null) return counted(Number(fast[1]))
  const whole = lettersOf(base64)
  let most = 0
  for (const object of whole.split('endobj'))
    if (/\/Type\s*\/Pages\b/.test(object))
      most = Math.max(most, Number(/\/Count\s+(\d+)/.exec(object)?.[1] ?? 0))
  return counted(most || numberOf(whole.matchAll(/\/Type\s*\/Page\b/g)) || untyped(whole))
}

/** Streams whose dictionary says no more than how long they are and how they are packed. */
function untyped(whole: string): number {
  const kinds = /\/(?:Type|Subtype|Length1|N|ColorSpace|FunctionType|Width)\b/
  const streams = whole.matchAll(/\bobj\b\s*<<((?:(?!endobj)[^]){0,400}?)>>\s*stream\r?\n/g)
  return numberOf([...streams].filter(([, about = '']) => !kinds.test(about)))
}

function numberOf(found: Iterable<unknown>): number {
  return [...found].length
}

function counted(pages: number): number | null {
  return pages >= 1 && pages <= 100_000 ? pages : null
}

/** One letter for each byte. */
function lettersOf(base64: string): string {
  const bytes = bytesOf(base64)
  let letters = ''
  for (let from = 0; from < bytes.length; from += 8192)
    letters += String.fromCharCode(...bytes.subarray(from, from + 8192))
  return letters
}
