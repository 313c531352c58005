import { sentencesOf, withoutClient } from '../../engine/internal.ts'
import type { Block } from '../../engine/index.ts'
import { normalised } from '../run/need/evidence.ts'
import type { Intake } from '../trace/intake.ts'
import type { Passage } from './autopsy.ts'
import { subjectWords, unmarked } from './words.ts'

/** A sentence that the user said. */
export interface Said extends Passage {
  readonly words: ReadonlySet<string>
  /** As it is compared. */
  readonly normal: string
}

/** What the user said, sentence by sentence, in the order of the blocks. */
export function saidIn(intake: Intake, blocks: readonly Block[]): readonly Said[] {
  return blocks.flatMap((block) =>
    sentencesOf(usersWords(intake, block)).map(({ text }) => ({
      turn: block.turn,
      block: block.id,
      text,
      words: subjectWords(unmarked(text)),
      normal: normalised(unmarked(text)),
    })),
  )
}

/** What the user says to a call that they reject. */
const ANSWERED = /\bthe user (?:said|provided the following [^:\n]{1,60}):\s*([\s\S]+)$/i
/** Text between fences, and quoted lines. */
const QUOTED = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1.*$|(?![\s\S]))|^[ \t]*>.*$/gm

/** The user's own words in a block: without what the client adds, and without what is quoted. Empty if there are none. */
export function usersWords(intake: Intake, { id, type }: Block): string {
  if (type !== 'user_message' && type !== 'tool_result') return ''
  const text = intake.text(id)
  const own = type === 'user_message' ? text : (ANSWERED.exec(text.slice(0, 4000))?.[1] ?? '')
  return withoutPasted(withoutClient(own).replace(QUOTED, ' '))
}

/** `Here is the README:` */
const PASTES =
  /\b(?:here(?:['’]s| is| are| comes)|this is|below is|I (?:got|received)|see)\b.{0,60}\b(?:readme|changelog|log|(?:e-?)?mail|letter|message|output|documentation|document|docs?|text|article|page|transcript|ticket|issue|report|policy|contract|specification|spec)\b[^.!?]{0,40}:\s*$/i
/** Where the user speaks again. */
const SPEAKS = /^(?:please|(?:can|could|would|will) you|now\b|what do you|I (?:want|need)|let['’]s)\b/i

/** Without a text that the user pastes after a line that says so. */
function withoutPasted(text: string): string {
  let pasted = false
  let blank = false
  return text
    .split('\n')
    .filter((line) => {
      if (pasted && blank && SPEAKS.test(line)) pasted = false
      blank = line.trim() === ''
      if (pasted) return false
      pasted = PASTES.test(line.trim())
      return true
    })
    .join('\n')
}
