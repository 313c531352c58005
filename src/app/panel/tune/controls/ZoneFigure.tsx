import { reserveOf, scaleToUsable } from '../../../../engine/internal.ts'
import type { Ratio, Tokens, Turn } from '../../../../engine/index.ts'
import { share, tokens, whole } from '../../../../view/index.ts'
import type { TimelineData } from '../../../../sim/index.ts'
import type { Config } from '../../../../config/index.ts'
import { TurnLink } from '../../../picture/link/TurnLink.tsx'
import { moveRung, writeSettings } from '../../../store/choice/lane-text.ts'
import { SETTINGS_TEXT } from './words.ts'
import { useBench } from './bench.ts'
import { GripField } from './GripField.tsx'
import type { Grip } from './GripField.tsx'
import { CASCADE, moved, STEP } from './handles.ts'
import type { Handle } from './handles.ts'
import type { Line, ShownLine } from './rows.ts'
import { SettingLine } from './SettingLine.tsx'
import { Text } from '../../../ui/Box.tsx'

const TRACKS = [
  ['zone', ['yellow', 'orange', 'red']],
  ['target', ['target', 'overflow']],
  ['rung', ['rung']],
] as const satisfies readonly (readonly [string, readonly Handle['kind'][]])[]

/** Names of the handles on the second track. */
const TARGETS: Readonly<Partial<Record<Handle['kind'], string>>> = SETTINGS_TEXT.aims

const TICKS = [0, 0.25, 0.5, 0.75, 1]

/** Every share of the window at which the lane acts, along one bar. */
export function ZoneFigure({
  config,
  data,
  handles,
  lines,
}: {
  readonly config: Config
  /** The current run. */
  readonly data: TimelineData
  readonly handles: readonly Handle[]
  readonly lines: ReadonlyMap<string, ShownLine>
}) {
  const bench = useBench()
  const limit = config.max_context_tokens
  const reserve = reserveOf(limit, config.budget.allocations.output_reserved)
  const scaled = (value: Ratio): Ratio => scaleToUsable(value, limit, reserve)
  const factor = scaled(1)
  const tokensAt = (value: Ratio): Tokens => Math.round(scaled(value) * limit)
  const peak = highest(data)
  const writeTo = (handle: Handle, value: number): string | null =>
    handle.kind === 'rung'
      ? moveRung(bench.index, Number(handle.id.slice('rung-'.length)), value)
      : writeSettings(bench.index, [{ path: handle.path, value }])
  const gripOf = (handle: Handle): Grip => ({
    id: handle.id,
    path: handle.path,
    label: SETTINGS_TEXT.handle(handle.path.join('.'), bench.label),
    value: handle.value,
    least: handle.least,
    most: handle.most,
    valueText: (value) => SETTINGS_TEXT.actsAt(share(value), whole(tokensAt(value))),
    axis: 'x',
    across: 0.5,
    placeOf: scaled,
    valueAt: (place) => moved(handle, place / factor),
    next: (value, steps) => moved(handle, value + steps * STEP),
    write: (value) => writeTo(handle, value),
    look: `on-bar is-${handle.kind}`,
    ...(handle.kind === 'rung' ? { mark: rungSign(handle) } : {}),
  })
  const { yellow, orange, red } = config.pressure.thresholds
  const edges = [0, scaled(yellow), scaled(orange), scaled(red), 1]
  return (
    <>
      <div className="bar-figure">
        {TRACKS.map(([track, kinds]) => {
          const own = handles.filter(({ kind }) => kinds.some((one) => one === kind))
          if (own.length === 0) return null
          return (
            <GripField key={track} className={`bar-track is-${track}`} grips={own.map(gripOf)}>
              <span className="tiny soft bar-name">
                {track === 'target'
                  ? own.map(({ kind }) => TARGETS[kind] ?? '').join(' · ')
                  : SETTINGS_TEXT.tracks[track]}
              </span>
              {track === 'zone' &&
                (['green', 'yellow', 'orange', 'red'] as const).map((zone, place) => (
                  <span
                    key={zone}
                    className={`bar-zone is-${zone}`}
                    style={between(edges[place] ?? 0, edges[place + 1] ?? 1)}
                  />
                ))}
              <span
                className="bar-reserve"
                title={SETTINGS_TEXT.reserve(share(reserve / limit), whole(reserve))}
                style={between((limit - reserve) / limit, 1)}
              />
              {peak !== null && (
                <span className="bar-peak" style={{ left: `${Math.min(1, peak.share) * 100}%` }} />
              )}
            </GripField>
          )
        })}
        <div className="tiny soft figures-of-one-width track-axis" aria-hidden="true">
          {TICKS.map((tick) => (
            <span key={tick} style={{ left: `${tick * 100}%` }}>
              {tick * 100}
              {tick === 1 ? ' %' : ''}
            </span>
          ))}
        </div>
      </div>
      {peak !== null && (
        <Text as="p" size="tiny" tone="soft">
          <span className="peak-sign" aria-hidden="true" />
          {SETTINGS_TEXT.peak(
            share(peak.share, { exact: data.exact }),
            tokens(peak.used, { exact: data.exact }),
          )}{' '}
          <TurnLink turn={peak.turn} />
        </Text>
      )}
      <Text as="p" size="tiny" tone="soft">
        <span className="reserve-sign" aria-hidden="true" />
        {SETTINGS_TEXT.reserve(share(reserve / limit), whole(reserve))}
        {share(scaled(red)) !== share(red) && `. ${SETTINGS_TEXT.scaled(String(red), share(scaled(red)))}`}
      </Text>
      <div className="lines">
        {handles.map((handle) => {
          const shown = handle.kind === 'rung' ? rungLine(handle, lines) : lines.get(handle.path.join('.'))
          if (shown === undefined) return null
          return (
            <SettingLine
              key={handle.id}
              shown={shown}
              name={handle.kind === 'rung' ? handle.steps.join(', ') : (handle.path.at(-1) ?? '')}
              sign={
                <span className={`sign is-${handle.kind}`}>
                  {handle.kind === 'rung' ? rungSign(handle) : ''}
                </span>
              }
              figure={`${whole(tokensAt(handle.value))} tok`}
              least={handle.least}
              most={handle.most}
              take={(value) => writeTo(handle, value)}
            />
          )
        })}
      </div>
    </>
  )
}

