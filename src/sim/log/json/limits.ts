/** Bounds of what is read. A log beyond one of them is refused with both numbers, never read in part. */

/** Characters (UTF-16 code units) of a log. A page holds the text, its values and the trace at once: about six times this. */
export const MAX_CHARACTERS = 50_000_000

/** Levels of brackets. Real logs stay below 20; 200 leaves every recursive walk far from the end of the stack. */
export const MAX_DEPTH = 200

/** Records (lines of a JSONL) and messages of a log. The longest agent sessions known have some 10,000. */
export const MAX_MESSAGES = 200_000

/** Problems that are listed; the rest is counted. */
export const MAX_LISTED = 1_000

/** Conversations of a file; every one names all others as its siblings. */
export const MAX_CONVERSATIONS = 1_000

/** Content blocks of a conversation; a hostile text can hold a block in three characters. */
export const MAX_PARTS = 1_000_000
