import type { SharedContent } from './content.ts'
import { cell, fenced, plain, row } from './markdown.ts'

/** A comparison as Markdown, without a date: the same runs give the same bytes. */
export function reportMarkdown(content: SharedContent): string {
  const { headline, about, notes, lanes, metrics, limits, code, link } = content
  const differing = metrics.filter(({ differs }) => differs)
  const table =
    differing.length === 0
      ? ['No metric differs.']
      : [
          row(['Metric', ...lanes.map(({ label }) => cell(label))]),
          row(['---', ...lanes.map(() => '---:')]),
          ...differing.map(({ label, unit, cells }) =>
            row([
              cell(unit === '' ? label : `${label} (${unit})`),
              ...cells.map(({ text, difference }) =>
                cell(difference === '' ? text : `${text} (${difference})`),
              ),
            ]),
          ),
        ]
  return `${[
    `# ${plain(headline)}`,
    plain(about),
    ...notes.map(plain),
    '## Metrics that differ',
    table.join('\n'),
    ...(lanes.length > 1 && differing.length > 0
      ? [`In brackets: the difference from ${plain(lanes[0]?.label ?? '')}.`]
      : []),
    '## Settings',
    'What differs from the defaults.',
    ...lanes.flatMap(({ label, yaml }) => [`### ${plain(label)}`, fenced('yaml', yaml)]),
    '## What a simulation cannot show',
    limits.map((sentence) => `- ${plain(sentence)}`).join('\n'),
    '## How to reproduce it',
    ...(link === null
      ? []
      : [`Open [this comparison in the lab](<${link.replace(/[<>\s]/g, encodeURIComponent)}>), or in Node:`]),
    fenced('ts', code),
  ].join('\n\n')}\n`
}
