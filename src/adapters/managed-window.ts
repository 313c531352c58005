import type {
  ContextWindowManager,
  Message,
  Repair,
  ReportedUsage,
  ToolDefinition,
  TurnStart,
} from '../engine/index.ts'
import type { Adapter } from './adapter.ts'
import { partsOfMessage } from './adapter.ts'

/** What a request needs next to the messages. */
export interface Setup {
  /** What the client passes beside its messages; system messages at the front of the list are counted with it. */
  readonly system?: string
  readonly tools?: readonly ToolDefinition[]
}

/** What to send now. */
export interface NextRequest<Client> {
  readonly messages: Client[]
  /** What the provider's rules still required: a message without content that was left out, a missing result. */
  readonly repairs: readonly Repair[]
  /** What the manager did before this call, and the state of its window. */
  readonly turn: TurnStart
}

/** A manager that speaks the messages of a client. */
export interface ManagedWindow<Client> {
  /**
   * Adds what happened since the last request: messages of the user, replies, results of tools, as the client has them.
   *
   * @param usage what the provider reported for the call that gave the last of these replies
   * @throws ProblemError with the place and the value, for what is no message of the client's, a call or a result
   *   without an id, and a result without its call
   */
  add(messages: readonly Client[], usage?: ReportedUsage): void
  /**
   * The messages to send. Several replies in a row, as of an SDK that ran the tools by itself, are turns of their own.
   *
   * @throws Error if no message of the user was added yet, or a call of the last reply has no result
   */
  next(): Promise<NextRequest<Client>>
  /** After a provider rejected the last request as too long: a shorter one for the same turn. */
  afterOverflow(error?: unknown): Promise<NextRequest<Client>>
}

/** Holds a manager for an agent that keeps to its client's own messages. */
export function managedWindow<Client>(
  manager: ContextWindowManager,
  adapter: Adapter<Client>,
  setup: Setup = {},
): ManagedWindow<Client> {
  let phase: 'new' | 'between' | 'called' = 'new'
  let prompt = setup.system ?? ''
  const waiting: { readonly messages: readonly Message[]; readonly usage: ReportedUsage | null }[] = []

  async function take(own: readonly Message[], usage: ReportedUsage | null): Promise<void> {
    const lastReply = own.findLastIndex(({ role }) => role === 'assistant')
    for (const [at, message] of own.entries()) {
      if (message.role === 'assistant') {
        if (phase === 'between') await manager.onTurnStart()
        manager.onTurnEnd(message, at === lastReply ? usage : null)
        phase = 'between'
        continue
      }
      const parts = partsOfMessage(message)
      if (phase === 'new') {
        const { tools = [] } = setup
        manager.onTaskStart({ system: prompt, tools, task: message.content })
        phase = 'between'
        continue
      }
      const rest = parts.filter((part) => {
        if (part.type !== 'tool_result') return true
        const { tool_use_id, content, is_error: isError = false } = part
        manager.onToolResult(tool_use_id, content, { isError })
        return false
      })
      // A system message in mid-conversation was added by the program, not by the user.
      if (rest.length > 0)
        manager.onUserMessage(rest.length === parts.length ? message.content : rest, {
          injected: message.role === 'system',
        })
    }
  }

  function answer(turn: TurnStart): NextRequest<Client> {
    phase = 'called'
    const { request, repairs } = manager.requestFor(adapter.provider)
    // Tools that are not told here are passed beside the messages, as the client has them.
    const own =
      setup.tools === undefined ? repairs.filter(({ action }) => action !== 'declare-tool') : repairs
    return { messages: adapter.fromEngine(request), repairs: own, turn }
  }

  return {
    add(given, usage) {
      const { system, messages } = adapter.toEngine(given, true)
      prompt = [prompt, system].filter((text) => text !== '').join('\n\n')
      waiting.push({ messages, usage: usage ?? null })
    },
    async next() {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
        await take(one.messages, one.usage)
      if (phase === 'new') {
        const what =
          prompt === (setup.system ?? '') ? 'nothing was added yet' : 'only a system message was added yet'
        throw new Error(`${what}: add the first message of the user`)
      }
      return answer(await manager.onTurnStart())
    },
    afterOverflow: async (error) => answer(await manager.onOverflow(error)),
  }
}
