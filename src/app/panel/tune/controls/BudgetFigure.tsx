import { share, whole } from '../../../../view/index.ts'
import type { Config } from '../../../../config/index.ts'
import { writeSettings } from '../../../store/choice/lane-text.ts'
import { SETTINGS_TEXT } from './words.ts'
import { useBench } from './bench.ts'
import { GripField } from './GripField.tsx'
import type { Grip } from './GripField.tsx'
import type { ShownLine } from './rows.ts'
import type { BlockType } from '../../../../engine/index.ts'
import { hueOf } from '../../../picture/plot/shape.ts'
import { SettingLine } from './SettingLine.tsx'
import type { Split } from './split.ts'
import { Text } from '../../../ui/Box.tsx'

const STEP = 0.005
/** Parts have the colour of their blocks. */
const TYPES: Readonly<Record<Split['parts'][number]['part'], BlockType | 'mixed' | null>> = {
  system: 'system_prompt',
  tools: 'tool_definition',
  history: 'mixed',
  results: 'tool_result',
  memory: 'memory_injection',
  reserve: null,
}

/** Budget shares: each part has a border that changes only its share. */
export function BudgetFigure({
  config,
  split,
  lines,
}: {
  readonly config: Config
  readonly split: Split
  readonly lines: ReadonlyMap<string, ShownLine>
}) {
  const bench = useBench()
  const { parts, rest } = split
  const whole_ = Math.max(1, 1 - rest)
  const grips = parts.map(({ part, path, share: value, from, most }): Grip => {
    const within = (next: number): number =>
      Math.max(0, Math.min(most, Number((Math.round(next / STEP) * STEP).toFixed(6))))
    return {
      id: part,
      path,
      label: SETTINGS_TEXT.handle(path.join('.'), bench.label),
      value,
      least: 0,
      most,
      valueText: (next) => share(next),
      axis: 'x',
      across: 0.5,
      placeOf: (next) => (from + next) / whole_,
      valueAt: (place) => within(place * whole_ - from),
      next: (next, steps) => within(next + steps * STEP),
      write: (next) => writeSettings(bench.index, [{ path, value: next }]),
      look: 'on-border',
    }
  })
  return (
    <>
      <GripField grips={grips} className="split-field">
        {parts.map(({ part, from, share: own }) => (
          <span
            key={part}
            className={`split-part part-${part}`}
            style={{
              ...hueOf(TYPES[part]),
              left: `${(from / whole_) * 100}%`,
              width: `${(own / whole_) * 100}%`,
            }}
          >
            {own >= 0.1 && <span>{Math.round(own * 1000) / 10} %</span>}
          </span>
        ))}
      </GripField>
      <Text as="p" size="tiny" tone="soft">
        {rest > 0
          ? SETTINGS_TEXT.rest(share(rest))
          : rest < 0
            ? SETTINGS_TEXT.over(share(1 - rest))
            : SETTINGS_TEXT.noRest}{' '}
        {config.budget.enforce === 'global' ? SETTINGS_TEXT.global : SETTINGS_TEXT.perComponent}
      </Text>
      <div className="lines">
        {parts.map(({ part, path, tokens }) => {
          const shown = lines.get(path.join('.'))
          if (shown === undefined) return null
          return (
            <SettingLine
              key={part}
              shown={shown}
              name={path.at(-1) ?? ''}
              sign={<span className={`sign part-${part}`} style={hueOf(TYPES[part])} />}
              figure={`${whole(tokens)} tok`}
            />
          )
        })}
      </div>
    </>
  )
}
