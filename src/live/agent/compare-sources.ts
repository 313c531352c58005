import type { Part } from '../../engine/index.ts'
import type { MockAgent } from '../live.ts'
import { pathsListed } from './listed.ts'
import { readOn } from './read-on.ts'
import { readingsOf, textOfReading } from './readings.ts'
import { read, replyWith, standstill } from './reply.ts'
import { sightOf } from './sight.ts'
import type { Sight } from './sight.ts'

/** What one source says. */
interface Source {
  readonly date: string
  /** The figure that it gives, by the name asked for. */
  readonly says: ReadonlyMap<string, string>
}

/**
 * Reads every document of a folder and compares what they say about the names in the task. It notes what it found in a
 * document once, in its reply, and does not repeat it: what leaves its window has to be read again.
 */
export const compareSources: MockAgent = Object.freeze({
  name: 'compare_sources',
  meaning:
    'Reads every document, notes the figures that it finds, and says which is the newest and which sources disagree. It reads a document again if its note is gone.',
  reply({ messages }) {
    const sight = sightOf(messages)
    return standstill(sight) ?? readOn(sight) ?? compared(sight)
  },
} satisfies MockAgent)

function compared(sight: Sight): readonly Part[] {
  const task = sight.task ?? ''
  const names = [...task.matchAll(/`([^`\n]{2,60})`/g)].map(([, name = '']) => name.toLowerCase())
  const folder = /[\w-]+\/(?![\w.])/.exec(task)?.[0] ?? ''
  if (names.length === 0)
    return replyWith(sight, 'Put what I shall compare in `backticks`, and name a folder.', new Map(), [])
  const paths = pathsListed(sight)
  if (paths === null)
    return replyWith(
      sight,
      sight.forgot || sight.notes.size > 0
        ? 'The list of documents is no longer in front of me, so I list them again.'
        : 'I begin with the list of documents.',
      sight.notes,
      [{ name: 'list_files', input: { path: folder } }],
    )
  const found = sourcesOf(sight, names)
  const noted = (heading: string): readonly string[] => sight.notes.get(heading) ?? []
  // Without notes, it has read as far as the last document that it knows of.
  const place = noted('place')[0] ?? String(1 + paths.findLastIndex((path) => found.has(path)))
  const at = /^\d{1,6}$/.test(place) ? Number(place) : 0
  const begun = noted('reading')[0]
  const source = begun === undefined ? undefined : found.get(begun)
  const told = begun === undefined || source === undefined ? '' : `${lineOf(begun, source)}\n`
  const next = paths[at]
  const again = noted('read again')
  const step = (words: string, path: string, notes: readonly (readonly [string, readonly string[]])[]) =>
    replyWith(sight, `${told}${words}`, new Map([...notes, ['reading', [path]]]), [read(path)])
  if (next !== undefined)
    return step(`Document ${at + 1} of ${paths.length}: I read ${next}.`, next, [
      ['place', [String(at + 1)]],
      ['read again', again],
    ])
  const lost = paths.find((path) => !found.has(path) && !again.includes(path))
  if (lost !== undefined)
    return step(`What I found in ${lost} is no longer in front of me, so I read it again.`, lost, [
      ['place', [String(at)]],
      ['read again', [...again, lost]],
    ])
  const missing = paths.filter((path) => !found.has(path))
  const gap =
    missing.length === 0
      ? `I have compared ${paths.length} documents.`
      : `I have compared ${paths.length - missing.length} of ${paths.length} documents; the others have left my window twice, so a newer figure may be in one of them: ${missing.join(', ')}.`
  return replyWith(
    sight,
    `${told}${gap}\n${names.map((name) => answerTo(name, found)).join('\n')}`,
    new Map(),
    [],
  )
}

/** What the newest source says, and who says something else. */
function answerTo(name: string, sources: ReadonlyMap<string, Source>): string {
  const saying = [...sources]
    .flatMap(([path, { date, says }]) => {
      const figure = says.get(name)
      return figure === undefined ? [] : [{ path, date, figure }]
    })
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
  const [newest] = saying
  if (newest === undefined) return `- ${name}: I found nothing.`
  const others = saying.filter(({ figure }) => figure !== newest.figure)
  const disagree = others.map(({ path, figure }) => `${figure} (${path})`).join(', ')
  return `- ${name}: ${newest.figure} (${newest.path}, ${newest.date}).${others.length === 0 ? '' : ` Otherwise: ${disagree}.`}`
}

/** What is known of each document: from its text while it is visible, and from the agent's own lines about it. */
function sourcesOf(sight: Sight, names: readonly string[]): ReadonlyMap<string, Source> {
  const found = new Map<string, Source>()
  for (const text of sight.said)
    for (const [, path = '', date = '', says = ''] of text.matchAll(
      /^(?:Step \d+\. )?(\S+) \((\d{4}-\d\d-\d\d)\): (.*)\.$/gm,
    ))
      found.set(path, {
        date,
        says: new Map(
          says.split('; ').flatMap((one) => {
            const [name = '', figure] = one.split(' = ')
            return figure === undefined ? [] : [[name, figure] as const]
          }),
        ),
      })
  for (const [path, reading] of readingsOf(sight))
    if (reading.whole) found.set(path, sourceIn(textOfReading(reading), names))
  return found
}

function sourceIn(text: string, names: readonly string[]): Source {
  const sentences = text.split(/(?<=[.!?;])\s+|\n/).map((sentence) => sentence.toLowerCase())
  return {
    date: /\b\d{4}-\d\d-\d\d\b/.exec(text)?.[0] ?? '0000-00-00',
    says: new Map(
      names.flatMap((name) => {
        const figure = sentences
          .filter((sentence) => sentence.includes(name))
          .map((sentence) => FIGURE.exec(sentence.slice(sentence.indexOf(name) + name.length))?.[0])
          .find((one) => one !== undefined)
        return figure === undefined ? [] : [[name, figure] as const]
      }),
    ),
  }
}

/** A number, with its scale or unit. */
const FIGURE =
  /\d(?:[\d.,]*\d)?(?: (?:thousand|million|billion|per ?cent|%|(?:kilo)?metres|km|hours|days|years|tonnes)\b)?/

function lineOf(path: string, { date, says }: Source): string {
  const list = [...says].map(([name, figure]) => `${name} = ${figure}`).join('; ')
  return `${path} (${date}): ${list === '' ? 'nothing of this' : list}.`
}
