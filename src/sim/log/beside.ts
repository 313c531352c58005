import { agentsIn, withoutAgents } from './format/claude-code/agent-line.ts'
import { isFork, withItsHistory } from './format/codex/history.ts'
import type { FileBeside } from './format/codex/history.ts'

export type { FileBeside }

/**
 * True for a log that other files may change: it is then to be read with `withBeside`.
 *
 * @param head its text, or so much of it that the first line is whole
 * @param names of the files beside it
 */
export function asksBeside(head: string, names: readonly string[]): boolean {
  return isFork(head) || agentsIn(names).length > 0
}

/**
 * The text of a log as it is read together with others: a session of Codex has the lines of those that it goes on with, and
 * one of Claude Code lacks those of sub-agents that have files of their own. Files that cannot be read are not there.
 */
export async function withBeside(text: string, beside: readonly FileBeside[]): Promise<string> {
  const names = beside.map(({ name }) => name)
  return withoutAgents(await withItsHistory(text, beside), agentsIn(names))
}
