import { isStageWith } from '../stage/catalogue/known-for.ts'
import type { Verb } from '../core/window/change.ts'
import { ProblemError } from '../core/problem.ts'
import type { StoredPage } from '../stage/tiered/stored-page.ts'
import { storedPage, storedUnder } from '../stage/tiered/reading-stored.ts'
import type { StoredRange } from '../stage/tiered/reading-stored.ts'
import type { AuditEntry } from './audit.ts'
import type { Conversation } from './conversation.ts'

/**
 * A page of the result that a conversation stored under a name.
 *
 * @param log the source of what was stored
 * @throws ProblemError for an unknown name, and for a range that does not exist
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
 * Whether a stage's edit stored the block that it changed: every preview with a name in it was made by a stage that
 * stores. A page of an already stored result is clipped instead.
 */
export function isStoring(stage: string, verb: Verb): boolean {
  return verb === 'replace' && isStageWith('stores', stage)
}
