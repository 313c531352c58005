/** A number with its unit, as it is compared: `2,400`, `30s`, `30 seconds`, `five`. */
export interface Amount {
  readonly value: string
  readonly unit: string
}

const WORDS =
  'zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ms|milliseconds?|msecs?)$/, 'ms'],
  [/^(?:s|secs?|seconds?)$/, 's'],
  [/^(?:mins?|minutes?)$/, 'min'],
  [/^(?:h|hrs?|hours?)$/, 'h'],
  [/^(?:d|days?)$/, 'd'],
  [/^(?:%|percent)$/, '%'],
  [/^[kmgt]i?b$/, 'b'],
]
const AMOUNT = new RegExp(
  String.raw`(?<![\w./])(?:[$€£]\s?)?(\d(?:[\d,_.]*\d)?|(?:${WORDS.filter((word) => word !== '-').join('|')})\b)[\s-]?(%|[a-z]+\b)?`,
  'gi',
)

/** Words that are a unit, and say nothing of what is counted. */
export const UNIT_WORDS = /^(?:ms|milli|sec|min|hour|day|percen|\d)/

/** The numbers of a text, in digits or in words. */
export function amountsIn(text: string): readonly Amount[] {
  return [...text.matchAll(AMOUNT)].map(([, number = '', after = '']) => {
    const word = WORDS.indexOf(number.toLowerCase())
    const plain = number.replace(/[,_](?=\d{3})/g, '')
    const value = word >= 0 ? String(word) : /^\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : plain
    const [, unit = ''] = UNITS.find(([names]) => names.test(after.toLowerCase())) ?? []
    return { value, unit: unit === 'b' ? after.toLowerCase().replace('i', '') : unit }
  })
}

/** Whether one number is among others; one without a unit may have any. */
export function isAmong({ value, unit }: Amount, others: readonly Amount[]): boolean {
  return others.some(
    (other) => other.value === value && (other.unit === unit || unit === '' || other.unit === ''),
  )
}
