import type { Json, Message, Part, ToolResultPart } from '../engine/index.ts'
import type { RecordedEdit, Trace, TraceTurn, TraceWindow, Usage } from '../sim/index.ts'

/** A turn of a made-up conversation. */
export interface Step {
  readonly window: number
  readonly words: string
  readonly thinking: string | null
  readonly calls: readonly Json[]
  readonly results: readonly string[]
  readonly backwards: boolean
  readonly failed: boolean
  readonly user: string | null
  readonly injected: string | null
  readonly gap: number
  readonly usage: Usage | null
  readonly edit: 'compaction' | 'microcompaction' | null
}

/**
 * A conversation for the tests of the writers, with sub-agents as windows 1 and 2, whose results arrive in order.
 *
 * @param clock turns have times
 * @param open results of the last calls arrive at the end
 */
export function madeUpTrace(steps: readonly Step[], clock: boolean, open: boolean): Trace {
  const messages: Message[] = []
  const turns: TraceTurn[] = []
  const injected: number[] = []
  const edits: RecordedEdit[] = []
  const windows = new Map<number, { opened: number; last: number }>()
  const waiting = new Map<number, ToolResultPart[]>()
  const ids = new Map<number, number>([[0, 0]])
  let time = 1_770_000_000_000
  const add = (message: Message): number => messages.push(message) - 1
  const inputsOf = (window: number): number[] => {
    const results = waiting.get(window) ?? []
    waiting.delete(window)
    return results.length > 0 ? [add({ role: 'user', content: results })] : []
  }
  for (const one of steps) {
    const window = ids.get(one.window) ?? ids.size
    ids.set(one.window, window)
    const turn = turns.length
    const inputs = inputsOf(window)
    if (one.injected !== null)
      inputs.push(injected[injected.push(add({ role: 'user', content: one.injected })) - 1] ?? 0)
    if (one.user !== null || !windows.has(window))
      inputs.push(add({ role: 'user', content: one.user ?? 'Go.' }))
    if (one.edit !== null && windows.has(window))
      edits.push({
        turn,
        window,
        kind: one.edit,
        trigger: 'auto',
        tokensBefore: one.gap,
        ...(one.edit === 'compaction' ? { summary: one.words } : { tokensFreed: 20, cleared: ['t0'] }),
      })
    const calls = one.calls.map((input, index): Part => ({
      type: 'tool_use',
      id: `t${turn}_${index}`,
      name: 'read',
      input,
    }))
    const thinking: Part[] =
      one.thinking === null ? [] : [{ type: 'thinking', thinking: one.thinking, signature: 'sig' }]
    time += one.gap
    turns.push({
      turn,
      window,
      inputs,
      response: add({
        role: 'assistant',
        content: [...thinking, { type: 'text', text: one.words }, ...calls],
      }),
      time: clock ? time : null,
      usage: one.usage,
      model: 'claude-opus-4-6',
    })
    windows.set(window, { opened: windows.get(window)?.opened ?? turn, last: turn })
    const results = calls.map((_, index): ToolResultPart => ({
      type: 'tool_result',
      tool_use_id: `t${turn}_${index}`,
      content: index === 1 ? [{ type: 'text', text: one.results[index] ?? '' }] : (one.results[index] ?? ''),
      ...(one.failed && { is_error: true }),
    }))
    waiting.set(window, one.backwards ? results.toReversed() : results)
  }
  if (open)
    for (const [, window] of ids) {
      const inputs = inputsOf(window)
      if (inputs.length === 0) continue
      windows.set(window, { opened: windows.get(window)?.opened ?? 0, last: turns.length })
      turns.push({
        turn: turns.length,
        window,
        inputs,
        response: null,
        time: clock ? time + 1 : null,
        usage: null,
        model: null,
      })
    }
  return {
    version: 1,
    source: { kind: 'scenario', name: 'made up', title: 'Made up', seed: 1, filename: null },
    system: '',
    tools: [],
    messages,
    windows: [...windows]
      .toSorted(([a], [b]) => a - b)
      .map(([id, { opened, last }]): TraceWindow =>
        id === 0
          ? { id, parent: null, kind: 'main', opened, closed: null }
          : { id, parent: 0, kind: 'subagent', opened, closed: last === turns.length - 1 ? null : last },
      ),
    injected,
    turns,
    needs: [],
    recordedEdits: edits,
    intake: { records: messages.length, problems: [], ignored: [], inferred: [] },
    siblings: [],
    lacksOverhead: false,
    counts: null,
  }
}
