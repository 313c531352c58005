/**
 * Builds a rollout in the format of Codex, one second between lines. `begin` has further fields of `session_meta`;
 * null: without that line.
 */
export function rollout(begin: Record<string, unknown> | null = {}) {
  const lines: string[] = []
  const raw = (line: string): void => {
    lines.push(line)
  }
  const add = (type: string, payload: unknown): void => {
    const timestamp = `2026-04-28T15:00:${String(lines.length).padStart(2, '0')}.000Z`
    raw(JSON.stringify({ timestamp, type, payload }))
  }
  if (begin)
    add('session_meta', {
      id: 's',
      cli_version: '0.126.0',
      base_instructions: { text: 'Be brief.' },
      ...begin,
    })
  const item = (payload: unknown): void => {
    add('response_item', payload)
  }
  const event = (type: string, fields = {}): void => {
    add('event_msg', { type, ...fields })
  }
  let total = 0
  return {
    raw,
    add,
    item,
    event,
    message: (role: string, text: string, type = role === 'assistant' ? 'output_text' : 'input_text') => {
      item({ type: 'message', role, content: [{ type, text }] })
    },
    call: (call_id: string, args = '{"cmd":"ls"}') => {
      item({ type: 'function_call', name: 'exec_command', arguments: args, call_id })
    },
    output: (call_id: string, output: unknown = 'ok') => {
      item({ type: 'function_call_output', call_id, output })
    },
    /** The usage of a call, in tokens. */
    tokens: (input: number, cached: number, output: number) => {
      total += input + output
      const last = {
        input_tokens: input,
        cached_input_tokens: cached,
        output_tokens: output,
        total_tokens: input + output,
      }
      event('token_count', {
        info: { last_token_usage: last, total_token_usage: { total_tokens: total } },
        rate_limits: null,
      })
    },
    text: () => lines.join('\n'),
  }
}
