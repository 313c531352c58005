import { agentsIn, withoutAgents } from './format/claude-code/agent-line.ts'
import { threadBefore, withItsHistory } from './format/codex/history.ts'
import type { FileBeside } from './format/codex/history.ts'

export type { FileBeside }

/**
 * Finds the files that change what is read of a log, among the names of those beside it. If there is one, the log is to be
 * read with `withBeside`.
 *
 * @param head its text, or so much of it that the first line is whole
 */
export function asksBeside(head: string): (names: readonly string[]) => readonly string[] {
  const thread = threadBefore(head)
  return (names) =>
    names.filter((name) => (thread !== null && name.includes(thread)) || agentsIn([name]).length > 0)
}

/**
 * The text of a log as it is read together with others: a session of Codex has the lines of those that it goes on with, and
 * one of Claude Code lacks those of sub-agents that have files of their own. Files that cannot be read are not there.
 */
export async function withBeside(text: string, beside: readonly FileBeside[]): Promise<string> {
  const names = beside.map(({ name }) => name)
  return withoutAgents(await withItsHistory(text, beside), agentsIn(names))
}
