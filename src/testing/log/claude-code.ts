/** Builds a session in the format of Claude Code: ids counted from 1, one second between lines. */
export function session() {
  const lines: string[] = []
  let count = 0
  let newest: string | null = null
  const add = (fields: Record<string, unknown>): string => {
    count += 1
    const uuid = `u${count}`
    const line = {
      parentUuid: newest,
      isSidechain: false,
      userType: 'external',
      sessionId: 's',
      version: '2.1.38',
      uuid,
      timestamp: `2026-02-11T04:00:${String(count).padStart(2, '0')}.000Z`,
      ...fields,
    }
    newest = uuid
    lines.push(JSON.stringify(line))
    return uuid
  }
  return {
    raw: (line: string) => lines.push(line),
    add,
    user: (content: unknown, fields = {}) =>
      add({ type: 'user', message: { role: 'user', content }, ...fields }),
    result: (id: string, content: unknown = 'ok', fields = {}) =>
      add({
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
        toolUseResult: { copy: content },
        ...fields,
      }),
    reply: (id: string, block: unknown, usage: Record<string, unknown> | null = null, fields = {}) =>
      add({
        type: 'assistant',
        message: {
          id,
          type: 'message',
          role: 'assistant',
          model: 'claude-opus-4-6',
          content: [block],
          ...(usage && { usage }),
        },
        ...fields,
      }),
    text: () => lines.join('\n'),
  }
}

export const text = (words: string) => ({ type: 'text', text: words })
export const call = (id: string, name = 'Read') => ({ type: 'tool_use', id, name, input: {} })
export const result = (id: string, content: unknown = 'ok') => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})
export const tokens = (input: number, write: number, read: number, output: number) => ({
  input_tokens: input,
  cache_creation_input_tokens: write,
  cache_read_input_tokens: read,
  output_tokens: output,
})
