/**
 * User messages that the client writes by itself begin with one of these: what surrounds the agent,
 * instructions from files, skills, notes about what happened outside of the conversation.
 */
const BEGINNINGS = [
  '<environment_context>',
  '<user_instructions>',
  '<permissions instructions>',
  '<turn_aborted>',
  '<skill>',
  '<subagent_notification>',
  '<user_shell_command>',
  '<model_switch>',
  '# AGENTS.md instructions',
] as const

/** True for the text of a message that only the client writes. */
export function isClientsText(text: string): boolean {
  const begin = text.trimStart()
  return BEGINNINGS.some((beginning) => begin.startsWith(beginning))
}
