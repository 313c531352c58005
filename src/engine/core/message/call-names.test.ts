import { expect, it } from 'vitest'
import { endsWithin } from '../../../testing/ends-within.ts'
import { callNames } from './call-names.ts'
import type { Message } from './message.ts'

const asks = (id: string): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'read', input: {} }],
})

it('PAIR-1 a repeated id gets the next number that no call has', () => {
  const names = callNames()
  const ids = ['c', 'c_2', 'c', 'c', 'c_2'].map((id) => names.take(asks(id)).content)
  expect(ids.map((content) => (content as readonly { readonly id: string }[])[0]?.id)).toEqual([
    'c',
    'c_2',
    'c_3',
    'c_4',
    'c_2_2',
  ])
})

it('TOK-4 calls that all have one id are named in linear time', () => {
  const work = (): void => {
    const names = callNames()
    for (let call = 1; call <= 20_000; call++) names.take(asks('c'))
    expect(names.of('c')).toBe('c_20000')
  }
  expect(endsWithin(4000, work)).toBe(true)
})
