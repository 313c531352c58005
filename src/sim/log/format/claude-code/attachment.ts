import type { Json, ToolDefinition } from '../../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { Report } from '../../read/report.ts'
import { toolsOf } from '../../read/tool.ts'

/**
 * Text that an `attachment` line put before the model, null if the line only refers to text that is not in the file.
 * The client sends these as reminders inside user messages. Newer versions write the reminder itself beside the
 * attachment; of older ones, kinds with their full text are used, because without them the window would be too small.
 */
export function attachedText(line: Json): string | null {
  const attachment = at(line, 'attachment') ?? null
  return joined(at(line, 'rendered'), 'content') ?? textIn(attachment)
}

function textIn(attachment: Json): string | null {
  switch (at(attachment, 'type')) {
    case 'skill_listing':
    case 'hook_additional_context':
    case 'selected_lines_in_ide':
    case 'directory':
      return joined(at(attachment, 'content'))
    case 'hook_success': {
      const event = at(attachment, 'hookEvent')
      return event === 'SessionStart' || event === 'UserPromptSubmit'
        ? joined(at(attachment, 'content'))
        : null
    }
    case 'hook_blocking_error':
      return joined(at(attachment, 'blockingError', 'blockingError'))
    case 'mcp_instructions_delta':
      return joined(at(attachment, 'addedBlocks'))
    case 'deferred_tools_delta':
    case 'agent_listing_delta':
      return joined(at(attachment, 'addedLines'), 'text', '\n')
    case 'edited_text_file':
      return joined(at(attachment, 'snippet'))
    case 'file': {
      const file = at(attachment, 'content', 'file')
      return joined(at(file, 'content')) ?? joined(at(file, 'cells'), 'source')
    }
    case 'total_tokens_reminder':
      return joined(at(attachment, 'text'))
    case 'read_truncation_notice':
      return joined(at(attachment, 'banner'))
    case 'hook_stopped_continuation':
      return joined(at(attachment, 'message'))
    case 'nested_memory':
      return joined(at(attachment, 'content', 'content'))
    case 'instructions':
      return joined(at(attachment, 'files'), 'content')
    case 'invoked_skills':
      return joined(at(attachment, 'skills'), 'content')
    case 'plan_file_reference':
      return joined(at(attachment, 'planContent'))
    case 'queued_command':
      return joined(at(attachment, 'prompt'))
    default:
      return null
  }
}

/** What was typed while the agent was working: a text or a list of blocks. Null for all that the client said itself. */
export function typedIn(attachment: Json | undefined): Json | null {
  const prompt = at(attachment, 'prompt')
  const isTyped = at(attachment, 'type') === 'queued_command' && !isNotice(prompt, attachment)
  return isTyped ? (prompt ?? null) : null
}

/** The first text of a message. */
export function beginningOf(content: Json | undefined): string {
  return textOf(content) ?? textOf(at(isList(content) ? content[0] : undefined, 'text')) ?? ''
}

/** True for a line that the client marks as its own, in session files and in its output for programs. */
export function isMadeUp(line: Json): boolean {
  return at(line, 'isMeta') === true || at(line, 'isSynthetic') === true
}

/** True for what the client says in the user's place: news of a task in the background, commands run outside the model. */
export function isNotice(content: Json | undefined, line: Json | undefined): boolean {
  const begin = beginningOf(content)
  return (
    at(line, 'origin', 'kind') === NEWS ||
    at(line, 'commandMode') === NEWS ||
    NOTICES.some((notice) => begin.startsWith(notice))
  )
}

/** True for the output of a command of the client, such as `/model`; before it stands the command. */
export function isOutput(content: Json): boolean {
  return textOf(content)?.startsWith('<local-command-std') === true
}

/** True for a command that begins with `/`: a prompt that the user chose, if no output follows. */
export function isCommand(content: Json): boolean {
  return /^<command-(?:name|message)>/.test(textOf(content) ?? '')
}

const NEWS = 'task-notification'
const NOTICES = [
  `<${NEWS}>`,
  '<local-command-',
  '<bash-input>',
  '<bash-std',
  '[Request interrupted by user',
] as const

/** The system prompt and the tools of a window, as versions from autumn 2026 on write them before its first call. */
export interface Prompt {
  readonly system: string
  /** Null: not in this line. */
  readonly tools: readonly ToolDefinition[] | null
}

/** The prompt in an `attachment` line; null for other lines. */
export function promptIn(attachment: Json | undefined, report: Report): Prompt | null {
  const blocks = at(attachment, 'systemPrompt')
  if (at(attachment, 'type') !== 'prompt_snapshot' || !isList(blocks)) return null
  const parts = [at(attachment, 'cliPrefix'), ...blocks].flatMap((block) => textOf(block) ?? [])
  const tools = at(attachment, 'tools')
  const listed = isList(tools)
    ? tools.map((tool) => (isRecord(tool) ? { input_schema: at(tool, 'schema') ?? {}, ...tool } : tool))
    : undefined
  return {
    system: parts.filter((part) => part !== '' && part !== BOUNDARY).join('\n\n'),
    tools: listed === undefined ? null : toolsOf(listed, 'attachment.tools', report),
  }
}

/** Stands between the parts of the prompt that are the same in all sessions and the rest, and is not sent. */
const BOUNDARY = '__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__'

/** The texts of a value: itself, or its values, or what they have below a key. */
function joined(value: Json | undefined, key = 'text', between = '\n\n'): string | null {
  if (!isList(value)) return textOf(value) ?? null
  const texts = value
    .map((entry) => textOf(entry) ?? joined(at(entry, key)))
    .filter((text) => text !== null && text !== '')
  return texts.length === 0 ? null : texts.join(between)
}
