import { useMemo } from 'react'
import { whole } from '../../../../view/index.ts'
import { FigureBox } from '../../../ui/FigureBox.tsx'
import { SETTINGS_TEXT } from './words.ts'
import { tune } from '../../../store/look/open.ts'
import { useBench } from './bench.ts'
import type { ControlProperties } from './bench.ts'
import { faultOf, figureOf, inYaml, stepOf } from './figure.ts'
import { CHOSEN_ELSEWHERE } from './rows.ts'
import { Slider } from './Slider.tsx'
import { scaleOf } from './track.ts'
import { YamlBox } from './YamlBox.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Text } from '../../../ui/Box.tsx'
import { Choice } from '../../../ui/Choice.tsx'

/** A control of a setting's kind. */
export function SettingControl(properties: ControlProperties) {
  const { line, value, set } = properties
  const bench = useBench()
  const label = SETTINGS_TEXT.knob(line.key, bench.label)
  if (CHOSEN_ELSEWHERE.has(line.key)) {
    return (
      <span title={SETTINGS_TEXT.elsewhere}>
        <code>{inYaml(value)}</code>
      </span>
    )
  }
  if (line.kind === 'number' && typeof value === 'number')
    return <NumberControl {...properties} value={value} />
  if (line.kind === 'boolean') {
    return (
      <label className="check soft">
        <span aria-hidden="true">{value === true ? SETTINGS_TEXT.on : SETTINGS_TEXT.off}</span>
        <input
          type="checkbox"
          aria-label={label}
          disabled={!bench.usable}
          checked={value === true}
          onChange={(event) => {
            set(event.currentTarget.checked)
          }}
        />
      </label>
    )
  }
  if (line.kind === 'choice') {
    return (
      <select
        aria-label={label}
        disabled={!bench.usable}
        value={String(value)}
        title={line.choices.find(({ name }) => name === value)?.meaning}
        onChange={(event) => {
          set(event.currentTarget.value)
        }}
      >
        {line.choices.map(({ name, meaning }) => (
          <option key={name} value={name} title={meaning}>
            {name}
          </option>
        ))}
      </select>
    )
  }
  if (line.kind === 'names' && Array.isArray(value))
    return <Chips {...properties} value={value} label={label} />
  if (line.kind === 'stages') {
    return (
      <Button
        kind="link"
        onClick={() => {
          tune(bench.lane, { tab: 'text', key: line.key })
        }}
      >
        {SETTINGS_TEXT.stages(Array.isArray(value) ? value.length : 0)} · {SETTINGS_TEXT.editStages}
      </Button>
    )
  }
  return <YamlBox {...properties} label={label} />
}

function NumberControl({
  line,
  value,
  set,
  onWrong,
  figure,
  least,
  most,
}: ControlProperties & { readonly value: number }) {
  const bench = useBench()
  const { range, usual, integer, unit } = line
  const step = stepOf(line)
  const [low, high] = usual ?? [range?.min ?? 0, range?.max ?? 1]
  const bounds = { min: least ?? range?.min ?? 0, max: most ?? range?.max ?? 1 }
  const scale = useMemo(
    () => scaleOf(Math.max(low, bounds.min), Math.min(high, bounds.max), step),
    [low, high, bounds.min, bounds.max, step],
  )
  const allowed = SETTINGS_TEXT.range(figureText(bounds.min, integer), figureText(bounds.max, integer))
  const read = (text: string): number | null => figureOf(text, { ...line, range: bounds })
  return (
    <>
      {figure === undefined ? (
        <Slider
          label={SETTINGS_TEXT.slider(line.key, bench.label)}
          scale={scale}
          value={value}
          valueText={(one) => `${figureText(one, integer)} ${unit}`}
          disabled={!bench.usable}
          onMove={set}
        />
      ) : (
        <Text size="tiny" tone="soft" figures>
          {figure}
        </Text>
      )}
      <FigureBox
        label={SETTINGS_TEXT.knob(line.key, bench.label)}
        className="setting"
        text={figureText(value, integer)}
        allowed={`${allowed} ${unit}`.trim()}
        read={read}
        step={(by) => read(String(Number((value + by * step).toFixed(6))))}
        onChange={set}
        onWrong={(text) => {
          const fault = text === null ? null : faultOf(text, { ...line, range: bounds })
          onWrong(text === null || fault === null ? null : SETTINGS_TEXT.wrong[fault](allowed, text))
        }}
        disabled={!bench.usable}
      />
    </>
  )
}

function figureText(value: number, integer: boolean): string {
  return integer ? whole(value) : String(value)
}

/** A list of a few names: each is included or not. */
function Chips({
  line,
  value,
  set,
  label,
}: ControlProperties & { readonly value: readonly unknown[]; readonly label: string }) {
  const { usable } = useBench()
  return (
    <Choice
      chips
      label={label}
      options={line.choices.map(({ name }) => name)}
      isOn={(name) => value.includes(name)}
      text={(name) => name}
      title={(name) => line.choices.find((one) => one.name === name)?.meaning}
      disabled={!usable}
      onPress={(name) => {
        const others = value.filter((one) => one !== name)
        // In the order of the declaration, so that pressing twice restores the value.
        const all = line.choices.map((choice) => choice.name)
        set(
          others.length < value.length
            ? others
            : [...value, name].toSorted((a, b) => all.indexOf(String(a)) - all.indexOf(String(b))),
        )
      }}
    />
  )
}
