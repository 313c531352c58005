/** Characters that a name of a log is shown with at most; the whole stands in its tip. */
const MOST = 48
/** How many of them are its end: names of a kind often differ there. */
const END = 14

/** Controls, and what changes the direction of the text after it or is not seen at all. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** Letters that are written from right to left. */
const LEFTWARDS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Begin and end of a stretch whose direction is its own. */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069']

/**
 * A name that comes from a log or a file (a tool, a file, a title, a model) as part of a sentence of ours: cut in the
 * middle where it is long, with what cannot be seen written out, and without reach into what stands around it.
 *
 * @param most characters that are shown
 */
export function shownName(name: string, most: number = MOST): string {
  const letters = [...name.slice(0, 2 * most), ...(name.length > 2 * most ? name.slice(-2 * END) : '')]
  const cut =
    letters.length <= most && name.length <= 2 * most
      ? name
      : `${letters.slice(0, most - END - 1).join('')}…${letters.slice(-END).join('')}`
  const seen = cut.replace(
    UNSEEN,
    (unseen) => `\\u${(unseen.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
  return LEFTWARDS.test(seen) ? `${ISOLATE}${seen}${END_OF_ISOLATE}` : seen
}
