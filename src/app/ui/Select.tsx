import { Text } from './Box.tsx'

type Options = readonly (readonly [value: string, text: string])[]

/** A choice of one of many, with its name before it; in groups, or without. */
export function Select({
  name,
  value,
  options = [],
  groups = [],
  onSelect,
}: {
  readonly name: string
  readonly value: string
  readonly options?: Options
  readonly groups?: readonly { readonly label: string; readonly options: Options }[]
  readonly onSelect: (value: string) => void
}) {
  return (
    <label className="row">
      <Text size="small" tone="soft">
        {name}
      </Text>
      <select
        value={value}
        onChange={(event) => {
          onSelect(event.currentTarget.value)
        }}
      >
        {optionsOf(options)}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {optionsOf(group.options)}
          </optgroup>
        ))}
      </select>
    </label>
  )
}

function optionsOf(options: Options) {
  return options.map(([key, text]) => (
    <option key={key} value={key}>
      {text}
    </option>
  ))
}
