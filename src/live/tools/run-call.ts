import type { ToolCall, ToolOutcome, World } from '../live.ts'
import { tools } from './list.ts'
import { readStoredFile, storedPathOf } from './stored-file.ts'

/**
 * Runs a tool call in a world.
 *
 * @param stored what the strategy stored under the path that the call reads (see `storedPathOf`); null if nothing
 * @returns its outcome, which is an error for a tool that does not exist, and the world after it
 */
export function runCall(
  call: ToolCall,
  world: World,
  stored: string | null,
): { readonly outcome: ToolOutcome; readonly world: World } {
  const { id, name, input } = call
  const path = storedPathOf(call)
  if (path !== null && stored !== null)
    return { outcome: { id, ...readStoredFile(path, input, stored) }, world }
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (tool === undefined)
    return { outcome: { id, text: `there is no tool of this name: ${name}`, failed: true }, world }
  const { text, failed, world: after } = tool.run(input, world)
  return { outcome: { id, text, failed }, world: after }
}
