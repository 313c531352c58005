/** The door of this layer: a conversation that goes on, its tools, and a mock that plays an agent. */

export type { Live, LiveReply, LiveTool, MockAgent, Opening, ToolCall, ToolOutcome, World } from './live.ts'

// A conversation and its moves
export { afterEdit, answer, dropReply, hear, NO_WORDS, refusal, say, startLive, takeBack } from './growing.ts'
export { liveToLog } from './log.ts'

// What it can be about
export { taskPresets } from './presets.ts'
export type { TaskPreset } from './presets.ts'
export { repository } from './repository/repository.ts'
export { tools } from './tools/list.ts'
export { readStoredFile, storedPathOf } from './tools/stored-file.ts'

// Who answers where no model does
export { mockAgents } from './agent/list.ts'
