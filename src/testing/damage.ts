import fc from 'fast-check'

/** Values of unexpected types. */
export const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    '',
    'text',
    [],
    {},
    [[]],
    [null],
    { type: 'text' },
    '__proto__',
    '\ud800',
  ),
  fc.string(),
  fc.integer(),
)

/** The JSON values of a text: one value, or one per line. A line that is not JSON stays a text. */
function valuesOf(text: string): { values: unknown[]; write: (values: readonly unknown[]) => string } {
  try {
    return { values: [JSON.parse(text)], write: ([value]) => JSON.stringify(value, null, 2) }
  } catch {
    const values = text.split('\n').map((line): unknown => {
      try {
        return JSON.parse(line) as unknown
      } catch {
        return line
      }
    })
    const write = (list: readonly unknown[]): string =>
      list.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n')
    return { values, write }
  }
}

/** The text with its nth value, counted from the outside in, replaced by another; undefined removes it. */
export function retyped(text: string, nth: number, value: unknown): string {
  const { values, write } = valuesOf(text)
  const slots: { holder: Record<string, unknown>; key: string }[] = []
  const waiting: unknown[] = [values]
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    if (typeof holder !== 'object' || holder === null) continue
    for (const [key, inner] of Object.entries(holder)) {
      if (holder !== values) slots.push({ holder: holder as Record<string, unknown>, key })
      waiting.push(inner)
    }
  }
  const slot = slots[nth % Math.max(1, slots.length)]
  if (!slot) return text
  if (value === undefined) delete slot.holder[slot.key]
  else slot.holder[slot.key] = value
  return write(values)
}

const place = fc.nat(1_000_000)
const noise = fc.constantFrom(
  '\0',
  '\uFEFF',
  '\r\n',
  '{',
  ']',
  '"',
  '\\',
  '\ud800',
  '\u0001ÿþ',
  '[]',
  ',',
  'User: ',
)
/** Possible damage to a text: ends cut off, lines reordered, values of other types, noise. */
export const arbitraryDamage: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { weight: 2, arbitrary: place.map((at) => (text: string) => text.slice(0, at % (text.length + 1))) },
  { weight: 1, arbitrary: place.map((at) => (text: string) => text.slice(at % (text.length + 1))) },
  {
    weight: 2,
    arbitrary: place.map((at) => (text: string) => {
      const lines = text
        .split('\n')
        .map((line, index) => ({ line, order: ((index + 1) * (2 * at + 1)) % 101 }))
      return lines
        .toSorted((a, b) => a.order - b.order)
        .map(({ line }) => line)
        .join('\n')
    }),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(place, fc.oneof(strange, fc.constant(undefined))).map(
      ([at, value]) =>
        (text: string) =>
          retyped(text, at, value),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(place, noise).map(([at, piece]) => (text: string) => {
      const cut = at % (text.length + 1)
      return `${text.slice(0, cut)}${piece}${text.slice(cut)}`
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      (text: string) => text.replaceAll('\n', '\r\n'),
      (text: string) => `\uFEFF${text}`,
      (text: string) => `${text}\n${text}`,
    ),
  },
)

const DELETED = Symbol('deleted')

/** Replacements of a value; some of them contain the value. */
const DAMAGE: readonly ((value: unknown) => unknown)[] = [
  () => DELETED,
  () => null,
  () => 'zz',
  () => '',
  () => true,
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => -1,
  () => 0.5,
  () => 7e300,
  () => 2_147_483_648,
  () => ({ toString: 1, length: -1 }),
  (value) => [value],
  (value) => (Array.isArray(value) ? [...(value as unknown[]), null] : { value }),
]

/** One damage: the child to choose at each level, and the index in `DAMAGE` of what happens to the last one. */
export interface Blow {
  readonly way: readonly number[]
  readonly how: number
}

/** Any damage at most nine levels deep. */
export const arbitraryBlow: fc.Arbitrary<Blow> = fc.record({
  way: fc.array(fc.nat(997), { minLength: 1, maxLength: 9 }),
  how: fc.nat(DAMAGE.length - 1),
})

/** A copy of a JSON value with one place damaged, and the keys on the path to it. */
export function struck(
  value: unknown,
  { way, how }: Blow,
): { readonly value: unknown; readonly at: readonly string[] } {
  const [choice, ...rest] = way
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const key = choice === undefined ? undefined : keys[choice % Math.max(1, keys.length)]
  if (key === undefined) return { value: DAMAGE[how]?.(value), at: [] }
  const before = value as Readonly<Record<string, unknown>>
  const child = struck(before[key], { way: rest, how })
  const after = (Array.isArray(value) ? [...(value as unknown[])] : { ...before }) as Record<string, unknown>
  if (child.value !== DELETED) after[key] = child.value
  else if (Array.isArray(after)) after.splice(Number(key), 1)
  else delete after[key]
  return { value: after, at: [key, ...child.at] }
}
