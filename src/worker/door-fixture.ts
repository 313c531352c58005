import { completeConfig } from '../config/index.ts'
import { createDoor } from './door.ts'
import type { CompareRequest, SimReply, SimRequest } from './protocol.ts'
import { soon } from './thread-fixture.ts'

/** A log of `turns` file reads in the format of chat completions. */
export function log(turns: number): string {
  const messages: unknown[] = [
    { role: 'system', content: 'You are careful.' },
    { role: 'user', content: 'Read all files.' },
  ]
  for (let index = 0; index < turns; index++) {
    const id = `call_${index}`
    const call = {
      id,
      type: 'function',
      function: { name: 'read_file', arguments: `{"path":"${index}.ts"}` },
    }
    messages.push({ role: 'assistant', content: null, tool_calls: [call] })
    messages.push({ role: 'tool', tool_call_id: id, content: `file ${index} has text `.repeat(60) })
    // Some policies keep user messages and short prose, others do not.
    if (index % 5 === 4)
      messages.push(
        { role: 'assistant', content: `read ${index}` },
        { role: 'user', content: `go on after ${index} `.repeat(40) },
      )
  }
  messages.push({ role: 'assistant', content: 'All files were read.' })
  return JSON.stringify({ messages })
}

export function lane(name: string, policy: string) {
  return {
    name,
    label: policy.toUpperCase(),
    config: completeConfig({ strategy: 'evict', eviction: { policy, user_share: 0 } }),
  }
}

export const request: CompareRequest = {
  source: { kind: 'log', text: log(30), filename: 'reads.json' },
  lanes: [lane('2', 'fifo'), lane('1', 'hybrid')],
  budget: { kind: 'share', share: 0.5 },
  counter: 'chars4',
}

/** A door whose replies are cloned, as they are for the page. */
export function openDoor(
  pauses: () => void = () => undefined,
  heard: (reply: SimReply) => void = () => undefined,
) {
  const replies: SimReply[] = []
  let time = 0
  const waiting = new Map<number, () => void>()
  const door = createDoor(
    (reply, transfer) => {
      const arrived = structuredClone(reply, { transfer: [...transfer] })
      replies.push(arrived)
      heard(arrived)
      if (isFinal(arrived)) waiting.get(arrived.id)?.()
    },
    {
      // The clock advances 40 ms at every reading, so each step ends a slice.
      now: () => (time += 40),
      pause: async () => {
        pauses()
        await new Promise<void>(soon)
      },
    },
  )
  return {
    replies,
    send(message: SimRequest): Promise<SimReply> {
      const answered = new Promise<void>((resolve) => waiting.set(message.id, resolve))
      door.receive(message)
      return answered.then(() => finals(message.id)[0] as SimReply)
    },
    receive: (message: SimRequest) => {
      door.receive(message)
    },
    finals,
  }
  function finals(id: number): SimReply[] {
    return replies.filter((reply) => reply.id === id && isFinal(reply))
  }
}

export function isFinal({ kind }: SimReply): boolean {
  return !BEFORE_THE_END.has(kind)
}

const BEFORE_THE_END: ReadonlySet<SimReply['kind']> = new Set([
  'progress',
  'searching',
  'preview',
  'part',
  'forked',
  'asking',
])

export async function compared(door: ReturnType<typeof openDoor>, id = 1, message = request) {
  const reply = await door.send({ ...message, kind: 'compare', id })
  if (reply.kind !== 'compared') throw new Error(`answered ${JSON.stringify(reply)}`)
  return reply
}

/** A comparison after the arrival of its forks. */
export async function comparedWithForks(
  door: ReturnType<typeof openDoor>,
  id: number,
  message: CompareRequest,
) {
  const own = await compared(door, id, message)
  const asked = 1000 + id
  const end = await door.send({ kind: 'forks', id: asked, of: id })
  if (end.kind !== 'forks') throw new Error(`answered ${JSON.stringify(end)}`)
  const lanes = own.lanes.map((one) => {
    const later = door.replies.flatMap((reply) =>
      reply.kind === 'forked' && reply.id === asked && reply.lane === one.name ? [reply.fork] : [],
    )
    const order = message.lanes.find(({ name }) => name === one.name)?.forks ?? []
    const all = [...one.forks, ...later]
    return { ...one, forks: order.flatMap(({ id: fork }) => all.filter((found) => found.id === fork)) }
  })
  return { ...own, lanes }
}
