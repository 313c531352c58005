import fc from 'fast-check'

/** Words of a config, and every sign that means something in YAML, alone or beside others. */
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

/** A text of up to 30 pieces of YAML in any order: hardly ever valid, and never far from it. */
export const brokenYaml: fc.Arbitrary<string> = fc
  .array(pieces, { maxLength: 30 })
  .map((parts) => parts.join(''))
