import { expect, test } from 'vitest'
import { fileName } from '../../../view/index.ts'
import { redactedName, redactedText, secretsOf } from './sharing.ts'

test('the name of a redacted file has no address or user that its text has', () => {
  const log = 'dave.miller@acme-corp.io-log.json'
  const source = { kind: 'log', name: log, filename: log, seed: null } as const
  const file = {
    name: fileName({ source, content: 'run', extension: 'json' }),
    text: JSON.stringify({ log, cwd: '/home/al/x' }),
  }
  expect(file.name).toBe('dave-miller-acme-corp-io-log.run.json')
  const found = secretsOf(file)
  expect(redactedText(file, {})).not.toContain('miller')
  expect(redactedName(file, found)).toBe('email-1.run.json')
  // What a person leaves in the text stays in the name.
  expect(redactedName(file, [])).toBe(file.name)
})
