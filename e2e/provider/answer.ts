import { partsOf } from '../../src/engine/internal.ts'
import type { Message } from '../../src/engine/index.ts'

/** A part of an answer before it is signed and billed. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }

/** The texts of a message, without calls, results and thinking. */
export function proseOf(message: Message): string {
  return partsOf(message)
    .flatMap((each) => (each.type === 'text' ? [each.text] : []))
    .join('\n')
}
