import { stream } from '../../engine/internal.ts'
import type { World } from '../live.ts'
import told from './documents.json' with { type: 'json' }

const SEED = 20260309
/** Paragraphs of a document, and sentences in each that say nothing about the figures. */
const PARAGRAPHS = 9
const FILLER = 3

/** What a document says about each figure. Its date, not its name, tells which document is newer. */
export const documents: readonly {
  readonly name: string
  readonly title: string
  readonly date: string
  readonly by: string
  readonly facts: Readonly<Record<string, string>>
}[] = told.documents.map((one) => ({
  ...one,
  facts: Object.fromEntries(Object.entries(one.facts).filter(([, figure]) => typeof figure === 'string')),
}))

/** The figures that the documents speak of. */
export const figures: readonly string[] = Object.keys(told.says)

let made: World | null = null

/** A shelf of documents about a planned tram line, which contradict each other. The same bytes each time. */
export function shelf(): World {
  made ??= {
    files: new Map(
      documents
        .map(({ name, ...rest }) => [`shelf/${name}.md`, textOf(name, rest)] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  }
  return made
}

function textOf(name: string, { title, date, by, facts }: Omit<(typeof documents)[number], 'name'>): string {
  const random = stream(SEED, name)
  const says: Readonly<Record<string, readonly string[]>> = told.says
  const stated = Object.entries(facts).map(([figure, value]) =>
    random.pick(says[figure] ?? []).replace('{}', value),
  )
  const filler = random.shuffle(told.filler)
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) =>
    filler.slice(at * FILLER, (at + 1) * FILLER),
  )
  // One paragraph holds at most one figure, at a random place among the others.
  const places = random.shuffle([...paragraphs.keys()])
  stated.forEach((sentence, at) =>
    paragraphs[places[at] ?? 0]?.splice(random.integer(0, FILLER), 0, sentence),
  )
  return `${[`# ${title}`, `Date: ${date}`, `By: ${by}`, ...paragraphs.map((one) => `\n${one.join(' ')}`)].join('\n')}\n`
}