/** The turn in which the window was fullest when it was read. */
function highest(
  data: TimelineData,
): { readonly turn: Turn; readonly share: Ratio; readonly used: Tokens } | null {
  let found: { turn: Turn; share: Ratio; used: Tokens } | null = null
  for (const { turn, reading } of data.turns) {
    if (found === null || reading.used > found.used) {
      found = { turn, share: reading.utilization, used: reading.used }
    }
  }
  return found
}

/** A step of the cascade as a line of its own: its share is the setting. */
function rungLine(handle: Handle, lines: ReadonlyMap<string, ShownLine>): ShownLine | undefined {
  const ladder = lines.get(CASCADE.join('.'))
  if (ladder === undefined) return undefined
  const line: Line = {
    ...ladder.line,
    path: handle.path,
    key: handle.path.join('.'),
    kind: 'number',
    type: 'number',
    meaning: handle.steps
      .map((step) => ladder.line.choices.find(({ name }) => name === step)?.meaning ?? step)
      .join('; '),
    choices: [],
    integer: false,
    usual: null,
    standard: startOf(handle, ladder.line.standard),
  }
  const own = startOf(handle, ladder.own)
  return {
    line,
    value: handle.value,
    own,
    differs: line.standard !== handle.value,
    changed: own !== null && own !== handle.value,
    read: ladder.read,
  }
}

/** The share of the same step in another cascade; null if it is not in it. */
function startOf({ steps }: Handle, ladder: unknown): number | null {
  if (typeof ladder !== 'object' || ladder === null) return null
  const found = Object.entries(ladder).find(([, own]) => [own].flat().includes(steps[0]))
  return found === undefined ? null : Number(found[0])
}

function rungSign({ id }: Handle): string {
  return String(Number(id.slice('rung-'.length)) + 1)
}

function between(from: Ratio, to: Ratio): { readonly left: string; readonly width: string } {
  return { left: `${from * 100}%`, width: `${Math.max(0, to - from) * 100}%` }
}
