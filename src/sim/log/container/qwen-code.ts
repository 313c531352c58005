import { at, isList, isRecord } from '../json/guard.ts'
import { messagesOf } from './adk.ts'
import { ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A session of Qwen Code: one message per line, in the shape of Gemini's. Those of sub-agents are left out. */
export const qwenCode: Container = {
  name: 'a session of Qwen Code',
  keys: ['message'],
  open: ofEach((value) => {
    const isOwn = typeof at(value, 'type') === 'string' && isList(at(value, 'message', 'parts'))
    const isSide = at(value, 'isSidechain') === true || at(value, 'agentId') !== undefined
    return isOwn && !isSide && isRecord(value)
      ? messagesOf({
          ...value,
          content: at(value, 'message') ?? null,
          modelVersion: at(value, 'model') ?? null,
        })
      : []
  }),
}
