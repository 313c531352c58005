import { ProblemError } from '../../../engine/index.ts'
import { knownModel } from '../../../llm/index.ts'
import { modelOf } from '../../trace/model-of.ts'
import { LACKS_OVERHEAD, LACKS_TOOLS } from '../read/assemble.ts'
import { MAX_CHARACTERS } from '../json/guard.ts'
import type { Trace } from '../../trace/trace.ts'
import type { SetupProblem } from './problem.ts'
import { readTools } from './tools.ts'
import type { ReadTools } from './tools.ts'

/** What a person adds to a log that lacks it. A missing or blank part leaves the log unchanged. */
export interface Setup {
  /** The system prompt as plain text. */
  readonly system?: string
  /**
   * Tool definitions as JSON: Anthropic's or OpenAI's list, an object with the key `tools`, or a whole request, whose
   * system prompt is used too unless `system` gives one.
   */
  readonly tools?: string
  /** The model that made it, which sets its window, pictures and counting; only if the log names none. */
  readonly model?: string
}

/**
 * The trace with a system prompt and tools entered by a person. They belong to the main window, and replace those in
 * the log. With both known nothing more is inferred for that window, and recorded usage fits them like every other
 * block; with one of them, the rest of the usage stays one inferred block (TOK-2). The setup of sub-agents' windows
 * stays inferred.
 *
 * @throws ProblemError with every problem found, each a `SetupProblem` whose `path` names the field
 */
export function withSetup(trace: Trace, setup: Setup): Trace {
  const problems: SetupProblem[] = []
  const given = textIn(setup.system, 'setup.system', problems)
  const text = textIn(setup.tools, 'setup.tools', problems)
  const read: ReadTools = text === null ? { system: null, tools: null } : readTools(text, problems)
  const model = modelIn(trace, setup.model, problems)
  if (problems.length > 0) throw new ProblemError(problems)
  const named = model === null ? trace : { ...trace, model }
  const system = given ?? read.system
  if (system === null && read.tools === null) return named
  const known = {
    system: system !== null || trace.system !== '',
    tools: read.tools !== null || trace.tools.length > 0,
  }
  const others = trace.windows.some((window) => window.id !== 0)
  const lacksOverhead = trace.lacksOverhead && (!known.system || !known.tools || others)
  return {
    ...named,
    system: system ?? trace.system,
    tools: read.tools ?? trace.tools,
    lacksOverhead,
    intake: { ...trace.intake, inferred: sentences() },
    // Its counts are of other blocks.
    counts: null,
  }

  function sentences(): string[] {
    const list = trace.intake.inferred.filter(
      (sentence) => sentence !== LACKS_OVERHEAD && sentence !== LACKS_TOOLS,
    )
    if (system !== null) list.push(`The system prompt was given by hand, ${instead(trace.system !== '')}.`)
    if (read.tools !== null) list.push(toolSentence(read.tools.length, trace.tools.length > 0))
    if (!lacksOverhead) return list
    if (!known.system || !known.tools) {
      const lacking = known.system ? 'tools' : 'system prompt'
      list.push(`The log lacks the ${lacking}; the unexplained usage is attributed to it.`)
    }
    if (others) list.push('Windows of sub-agents had their own setup, which is inferred from usage.')
    return list
  }
}

function toolSentence(count: number, replaced: boolean): string {
  if (count === 0) return `A request without tools was given by hand, ${instead(replaced)}.`
  const what = count === 1 ? 'One tool definition was' : `${count} tool definitions were`
  return `${what} given by hand, ${instead(replaced)}.`
}

function instead(replaced: boolean): string {
  return replaced ? 'in place of what the log has' : 'for the log has none'
}

/** The model that a person names for a log without one; null if none is named. */
function modelIn(trace: Trace, text: string | undefined, problems: SetupProblem[]): string | null {
  const name = (text ?? '').trim()
  if (name === '') return null
  const own = modelOf(trace).name
  const fault =
    own !== null && own !== name
      ? {
          code: 'model-in-log',
          message: `the log names the model that made it, ${own}, so it cannot be ${name}`,
        }
      : knownModel(name) === null
        ? {
            code: 'unknown-model',
            message: `the table of models does not hold ${JSON.stringify(name.slice(0, 80))}`,
          }
        : null
  if (fault === null) return name
  problems.push({
    severity: 'error',
    ...fault,
    expected: own ?? 'the name of a model as its provider writes it',
    found: name.slice(0, 80),
    fix:
      own === null
        ? 'Write the name as a request has it, such as claude-sonnet-4-5.'
        : 'Leave the model out.',
    path: 'setup.model',
  })
  return null
}

/** A text that is not blank and not too long. */
function textIn(text: string | undefined, path: string, problems: SetupProblem[]): string | null {
  if (text === undefined || text.trim() === '') return null
  if (text.length <= MAX_CHARACTERS) return text
  problems.push({
    severity: 'error',
    code: 'text-too-large',
    message: `this may hold ${MAX_CHARACTERS} characters, but holds ${text.length}`,
    expected: `at most ${MAX_CHARACTERS}`,
    found: String(text.length),
    path,
  })
  return null
}
