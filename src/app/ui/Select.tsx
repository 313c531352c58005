import { Text } from './Box.tsx'

/** A choice of one of many, with its name before it. */
export function Select({
  name,
  value,
  options,
  onSelect,
}: {
  readonly name: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
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
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
