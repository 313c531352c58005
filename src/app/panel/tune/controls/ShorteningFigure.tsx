import type { CompressionSettings } from '../../../../engine/index.ts'
import { share } from '../../../../view/index.ts'
import type { Config } from '../../../../config/index.ts'
import { writeSettings } from '../../../store/choice/lane-text.ts'
import { SETTINGS_TEXT } from './words.ts'
import { ageStretches, axisEnd, heightOf, SMALLEST } from './aging.ts'
import { Row } from '../../../ui/Box.tsx'
import { SavePicture } from '../../../picture/still/SavePicture.tsx'
import { useBench } from './bench.ts'
import { GripField } from './GripField.tsx'
import type { Grip } from './GripField.tsx'
import type { ShownLine } from './rows.ts'
import { SettingLine } from './SettingLine.tsx'
import { TurnTicks } from './AgeFigure.tsx'

const PROGRESSIVE = ['compression', 'progressive']
const AGES = ['full_until', 'key_points_until', 'one_line_until'] as const
const SHARES = ['key_points_share', 'one_line_share', 'title_share'] as const

/** To which share a block is shortened at which age, with ages and shares that can be moved. */
export function ShorteningFigure({
  config,
  compression,
  lines,
}: {
  readonly config: Config
  /** The same in the engine's form. */
  readonly compression: CompressionSettings
  readonly lines: ReadonlyMap<string, ShownLine>
}) {
  const bench = useBench()
  const { progressive } = config.compression
  const end = axisEnd([Math.ceil(progressive.one_line_until * 1.25)])
  const stretches = ageStretches(compression, end)
  const ages = AGES.map((key, place): Grip => {
    const path = [...PROGRESSIVE, key]
    const least = place === 0 ? 0 : progressive[AGES[place - 1] ?? key]
    const most = Math.min(end, place === AGES.length - 1 ? end : progressive[AGES[place + 1] ?? key])
    const within = (age: number): number => Math.max(least, Math.min(most, Math.round(age)))
    const before = place === 0 ? 1 : progressive[SHARES[place - 1] ?? 'title_share']
    const after = progressive[SHARES[place] ?? 'title_share']
    return {
      id: key,
      path,
      label: SETTINGS_TEXT.handle(path.join('.'), bench.label),
      value: progressive[key],
      least,
      most,
      valueText: SETTINGS_TEXT.turns,
      axis: 'x',
      across: (heightOf(before) + heightOf(after)) / 2,
      placeOf: (age) => Math.min(1, (age + 0.5) / end),
      valueAt: (place_) => within(place_ * end - 0.5),
      next: (age, steps) => within(age + steps),
      write: (value) => writeSettings(bench.index, [{ path, value }]),
      look: 'on-step is-age',
    }
  })
  const shares = SHARES.map((key, place): Grip => {
    const path = [...PROGRESSIVE, key]
    const most = place === 0 ? 1 : progressive[SHARES[place - 1] ?? key]
    const least = Math.max(SMALLEST, place === SHARES.length - 1 ? 0 : progressive[SHARES[place + 1] ?? key])
    const within = (part: number): number =>
      Math.max(least, Math.min(most, Number(part.toFixed(part < 0.095 ? 3 : 2))))
    const from = progressive[AGES[place] ?? 'full_until']
    const to = place === SHARES.length - 1 ? end : progressive[AGES[place + 1] ?? 'one_line_until']
    return {
      id: key,
      path,
      label: SETTINGS_TEXT.handle(path.join('.'), bench.label),
      value: progressive[key],
      least: Math.min(least, progressive[key]),
      most,
      valueText: (part) => SETTINGS_TEXT.ofBlock(share(part)),
      axis: 'y',
      across: Math.min(0.99, ((from + to) / 2 + 0.5) / end),
      placeOf: heightOf,
      valueAt: (height) => within(SMALLEST ** height),
      next: (part, steps) => within(part + steps * (part < 0.1 ? 0.005 : 0.01)),
      write: (value) => writeSettings(bench.index, [{ path, value }]),
      look: 'on-step is-share',
    }
  })
  return (
    <>
      <div className="age-plot">
        <GripField grips={[...ages, ...shares]} className="plot-field">
          <svg viewBox={`0 0 ${end} 1`} preserveAspectRatio="none" aria-hidden="true">
            <path
              className="stroke plot-line"
              d={stretches
                .map(
                  ({ from, to, share: part }, place) =>
                    `${place === 0 ? 'M0' : `L${from - 0.5}`} ${heightOf(part)}H${to === null ? end : to + 0.5}`,
                )
                .join('')}
            />
          </svg>
          {[1, 0.1, 0.01].map((part) => (
            <span key={part} className="tiny soft plot-grade" style={{ top: `${heightOf(part) * 100}%` }}>
              {share(part).replace('.0', '')}
            </span>
          ))}
        </GripField>
        <TurnTicks end={end} />
      </div>
      <Row gap={4} size="tiny" tone="soft">
        <SavePicture
          name={SETTINGS_TEXT.shortening}
          lane={bench.lane}
          make={async ({ lane }) => (await import('./stills.ts')).shorteningStill(lane, stretches, end)}
        />
      </Row>
      <div className="lines">
        {[...AGES, ...SHARES].map((key) => {
          const shown = lines.get(`compression.progressive.${key}`)
          return shown === undefined ? null : <SettingLine key={key} shown={shown} name={key} />
        })}
      </div>
    </>
  )
}
