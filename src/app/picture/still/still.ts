import { ENGINE_VERSION } from '../../../sim/index.ts'
import { counted, madeWith, shownName, turnName, turnsWithNumbers, whole } from '../../../view/index.ts'
import type { TurnRange } from '../../../view/index.ts'
import type { Comparison, LaneResult, TraceSummary } from '../../../worker/protocol.ts'
import { box, escaped, fill, hatchesIn, label, SANS, widthOf } from './markup.ts'

/** What a picture is about: what is on the screen. */
export interface StillSubject {
  readonly comparison: Pick<Comparison, 'limit' | 'lanes' | 'firstDivergence'> & {
    readonly trace: Pick<TraceSummary, 'title' | 'source' | 'turns'>
  }
  /** The lane in detail. */
  readonly lane: LaneResult
  readonly window: number
  /** The visible turns. */
  readonly range: TurnRange
  /** Whether the token axis ends at the used tokens. */
  readonly fitted: boolean
  /** Whether its turns are the steps of an agent, which are counted from 1. */
  readonly steps?: boolean
}

/** A picture of the comparison on the page. */
export interface PageSubject extends StillSubject {
  readonly comparison: Comparison
}

/** A picture that leaves the page. */
export interface Still {
  /** In its file name. */
  readonly content: string
  /** Name for people. */
  readonly name: string
  /** The lane in its file name; missing: it shows all. */
  readonly lane?: LaneResult
  /** A sentence that says what is seen. */
  readonly title: string
  readonly about: string
  readonly legend: readonly LegendEntry[]
  /** The height that suits it, as a part of the room. Default: all of it. */
  readonly tall?: number
  /** Draws it at a size in pixels, in the sizes of the page. */
  readonly draw: (size: { readonly width: number; readonly height: number }) => string
}

export interface LegendEntry {
  readonly text: string
  /** Markup of a sign of 26 by 14 pixels, drawn from its left edge; `width` is how much of it is used. */
  readonly sign: string
  readonly width: number
}

/** Pixels of a picture: 16 to 9. */
export const WIDTH = 1280
export const HEIGHT = 720
const MARGIN = 40
/** The page's sizes are for reading from near; on a slide everything is larger. */
const LARGER = 1.5

const TITLE = { size: 26, line: 34, lines: 2 }
const ABOUT = { size: 15, line: 21, lines: 3 }
const LEGEND = { size: 14, line: 24, gap: 20 }
const SOURCE = { size: 13, up: 24 }

/** A picture as SVG: in the light theme, with title, legend and source, and nothing that it needs from elsewhere. */
export function stillSvg(still: Still, subject: StillSubject): string {
  let y = MARGIN
  const parts: string[] = []
  const lines = (
    text: string,
    { size, line, lines: most }: typeof TITLE,
    look: { readonly colour: string; readonly bold: boolean },
  ): void => {
    for (const one of wrapped(text, (WIDTH - 2 * MARGIN) / widthOf('x', size, look.bold), most)) {
      parts.push(label(MARGIN, y + line / 2, one, { size, ...look }))
      y += line
    }
  }
  lines(still.title, TITLE, { colour: '--ink', bold: true })
  y += 4
  lines(still.about, ABOUT, { colour: '--ink-soft', bold: false })
  y += 6
  let x = MARGIN
  for (const { text, sign, width } of still.legend) {
    const room = width * 1.15 + 7 + widthOf(text, LEGEND.size)
    if (x > MARGIN && x + room > WIDTH - MARGIN) {
      x = MARGIN
      y += LEGEND.line
    }
    parts.push(
      `<g transform="translate(${Math.round(x)} ${y + 4}) scale(1.15)">${sign}</g>`,
      label(x + width * 1.15 + 7, y + 12, text, { size: LEGEND.size, colour: '--ink' }),
    )
    x += room + LEGEND.gap
  }
  y += still.legend.length > 0 ? LEGEND.line + 12 : 16
  const room = HEIGHT - MARGIN - SOURCE.up - y
  const height = Math.floor(room * (still.tall ?? 1))
  const drawing = still.draw({
    width: Math.floor((WIDTH - 2 * MARGIN) / LARGER),
    height: Math.floor(height / LARGER),
  })
  parts.push(
    `<g transform="translate(${MARGIN} ${y}) scale(${LARGER})">${drawing}</g>`,
    label(MARGIN, HEIGHT - MARGIN + 4, sourceLine(still, subject), { size: SOURCE.size }),
  )
  const all = parts.join('\n')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="${SANS}">\n` +
    `<title>${escaped(still.title)}</title>\n<desc>${escaped(still.about)}</desc>\n` +
    `<defs>${hatchesIn(all)}</defs>\n${box(0, 0, WIDTH, HEIGHT, fill('--paper'))}\n${all}\n</svg>\n`
  )
}

/** A picture after redaction: a placeholder was put between its tags, where it would be one itself. */
export function wellFormed(svg: string): string {
  return svg.replace(/<([a-z-]+-\d+)>/g, '&lt;$1&gt;')
}

/** Letters of a log's name that are shown. */
const NAME = 60

/** Where a picture is from: conversation, seed, window, lane, turns, and the engine that ran it. */
export function sourceLine(
  { lane }: Pick<Still, 'lane'>,
  { comparison, range, steps = false }: StillSubject,
): string {
  const { trace, limit, lanes } = comparison
  const { kind, name, filename } = trace.source
  const first = Math.max(0, Math.floor(range.from))
  const last = Math.min(trace.turns, Math.ceil(range.to)) - 1
  const isWhole = first === 0 && last === trace.turns - 1
  return [
    kind === 'scenario'
      ? `scenario ${name}, ${madeWith(trace.source)}`
      : shownName(filename ?? trace.title, NAME),
    `window of ${whole(limit)} tokens`,
    lane === undefined ? counted(lanes.length, 'lane') : lane.label,
    steps
      ? `steps 1 to ${whole(last + 1)}`
      : isWhole
        ? turnsWithNumbers(trace.turns)
        : `${turnName(first)} to ${turnName(last)}`,
    `engine ${ENGINE_VERSION}`,
  ].join(' · ')
}

/** A text in lines of at most so many letters; what does not fit ends in an ellipsis. */
function wrapped(text: string, letters: number, most: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > letters) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  if (line !== '') lines.push(line)
  const cut = lines
    .slice(0, most)
    .map((one) => (one.length > letters * 1.1 ? `${one.slice(0, letters - 1)}…` : one))
  return lines.length <= most ? cut : cut.with(-1, `${cut.at(-1)?.slice(0, Math.floor(letters) - 2) ?? ''} …`)
}
