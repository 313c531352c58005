import { ENCODINGS, LIBRARIES, libraries, type EncodingName, type LibraryName } from './counters.ts'
import { measureGrowth, type GrowthRow, type LibraryGrowth } from './growth.ts'
import { measureThroughput, type ThroughputRow } from './throughput.ts'

export interface TokensReport {
  readonly encodings: readonly EncodingReport[]
}

export interface EncodingReport {
  readonly encoding: EncodingName
  readonly throughput: readonly ThroughputRow[]
  readonly growth: readonly GrowthRow[]
}

/** Times the exact counters against js-tiktoken and gpt-tokenizer: six kinds of text, nine worst cases. */
export async function tokensReport(): Promise<TokensReport> {
  const encodings: EncodingReport[] = []
  for (const encoding of ENCODINGS) {
    const counts = {
      ours: await libraries.ours(encoding),
      'js-tiktoken': await libraries['js-tiktoken'](encoding),
      'gpt-tokenizer': await libraries['gpt-tokenizer'](encoding),
    }
    encodings.push({
      encoding,
      throughput: await measureThroughput(counts),
      growth: await measureGrowth(counts),
    })
  }
  return { encodings }
}

export function renderTokensReport(report: TokensReport): string {
  return report.encodings.flatMap(renderEncoding).join('\n')
}

function renderEncoding({ encoding, throughput, growth }: EncodingReport): string[] {
  return [
    `### ${encoding}: MB/s of UTF-8, median of five interleaved runs on unseen text`,
    '',
    ...table(
      [
        'text',
        'bytes per token',
        ...LIBRARIES,
        'ours ÷ js-tiktoken (aim ≥ 3)',
        'ours ÷ gpt-tokenizer (aim ≥ 0.9)',
      ],
      throughput.map(({ kind, bytesPerToken, speed }) => [
        kind,
        bytesPerToken.toFixed(2),
        ...LIBRARIES.map((library) => speed[library].toFixed(2)),
        `${(speed.ours / speed['js-tiktoken']).toFixed(1)}×`,
        `${(speed.ours / speed['gpt-tokenizer']).toFixed(1)}×`,
      ]),
    ),
    '',
    `Counts other than js-tiktoken's: ${renderDifferences(throughput, growth)}.`,
    '',
    `### ${encoding}: one piece of n characters, fastest of five in ms (growth exponent, aim ≤ 1.1)`,
    '',
    ...table(
      ['piece', ...LIBRARIES],
      growth.map(({ piece, growth: each }) => [
        piece,
        ...LIBRARIES.map((library) => renderGrowth(each[library])),
      ]),
    ),
    '',
  ]
}

/** The first length of at least 8,000 and the longest one, which show the growth without all points. */
function renderGrowth({ points, exponent }: LibraryGrowth): string {
  const longest = points.at(-1)
  const shown = new Set([points.find(([length]) => length >= 8000 && length !== longest?.[0]), longest])
  const times = [...shown].flatMap((point) =>
    point ? [`${milliseconds(point[1])} at ${point[0] / 1000}k`] : [],
  )
  return `${times.join(', ')} (n^${exponent.toFixed(2)})`
}

function renderDifferences(throughput: readonly ThroughputRow[], growth: readonly GrowthRow[]): string {
  const found = LIBRARIES.flatMap((library: LibraryName) => [
    ...throughput
      .filter(({ difference }) => difference[library] !== 0)
      .map(({ kind, difference }) => `${library} on ${kind} by ${difference[library]}`),
    ...growth
      .filter(({ unequal }) => unequal.some((each) => each.library === library))
      .map(({ piece }) => `${library} on a piece of ${piece}`),
  ])
  return found.length === 0 ? 'none' : found.join(', ')
}

function milliseconds(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}
