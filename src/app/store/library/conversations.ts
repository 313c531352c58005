import {
  conversationOf,
  conversationRecord,
  CONVERSATION_FORMAT,
  isUnreadable,
  textOfConversation,
} from './conversation.ts'
import type { KeptConversation } from './conversation.ts'
import { inLibrary, settled } from './database.ts'

/** Null if it is gone, or cannot be opened. @throws LibraryFailure */
export async function readConversation(id: string): Promise<KeptConversation | null> {
  const content = await inLibrary('readonly', ({ contents }) => settled<unknown>(contents.get(id)))
  if (typeof content !== 'string') return null
  const found = conversationOf(content)
  return isUnreadable(found) ? null : found
}

/** Writes over what is there: only the page that holds its lock writes a conversation. @throws LibraryFailure */
export async function writeConversation(id: string, kept: Omit<KeptConversation, 'format'>): Promise<void> {
  const whole: KeptConversation = { format: CONVERSATION_FORMAT, ...kept }
  const content = textOfConversation(whole)
  await inLibrary('readwrite', async ({ records, contents }) => {
    const before = await settled<unknown>(records.get(id))
    await Promise.all([
      settled(records.put(conversationRecord(id, content, whole, before), id)),
      settled(contents.put(content, id)),
    ])
  })
}
