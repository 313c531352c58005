/** The name of the page’s database. */
export const DATABASE = 'context-window-lab'
/**
 * The version of the database, of its records, and of library files. A new version needs a step in `UPGRADES`, and a
 * fixture.
 */
export const LIBRARY_VERSION = 2

/** Records by their id, and their contents by the same id: a list of what there is does not load the contents. */
export const RECORDS = 'records'
export const CONTENTS = 'contents'
/** The store of version 1, which had nothing but live conversations. */
export const CONVERSATIONS = 'conversations'

/** A key of the stores. This page writes only texts. */
export function textOfKey(key: IDBValidKey): string {
  return typeof key === 'string' ? key : JSON.stringify(key)
}
