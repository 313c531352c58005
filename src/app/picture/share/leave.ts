import { create } from 'zustand'
import type { FoundSecret } from '../../../sim/internal.ts'
import { toClipboard } from '../../ui/clipboard.ts'
import { download } from '../../ui/download.ts'
import { currentComparison } from '../../store/run/session.ts'
import type { SharedFile } from './sharing.ts'

/** A file in which something was found that may give a person or an access away. */
export interface Review {
  readonly file: SharedFile
  readonly found: readonly FoundSecret[]
  readonly by: 'download' | 'copy'
}

/** What waits for a person's answer. */
export const useReview = create<{ readonly review: Review | null }>(() => ({ review: null }))

/** Nothing leaves. */
export function endReview(): void {
  useReview.setState({ review: null })
}

/**
 * The only way out of the page for what may come from a log (`ways-out.test.ts`): downloads a file at once if nothing in
 * it gives a person or an access away, else after a look at what does.
 *
 * @throws if the code for the look does not load, or the file cannot be made
 */
export async function save(file: SharedFile): Promise<void> {
  if (await isInnocent(file, 'download')) await leave(file, 'download', file.text)
}

/** The content to copy; null if something was found, which is then shown, so that nothing is copied yet. */
export async function copied(file: SharedFile): Promise<string | Blob | null> {
  return (await isInnocent(file, 'copy')) ? finished(file, file.text) : null
}

/** Downloads or copies a text that a person has looked at. */
export async function leave(file: SharedFile, by: Review['by'], text: string): Promise<void> {
  const content = await finished(file, text)
  if (by === 'download') download(file.name, content)
  else if (typeof content === 'string') await toClipboard(content, 'text/plain')
  else await toClipboard(async () => content, content.type)
}

async function isInnocent(given: SharedFile, by: Review['by']): Promise<boolean> {
  const { secretsOf } = await import('./sharing.ts')
  const file = { ...given, names: [...(given.names ?? []), ...namesOnScreen()] }
  const found = secretsOf(file)
  useReview.setState({ review: found.length === 0 ? null : { file, found, by } })
  return found.length === 0
}

/** Names of the log that is shown: those of its files begin with them. */
function namesOnScreen(): readonly string[] {
  const source = currentComparison()?.trace.source
  return source?.kind === 'log' ? [source.name, source.filename ?? ''] : []
}

async function finished({ finish }: SharedFile, text: string): Promise<string | Blob> {
  return finish === undefined ? text : finish(text)
}
