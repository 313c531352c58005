import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord } from '../json/guard.ts'

const SAMPLE = /^samples\/(.+)\.json$/
const HEADERS = ['header.json', '_journal/start.json']

/** True for the names of the files in a log of Inspect (`.eval`). */
export function isInspect(names: readonly string[]): boolean {
  return HEADERS.some((name) => names.includes(name)) && names.some((name) => SAMPLE.test(name))
}

/**
 * A log of Inspect as one JSON text, as Inspect itself would export it, but only with what a reader needs of it: the
 * rest, such as the messages of each call again, is most of it.
 */
export async function inspectText(
  names: readonly string[],
  read: (name: string) => Promise<Json>,
): Promise<string> {
  const header = HEADERS.find((name) => names.includes(name)) ?? ''
  const model = at(await read(header), 'eval', 'model') ?? null
  const samples: Json[] = []
  for (const name of names) {
    const [, id] = SAMPLE.exec(name) ?? []
    if (id === undefined) continue
    if (!id.includes('/')) samples.push(needed(await read(name)))
    else if (id.endsWith('/sample'))
      samples.push(needed(await inPieces(name.replace(/sample\.json$/, ''), await read(name))))
  }
  return JSON.stringify({ eval: { model }, samples })

  /** A long sample, whose lists are files of their own, each named by the place of its first item. */
  async function inPieces(folder: string, sample: Json): Promise<Json> {
    const listIn = async (list: string): Promise<readonly Json[]> => {
      const starts = names.flatMap((name) =>
        name.startsWith(`${folder}${list}/`) ? (/\/(\d+)\.json$/.exec(name)?.[1] ?? []) : [],
      )
      const found: Json[] = []
      for (const start of starts.toSorted((a, b) => Number(a) - Number(b))) {
        const piece = await read(`${folder}${list}/${start}.json`)
        if (isList(piece)) for (const one of piece) found.push(one)
      }
      return found
    }
    const [messages, events] = [await listIn('messages'), await listIn('events')]
    const attachments = Object.fromEntries((await listIn('attachments')).entries())
    return { ...(isRecord(sample) ? sample : {}), messages, events, attachments }
  }
}

/** A sample without what no reader looks at. */
function needed(sample: Json): Json {
  const [id, epoch, messages] = ['id', 'epoch', 'messages'].map((key) => at(sample, key) ?? null)
  const listed = at(sample, 'events')
  const events = (isList(listed) ? listed : []).filter((event) => at(event, 'event') === 'model')
  const calls = events.map((event, nth): Json => {
    const choices = at(event, 'output', 'choices')
    const message = at(isList(choices) ? choices[0] : null, 'message', 'id')
    return {
      event: 'model',
      ...(nth === 0 && { model: at(event, 'model') ?? null, tools: at(event, 'tools') ?? [] }),
      output: {
        choices: [{ message: { id: message ?? null } }],
        usage: at(event, 'output', 'usage') ?? null,
      },
    }
  })
  const kept = { id: id ?? null, epoch: epoch ?? null, input: '', messages: messages ?? null, events: calls }
  const named = new Set(
    [...JSON.stringify(kept).matchAll(/"attachment:\/\/([^"]+)"/g)].map(([, name = '']) => name),
  )
  const all = at(sample, 'attachments')
  const attachments = Object.entries(isRecord(all) ? all : {}).filter(([name]) => named.has(name))
  return { ...kept, attachments: Object.fromEntries(attachments) }
}
