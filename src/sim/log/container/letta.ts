import { at, isRecord } from '../json/guard.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A file of agents as Letta exports it (`.af`): each has its messages, which are like OpenAI's. */
export const letta: Container = {
  name: 'an agent file of Letta',
  keys: ['agents'],
  open: ofWhole((value) =>
    listAt(value, 'agents').flatMap((agent) => {
      const messages = listAt(agent, 'messages').filter(isRecord)
      return messages.length === 0 || at(agent, 'system') === undefined ? [] : [{ messages }]
    }),
  ),
}
