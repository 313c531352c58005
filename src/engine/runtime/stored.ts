import { isStageWith } from '../stage/catalogue/known-for.ts'
import type { Verb } from '../core/window/change.ts'
import { ProblemError } from '../core/problem.ts'
import { storedPage } from '../stage/tiered/stored-page.ts'
import type { StoredPage, StoredRange } from '../stage/tiered/stored-page.ts'
import { storedUnder } from '../stage/tiered/stored-result.ts'
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

/**
 * Whether an edit of a stage stored the block that it changed: each preview, and with it each name that is told, is the work
 * of one that stores. A page of what was stored before is clipped.
 */
export function isStoring(stage: string, verb: Verb): boolean {
  return verb === 'replace' && isStageWith('stores', stage)
}
