import { expect, it } from 'vitest'
import { readTrace } from '../reading.ts'

it('COST-1 a reply in a session of Pi that names no model is of the one that its branch chose last', () => {
  const entry = (id: string, parentId: string | null, fields: object) => ({ id, parentId, ...fields })
  const said = (role: string, text: string, model?: string) => ({
    type: 'message',
    message: { role, content: [{ type: 'text', text }], ...(model !== undefined && { model }) },
  })
  const chosen = (modelId: string) => ({ type: 'model_change', provider: 'p', modelId })
  const log = [
    { type: 'session', version: 3, id: 's', cwd: '/p' },
    entry('1', null, chosen('first-model')),
    entry('2', '1', said('user', 'a')),
    entry('3', '2', said('assistant', 'b')),
    entry('x', '3', chosen('model of another branch')),
    entry('4', '3', said('user', 'c')),
    entry('5', '4', said('assistant', 'd')),
    entry('6', '5', chosen('second-model')),
    entry('7', '6', said('user', 'e')),
    entry('8', '7', said('assistant', 'f')),
    entry('9', '8', said('user', 'g')),
    entry('10', '9', said('assistant', 'h', 'own-model')),
  ]
  const { turns } = readTrace(log.map((line) => JSON.stringify(line)).join('\n'))
  expect(turns.map(({ model }) => model)).toEqual(['first-model', 'first-model', 'second-model', 'own-model'])
})
