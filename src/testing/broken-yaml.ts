import fc from 'fast-check'

/** Words of a config, and the signs with a meaning in YAML, alone and combined. */
const pieces = fc.constantFrom(
  'pressure:',
  ' ',
  '\n',
  '  ',
  'thresholds:',
  '{',
  '}',
  '[',
  ']',
  '- ',
  '&a ',
  '*a',
  '"',
  "'",
  '|',
  '>',
  '#',
  'red: ',
  '0.9',
  'pipeline:',
  'evict',
  '? ',
  ': ',
  ',',
  '\t',
  '\r',
  '---',
  '!x ',
)

/** A text of up to 30 pieces of YAML in any order: rarely valid, but never far from it. */
export const brokenYaml: fc.Arbitrary<string> = fc
  .array(pieces, { maxLength: 30 })
  .map((parts) => parts.join(''))
