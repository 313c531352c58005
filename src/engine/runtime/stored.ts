import { ProblemError } from '../core/problem.ts'
import { storedPage } from '../stage/tiered/stored-page.ts'
import type { StoredPage, StoredRange } from '../stage/tiered/stored-page.ts'
import { isStoring, storedUnder } from '../stage/tiered/stored-result.ts'
import type { AuditEntry } from './audit.ts'
import type { Conversation } from './conversation.ts'

/**
 * A page of the result that a conversation stored under a name.
 *
 * @param log tells what was stored
 * @throws ProblemError for a name that nothing is stored under, and for a range that is not there
 */
export function readStored(
  conversation: Conversation,
  log: readonly AuditEntry[],
  name: string,
  range: StoredRange,
): StoredPage {
  const { resources } = conversation
  const found = storedUnder(
    name,
    (id) => (id < conversation.size() ? resources.block(id) : undefined),
    (id) =>
      log.some(
        (entry) =>
          entry.action === 'edit' &&
          entry.edit.changes.some(
            (change) => isStoring(entry.edit.stage, change.verb) && 'block' in change && change.block === id,
          ),
      ),
  )
  if (found !== null) return storedPage(resources.text(found.id), range)
  const message = `nothing is stored under the name ${JSON.stringify(name)}`
  throw new ProblemError([{ severity: 'error', code: 'not-stored', message, found: name }])
}
