/** The public surface of live conversations: their steps, their tools, and mock agents. */

export type { Live, LiveReply, LiveTool, MockAgent, Opening, ToolCall, ToolOutcome, World } from './live.ts'

// A conversation and its steps
export { afterEdit, answer, dropReply, hear, NO_WORDS, refusal, say, startLive, takeBack } from './growing.ts'
export { liveToLog } from './log.ts'

// Tasks to start from
export { taskPresets } from './presets.ts'
export type { TaskPreset } from './presets.ts'
export { repository } from './repository/repository.ts'
export { tools } from './tools/list.ts'
export { readStoredFile, storedPathOf } from './tools/stored-file.ts'

// Agents that answer without a model
export { mockAgents } from './agent/list.ts'
