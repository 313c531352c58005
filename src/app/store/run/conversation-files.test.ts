import { expect, it } from 'vitest'
import { pathOf, placed } from './folder.ts'
import { joinConversations } from './conversation-files.ts'

it('what a client keeps in many files is one log, whose text is read when it is needed', async () => {
  const at = (path: string, text: string) => placed(new File([text], path.split('/').at(-1) ?? ''), path)
  const told = (n: number) => `{\n  "message": ${n}\n}`
  const agent = 'logs/session_s/agents/agent_a'
  const [z, picture, joined, ...others] = joinConversations([
    at('logs/z.json', 'z'),
    at(`${agent}/messages/message_1.json`, told(1)),
    at(`${agent}/messages/message_0.json`, told(0)),
    at(`${agent}/agent.json`, '{}'),
    at('logs/picture.png', ''),
  ])
  expect([z?.name, picture?.name, joined?.name, others]).toEqual([
    'z.json',
    'picture.png',
    'agent_a.json',
    [],
  ])
  if (joined === undefined) throw new Error('nothing was joined')
  expect(pathOf(joined)).toBe(`${agent}.json`)
  expect(JSON.parse(await joined.text())).toEqual([{ message: 0 }, { message: 1 }])
})
