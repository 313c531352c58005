/** A text of several lines in a data file; a text of one line is a string there. */
export interface Lines {
  readonly lines: readonly string[]
}

/** The type of a value in a data file: the same, with its longer texts as lists of lines. */
type Written<Value> = Value extends string
  ? string | Lines
  : Value extends number
    ? number
    : Value extends readonly (infer Entry)[]
      ? readonly Written<Entry>[]
      : { readonly [Key in keyof Value]: Written<Value[Key]> }

/** The value from a data file. The compiler checks that the file has every part of it. */
export function textsOf<Value>(written: Written<Value>): Value {
  return joined(written) as Value
}

function joined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(joined)
  if (typeof value !== 'object' || value === null) return value
  if ('lines' in value) return (value.lines as readonly string[]).join('\n')
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, joined(inner)]))
}
