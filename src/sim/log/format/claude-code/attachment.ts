import type { Json } from '../../../../engine/index.ts'
import { at, isList, textOf } from '../../json/guard.ts'

/**
 * Text that an `attachment` line put before the model, null if the line only refers to text that is not in the file.
 * The client sends these as reminders inside user messages. Kinds with their full text are used, because without them
 * the window would be too small.
 */
export function attachedText(attachment: Json | undefined): string | null {
  switch (at(attachment, 'type')) {
    case 'skill_listing':
    case 'hook_additional_context':
      return joined(at(attachment, 'content'))
    case 'mcp_instructions_delta':
      return joined(at(attachment, 'addedBlocks'))
    case 'edited_text_file':
      return joined(at(attachment, 'snippet'))
    case 'queued_command':
      return joined(at(attachment, 'prompt'))
    default:
      return null
  }
}

/** True for the user's words, typed while the agent was working; the rest is the client's. */
export function isUsersWords(attachment: Json | undefined): boolean {
  return at(attachment, 'type') === 'queued_command'
}

function joined(value: Json | undefined): string | null {
  if (!isList(value)) return textOf(value) ?? null
  const texts = value
    .map((entry) => textOf(entry) ?? textOf(at(entry, 'text')))
    .filter((text) => text !== undefined)
  return texts.length === 0 ? null : texts.join('\n\n')
}
