/** The public surface of live conversations: their steps, their tools, and mock agents. */

export type { Live, LiveReply, LiveTool, MockAgent, Opening, ToolCall, ToolOutcome, World } from './live.ts'

// A conversation and its steps
export { afterEdit, answer, dropReply, hear, NO_WORDS, refusal, say, startLive, takeBack } from './growing.ts'
export { liveToLog } from './log.ts'

// Tasks to start from
export { taskPresets } from './task/list.ts'
export type { TaskPreset } from './task/list.ts'
export { repository } from './repository/repository.ts'
export { tools } from './tools/list.ts'
export { runCall } from './tools/run-call.ts'
export { storedPathOf } from './tools/stored-file.ts'

// Agents that answer without a model
export { mockAgents } from './agent/list.ts'

// A task played to its end
export { openingOf, play, playSteps } from './play/play.ts'
export type { Ending, Moment, Played, PlayOptions, PlayStep } from './play/play.ts'
export type { Grade } from './task/graded.ts'
