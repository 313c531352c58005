import { TYPE_LABELS, share } from '../../../../view/index.ts'
import { writeSettings } from '../../../store/choice/lane-text.ts'
import { SETTINGS_TEXT } from './words.ts'
import { useBench } from './bench.ts'
import { axisEnd } from './aging.ts'
import type { AgingCurve, AgingPart } from './aging.ts'
import type { BlockType } from '../../../../engine/index.ts'
import { hueOf } from '../../../picture/plot/shape.ts'
import { GripField } from './GripField.tsx'
import type { Grip } from './GripField.tsx'
import type { ShownLine } from './rows.ts'
import { SettingLine } from './SettingLine.tsx'
import { Row, Text } from '../../../ui/Box.tsx'
import { SavePicture } from '../../../picture/still/SavePicture.tsx'

/** Decay by age of a policy's signals, and the lifetimes of types, which can be moved. */
export function AgeFigure({
  curves,
  typeTtl,
  lines,
}: {
  readonly curves: readonly AgingCurve[]
  readonly typeTtl: Readonly<Record<string, number>>
  readonly lines: ReadonlyMap<string, ShownLine>
}) {
  const bench = useBench()
  const end = ageEnd(typeTtl, curves)
  const plain = curves.filter(({ type }) => type === null)
  const ofTypes = curves.filter(({ type }) => type !== null)
  const grips = ofTypes.flatMap(({ type }): Grip[] => {
    const value = type === null ? undefined : typeTtl[type]
    if (type === null || value === undefined) return []
    const path = ['eviction', 'type_ttl', type]
    const within = (turns: number): number => Math.max(1, Math.min(end, Math.round(turns)))
    return [
      {
        id: type,
        path,
        label: SETTINGS_TEXT.handle(path.join('.'), bench.label),
        value,
        least: 1,
        most: end,
        valueText: SETTINGS_TEXT.turns,
        axis: 'x',
        across: 1,
        placeOf: (turns) => Math.min(1, turns / end),
        valueAt: (place) => within(place * end),
        next: (turns, steps) => within(turns + steps),
        write: (turns) => writeSettings(bench.index, [{ path, value: turns }]),
        look: 'on-axis',
        hue: hueOf(type),
      },
    ]
  })
  return (
    <>
      <div className="age-plot">
        <GripField grips={grips} className="plot-field">
          <svg viewBox={`0 0 ${end} 1`} preserveAspectRatio="none" aria-hidden="true">
            {ofTypes.map(({ type, values }) => (
              <path
                key={type}
                className="stroke plot-line"
                style={hueOf(type ?? 'mixed')}
                d={pathOf(values, end)}
              />
            ))}
            {plain.map(({ meaning, values }, place) => (
              <path
                key={meaning}
                className={`stroke plot-line ${DASHES[place] ?? ''}`}
                d={pathOf(values, end)}
              />
            ))}
          </svg>
          <span className="tiny soft plot-top">1</span>
        </GripField>
        <TurnTicks end={end} />
      </div>
      <Text as="ul" size="tiny" tone="soft">
        {plain.map(({ meaning, label, share: part, parts, since }, place) => (
          <li key={meaning} title={`${meaning} ${SETTINGS_TEXT.fixed}`}>
            <Sample look={DASHES[place] ?? ''} />{' '}
            {SETTINGS_TEXT.curve(label, share(part), SETTINGS_TEXT.since[since], partsText(parts))}
          </li>
        ))}
        {ofTypes[0] !== undefined && (
          <li title={ofTypes[0].meaning}>
            <Sample look="" type="tool_result" />{' '}
            {SETTINGS_TEXT.curve(
              ofTypes[0].label,
              share(ofTypes[0].share),
              SETTINGS_TEXT.since.birth,
              partsText(ofTypes[0].parts),
            )}
          </li>
        )}
      </Text>
      <Row gap={4} size="tiny" tone="soft">
        <SavePicture
          name={SETTINGS_TEXT.aging}
          lane={bench.lane}
          make={async ({ lane }) => (await import('./stills.ts')).agingStill(lane, curves, typeTtl, end)}
        />
      </Row>
      {ofTypes.length > 0 && (
        <div className="lines">
          {ofTypes.map(({ type }) => {
            const shown = type === null ? undefined : lines.get(`eviction.type_ttl.${type}`)
            if (type === null || shown === undefined) return null
            return (
              <SettingLine
                key={type}
                shown={shown}
                name={type}
                sign={<span className="sign" style={hueOf(type)} title={TYPE_LABELS[type]} />}
              />
            )
          })}
        </div>
      )}
    </>
  )
}

/** Why a curve has more of the score than the weight of its signal, which is all that the bar of the weights shows. */
function partsText(parts: readonly AgingPart[]): string {
  if (parts.every(({ within }) => within === null)) return ''
  return parts.map((part) => SETTINGS_TEXT.curvePart(share(part.share), part.within)).join(' + ')
}

const DASHES = ['', 'dashed', 'dotted'] as const

function Sample({ look, type }: { readonly look: string; readonly type?: BlockType }) {
  return (
    <svg width="16" height="10" aria-hidden="true">
      <path className={`stroke plot-line ${look}`} style={type && hueOf(type)} d="M0 5H16" />
    </svg>
  )
}

/** The axis includes every lifetime and lets a decay become flat. */
export function ageEnd(typeTtl: Readonly<Record<string, number>>, curves: readonly AgingCurve[]): number {
  return axisEnd([40, ...(curves.some(({ type }) => type !== null) ? Object.values(typeTtl) : [])])
}

function pathOf(values: readonly number[], end: number): string {
  return values
    .slice(0, end + 1)
    .map((value, age) => `${age === 0 ? 'M' : 'L'}${age} ${1 - value}`)
    .join('')
}

/** An axis of turns in quarters. */
export function TurnTicks({ end }: { readonly end: number }) {
  return (
    <div className="tiny soft figures-of-one-width track-axis" aria-hidden="true">
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <span key={part} style={{ left: `${part * 100}%` }}>
          {Number((part * end).toFixed(1))}
          {part === 1 ? ` ${SETTINGS_TEXT.turnsAxis}` : ''}
        </span>
      ))}
    </div>
  )
}
