import { expect, test } from 'vitest'
import { spokenName } from './Button.tsx'

test.each([
  ['CSV', 'The figures of all lanes as CSV', 'The figures of all lanes as CSV'],
  ['MD', 'Report of the comparison', 'MD: Report of the comparison'],
  ['Copy', 'Copy what was lost', 'Copy what was lost'],
])('A11Y-1 a button that shows %j and is named %j is announced as %j', (seen, name, spoken) => {
  expect(spokenName(seen, name)).toBe(spoken)
})
