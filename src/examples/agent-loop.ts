// An agent loop with a managed context window. Run it, without a key or a network: npx tsx src/examples/agent-loop.ts
import { completeConfig, strategySettings } from '../config/index.ts'
import { ContextWindowManager } from '../engine/index.ts'
import type { StatusReport } from '../engine/index.ts'
import { createMock } from '../llm/index.ts'
import { loadCounter } from '../tokenizer/index.ts'
import { createScriptedModel, toolDefinitions, tools } from './pretend-agent.ts'

/** Works on a task until the model makes no more calls. `say` gets a line per turn. */
export async function agentLoop(say: (line: string) => void): Promise<StatusReport> {
  // Counts a text exactly as OpenAI's tokenizer does; `chars4` of the engine estimates and needs no loading. What a
  // provider counts for a whole request differs by a factor of its model's family, 1.1 for OpenAI's own; the usage that
  // goes back with each reply corrects that.
  const counter = await loadCounter('o200k_base')

  // Answers the manager's requests to a model: summaries and the state of the task. Put a call of your own client here,
  // `(ask) => client.write(promptOf(ask))`; an error counts as a failed answer and does no harm.
  const llm = createMock({ count: (text) => counter.count(text) })

  // Every setting of a config has a default. This window is small, so that something happens.
  const config = completeConfig({ max_context_tokens: 9000 })
  const manager = new ContextWindowManager({ ...strategySettings(config), counter, llm })

  // The agent itself. Yours uses a provider's client; this one follows a script.
  const model = createScriptedModel()

  manager.onTaskStart({
    system: 'You are a careful engineer. Use the tools, then report.',
    tools: toolDefinitions,
    task: 'Find out which service drops orders. Never restart a service. Name the line of the log.',
  })

  for (;;) {
    // 1. Everything before the call: adds what arrived, frees space if needed, returns the request to send.
    const { turn, request, ledger, fit, status, edits } = await manager.onTurnStart()
    const did = edits.map(({ stage, before, after }) => `${stage} ${before} → ${after}`).join(', ')
    const share = Math.round(ledger.utilization * 100)
    say(`turn ${turn}: ${ledger.used} tokens, ${share} % of the window, ${status}${did && `: ${did}`}`)

    // What may not be removed can be longer than the window by itself: then the provider would reject the request.
    if (fit.over > 0) throw new Error(fit.advice)

    // 2. The call. If a provider rejects it as too long: `({ request } = await manager.onOverflow(error))`.
    const reply = await model(request)

    // 3. The reply goes back, with the provider's reported usage, if any.
    manager.onTurnEnd({ role: 'assistant', content: reply.content }, reply.usage)

    // 4. The tools run, and their results are in the next request.
    const calls = reply.content.filter((part) => part.type === 'tool_use')
    if (calls.length === 0) break
    for (const call of calls) manager.onToolResult(call.id, tools[call.name]?.(call.input) ?? 'no such tool')
  }

  // The last checkpoint has the state of the task; `manager.resume(checkpoint)` continues from it another day.
  const { checkpoint, report } = await manager.onTaskEnd()
  const { counts, spend } = report
  say(
    `${report.turns} turns, ${spend.calls.input} tokens sent, ${counts.freed} freed in ${counts.edits} edits`,
  )
  say(`${counts.asks} requests for summaries, ${counts.checkpoints} checkpoints, goal: ${checkpoint?.goal}`)
  return report
}

// Only if this file is the program, not if it is imported.
if (process.argv[1] === import.meta.filename) await agentLoop((line) => console.log(line))
