import type { ToolDefinition } from '../../../engine/index.ts'
import written from './agent.json' with { type: 'json' }
import { textsOf } from './lines.ts'

/** The system prompt of the coding agent. `$service` and `$purpose` describe its service. */
export const SYSTEM_PROMPT = textsOf<string>(written.system)

/** The five tools of the coding agent. */
export const AGENT_TOOLS: readonly ToolDefinition[] = written.tools
