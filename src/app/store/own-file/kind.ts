import type { Config } from '../../../config/index.ts'

/** A file that this page wrote, or that says what the page runs. */
export type OwnKind = 'run' | 'library' | 'config' | 'page'

/** Characters of a text that say what it is. */
export const HEAD = 4096

/** The keys with which a config may begin. */
export const CONFIG_KEYS = [
  'strategy',
  'max_context_tokens',
  'pipeline',
  'pressure',
  'eviction',
  'compression',
  'budget',
  'cross_window',
  'health_monitoring',
  'atomic_window',
  'token_trim',
  'tiered',
  'tiered_full',
  'rolling_summary',
  'context_editing',
  'mock_llm',
  'simulation',
] as const satisfies readonly (keyof Config)[]

const JSON_FILE = /^\uFEFF?\s*\{\s*"format"\s*:\s*"context-window-lab\/(timeline|library)"/

/**
 * What a text is, by its beginning; null for everything else, which may be a log.
 *
 * @param name of its file, '' if it has none
 * @param head its first `HEAD` characters
 */
export function ownKind(name: string, head: string): OwnKind | null {
  const [, format] = JSON_FILE.exec(head) ?? []
  if (format !== undefined) return format === 'timeline' ? 'run' : 'library'
  if (/^\uFEFF?\s*<!doctype html/i.test(head)) return 'page'
  // recorded web traffic is a log
  if (/\.ya?ml$/i.test(name) && !/^(?:http_)?interactions:/m.test(head)) return 'config'
  const first = /^\uFEFF?(?:[ \t]*(?:#.*)?\r?\n)*([a-z_]+):(?=\s|$)/.exec(head)?.[1]
  return first !== undefined && (CONFIG_KEYS as readonly string[]).includes(first) ? 'config' : null
}
