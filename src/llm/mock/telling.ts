/** Who speaks, a capital letter, a figure; the first word of a sentence is no name. */
const NAME = /^I\b| ["'“‘«(`]?\p{Lu}[\p{L}\p{N}]|[\d`]/gu
/** What both know, and what is so in general, of any such thing, or only perhaps. */
const KNOWN = /\bthe\b/gi
const GENERAL =
  /\?$|\b(?:an?|usually|often|general|sometimes|can|could|may|might|should|would|must|if|when|most|many|some|every|any|one|people|than|always|never)\b/gi

/**
 * How much a sentence tells of its conversation rather than of the world: names and figures, and things that both
 * know. Below 0 it is about things in general. For English; of other languages it sees names and figures only. Own measure.
 */
export function tellingOf(text: string): number {
  const times = (words: RegExp) => text.match(words)?.length ?? 0
  return times(NAME) + times(KNOWN) / 2 - times(GENERAL)
}
