import { expect, test } from 'vitest'
import { newManager } from '../testing/new-manager.ts'
import { aiSdkAdapter, managedWindow } from './index.ts'

type Fields = Readonly<Record<string, unknown>>

/** The header of a PNG of 1,280 × 800 pixels, and 30 kB of noise. */
const HEADER = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 5, 0, 0, 0, 3, 32, 8, 2]
const PICTURE = Uint8Array.from({ length: 30_000 }, (_, at) => HEADER[at] ?? (at * 7919) % 251)
const BASE64 = Buffer.from(PICTURE).toString('base64')
const WORDS = 'hello world '.repeat(5000)

const user = (content: unknown): Fields => ({ role: 'user', content })
const said = (content: unknown): Fields => ({ role: 'assistant', content })
const file = (data: unknown, mediaType: string): Fields => ({ type: 'file', mediaType, data })

async function sent(messages: readonly Fields[], limit = 50_000) {
  const window = managedWindow(newManager('managed', limit), aiSdkAdapter<never>())
  window.add(messages as never)
  const { messages: list, turn } = await window.next()
  return { list, turn }
}

/** A tool that returns something with its type. */
function returning(value: readonly unknown[]): readonly Fields[] {
  const call = { toolCallId: 'c', toolName: 'look' }
  return [
    user('Look at it.'),
    said([{ type: 'tool-call', ...call, input: {} }]),
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'content', value } }] },
  ]
}

test('TOK-3 a picture that a tool returns is one however the versions of the AI SDK write it, and is sent as it came', async () => {
  const bare = await sent(returning([{ type: 'image-data', data: BASE64, mediaType: 'image/png' }]))
  for (const [data, type] of [
    [{ type: 'data', data: BASE64 }, 'image/png'],
    [{ type: 'data', data: PICTURE }, 'image'],
    [{ type: 'url', url: new URL(`data:image/png;base64,${BASE64}`) }, 'image/*'],
  ] as const) {
    const given = returning([file(data, type)])
    const { list, turn } = await sent(given)
    expect(list).toEqual(given)
    expect(turn.edits).toEqual([])
    expect(turn.ledger.used).toBe(bare.turn.ledger.used)
    expect(turn.ledger.used).toBeLessThan(2000)
  }
})

test('TOK-3 a file of the user’s counts as what it is: a text by its length, a picture by its size', async () => {
  const tokens = async (one: Fields): Promise<number> => (await sent([user([one])])).turn.ledger.used
  const bytes = new TextEncoder().encode(WORDS)
  const url = `data:text/plain;base64,${Buffer.from(WORDS).toString('base64')}`
  const texts = [
    url,
    bytes,
    { type: 'url', url: new URL(url) },
    { type: 'url', url },
    { type: 'data', data: bytes },
    { type: 'text', text: WORDS },
  ]
  const counts = await Promise.all(texts.map((data) => tokens(file(data, 'text/plain'))))
  expect(new Set(counts).size).toBe(1)
  expect(counts[0]).toBeGreaterThan(10_000)
  const pictures = [file({ type: 'data', data: BASE64 }, 'image'), { type: 'image', image: BASE64 }]
  const [one, other] = await Promise.all(pictures.map(tokens))
  expect(one).toBe(other)
  // An upload is a file of unknown size.
  const upload = await tokens(file({ type: 'reference', reference: { openai: 'file_1' } }, 'application/pdf'))
  expect(upload).toBe(await tokens(file('https://x.example/a.pdf', 'application/pdf')))
})

test('MSG-1 of a result that an edit shortened, what it left is the client’s own', () => {
  const adapter = aiSdkAdapter<never>()
  const picture = file({ type: 'data', data: BASE64 }, 'image/png')
  const { messages } = adapter.toEngine(returning([{ type: 'text', text: WORDS }, picture]) as never)
  const [result] = messages.at(-1)?.content ?? []
  if (typeof result !== 'object' || result.type !== 'tool_result') throw new Error('no result')
  const content = [{ type: 'text', text: 'hello' } as const, ...result.content.slice(1)] as never
  const shorter = [...messages.slice(0, -1), { role: 'user', content: [{ ...result, content }] } as const]
  expect(adapter.fromEngine({ messages: shorter }).at(-1)).toMatchObject({
    content: [{ output: { type: 'content', value: [{ type: 'text', text: 'hello' }, picture] } }],
  })
})
