import type { Json, ToolDefinition } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { Report } from './report.ts'

/**
 * Tool definitions of a request: Anthropic's (`input_schema`), OpenAI's (`function.parameters`) and
 * the flat form of the latter (`parameters`). A tool that the provider runs has a name and no schema.
 */
export function toolsOf(value: Json | undefined, path: string, report: Report): readonly ToolDefinition[] {
  if (value === undefined || value === null) return []
  if (!isList(value)) {
    report.mismatch(path, 'a list of tools', value)
    return []
  }
  const tools: ToolDefinition[] = []
  for (const [index, entry] of value.entries()) {
    const nested = at(entry, 'function')
    const tool = isRecord(nested) ? nested : entry
    const name = textOf(at(tool, 'name'))
    if (name === undefined) {
      report.mismatch(`${path}[${index}].name`, 'a name', at(tool, 'name'))
      continue
    }
    const description = textOf(at(tool, 'description'))
    tools.push({
      name,
      ...(description !== undefined && { description }),
      input_schema: at(tool, 'input_schema') ?? at(tool, 'parameters') ?? {},
    })
  }
  return tools
}
