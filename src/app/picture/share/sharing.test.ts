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

test('a file whose name alone has an address is looked at, too', () => {
  const log = 'ada@lovelace.org.jsonl'
  const source = { kind: 'log', name: log, filename: log, seed: null } as const
  const name = fileName({ source, lane: 'fifo', content: 'turns', extension: 'csv' })
  const file = { name, text: 'turn,tokens\r\n1,2\r\n', names: [log] }
  expect(name).toBe('ada-lovelace-org.fifo.turns.csv')
  const found = secretsOf(file)
  expect(found.map(({ kind, value }) => [kind, value])).toEqual([['email', log]])
  expect(redactedName(file, found)).toBe('email-1.fifo.turns.csv')
  expect(redactedText(file, {})).toBe(file.text)
  // A name that the file does not have, or that gives nobody away.
  expect(secretsOf({ ...file, name: 'models.csv' })).toEqual([])
  expect(secretsOf({ ...file, names: ['fifo'] })).toEqual([])
  // The placeholders of the text stay those that it has by itself.
  const both = { ...file, text: 'a,b\r\nbob@lovelace.org,2\r\n' }
  expect(redactedText(both, {})).toBe('a,b\r\n<email-1>,2\r\n')
  expect(redactedName(both, secretsOf(both))).toBe('email-2.fifo.turns.csv')
})

test('in comma-separated values each cell stays in its row and column', () => {
  const text =
    'n,text,a,b\r\n1,Cookie: sid=8f14e45f,12,34\r\n2,"say ""hi"", /home/alice/x",3,\r\n3,"password: hunter22\nend",,5\r\n'
  expect(redactedText({ name: 'x.csv', text }, {})).toBe(
    'n,text,a,b\r\n1,Cookie: <authorization-1>,12,34\r\n2,"say ""hi"", /home/<user-1>/x",3,\r\n3,"password: <password-1>\nend",,5\r\n',
  )
})
