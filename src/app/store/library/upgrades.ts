import { conversationOf, conversationRecord, isUnreadable, textOfConversation } from './conversation.ts'
import { CONTENTS, CONVERSATIONS, RECORDS, textOfKey } from './schema.ts'

type Upgrade = (database: IDBDatabase, change: IDBTransaction) => void

/** Version 1 had one store, of live conversations by their names. */
function conversationsOnly(database: IDBDatabase): void {
  database.createObjectStore(CONVERSATIONS)
}

/** Version 2 keeps everything in two stores. What cannot be read moves, too: it stays there to be exported. */
function recordsAndContents(database: IDBDatabase, change: IDBTransaction): void {
  const records = database.createObjectStore(RECORDS)
  const contents = database.createObjectStore(CONTENTS)
  if (!database.objectStoreNames.contains(CONVERSATIONS)) return
  const request = change.objectStore(CONVERSATIONS).openCursor()
  request.addEventListener('success', () => {
    const { result: cursor } = request
    if (cursor === null) {
      database.deleteObjectStore(CONVERSATIONS)
      return
    }
    const id = textOfKey(cursor.key)
    const content = textOfConversation(cursor.value)
    contents.put(content, id)
    const found = conversationOf(content)
    records.put(conversationRecord(id, content, isUnreadable(found) ? null : found), id)
    cursor.continue()
  })
}

/** The steps of the database to each version from the one before, the first to version 1. */
export const UPGRADES: readonly Upgrade[] = [conversationsOnly, recordsAndContents]
