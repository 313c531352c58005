import type { Retention } from '../../../sim/index.ts'
import { counted, retentionRows, retentionSentences, share } from '../../../view/index.ts'
import { label, line, stroke } from '../../picture/still/markup.ts'
import type { Still, StillSubject } from '../../picture/still/still.ts'
import { RETENTION_TEXT } from './words.ts'

/** Pixels around a small curve. */
const GAP = 28
const UNDER = 20
const ABOVE = 30
const COLUMNS = 3

/** The curves of what stays in the prompts of a lane, one for each group; nothing if nothing was told. */
export function retentionStills(
  { lane }: Pick<StillSubject, 'lane'>,
  retention: Retention,
): readonly Still[] {
  const rows = retentionRows(retention)
  if (rows.length === 0) return []
  const [title = RETENTION_TEXT.title] = retentionSentences(retention)
  return [
    {
      content: 'retention',
      name: RETENTION_TEXT.title,
      lane,
      title: `${lane.label}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      about: `${RETENTION_TEXT.curveTitle}. ${RETENTION_TEXT.there} ${retention.inferred ? RETENTION_TEXT.extracted : RETENTION_TEXT.planted}`,
      legend: [
        { text: RETENTION_TEXT.curve, sign: `<path d="M0 7H26" ${stroke('--accent', 2)}/>`, width: 26 },
        { text: RETENTION_TEXT.stale, sign: `<path d="M0 7H26" ${stroke('--loss', 2, { dash: '2 3' })}/>`, width: 26 },
      ],
      draw({ width, height }) {
        const lines = Math.ceil(rows.length / COLUMNS)
        const [wide, tall] = [(width - GAP * (COLUMNS - 1)) / COLUMNS, height / lines]
        const high = tall - ABOVE - UNDER
        return rows
          .map(({ label: name, told, curve, overall }, index) => {
            const [left, top] = [(index % COLUMNS) * (wide + GAP) + 30, Math.floor(index / COLUMNS) * tall + ABOVE]
            const [first, last] = [curve[0]?.x ?? 0, curve.at(-1)?.x ?? 1]
            const inner = wide - 30
            const x = (at: number): number => left + (last === first ? inner : ((at - first) / (last - first)) * inner)
            const y = (of: number): number => top + (1 - of) * high
            const drawn = (of: 'kept' | 'stale', look: string): string =>
              line([...(curve.length === 1 ? [[left, y(curve[0]?.[of] ?? 0)] as const] : []), ...curve.map((point) => [x(point.x), y(point[of])] as const)], look)
            return [
              label(left, top - 16, name, { size: 11, bold: true, colour: '--ink' }),
              label(left + inner, top - 16, `${told} · ${share(overall)}`, { size: 10, anchor: 'end' }),
              line([[left, y(0)], [left + inner, y(0)]], stroke('--hairline-strong')),
              line([[left, y(1)], [left + inner, y(1)]], stroke('--hairline')),
              label(left - 4, y(1), '100 %', { anchor: 'end', size: 8 }),
              label(left - 4, y(0), '0 %', { anchor: 'end', size: 8 }),
              label(left, top + high + 9, String(first), { size: 8 }),
              label(left + inner, top + high + 9, `${counted(last, 'turn')} later`, { size: 8, anchor: 'end' }),
              drawn('kept', stroke('--accent', 2)),
              curve.some(({ stale }) => stale > 0) ? drawn('stale', stroke('--loss', 2, { dash: '2 3' })) : '',
            ].join('')
          })
          .join('')
      },
    },
  ] // oxfmt-ignore
}
