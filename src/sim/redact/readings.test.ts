import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endsWithin } from '../../testing/ends-within.ts'
import { readingsOf } from './readings.ts'
import { redaction } from './redact.ts'

const key = `sk-ant-api03-${'aB3'.repeat(12)}`
const github = `ghp_${'aB3d'.repeat(9)}`
const redact = (text: string): string => redaction().text(text)

describe('a secret behind an escape, or with one in it', () => {
  it.each([
    [`\u001B[32m${key}\u001B[0m`, '\u001B[32m<api-key-1>\u001B[0m'],
    [`ok\u001B[0m${key}`, 'ok\u001B[0m<api-key-1>'],
    [`[32m${key}[0m`, '[32m<api-key-1>[0m'],
    [`\\u001b[1;32m${github}\\u001b[0m`, '\\u001b[1;32m<api-key-1>\\u001b[0m'],
    [`\\x1b[31m${github} \\033[31m${github} \\e[31m${github}`, '\\x1b[31m<api-key-1> \\033[31m<api-key-1> \\e[31m<api-key-1>'],
    ['\u001B[01;31m\u001B[Kgh\u001B[m\u001B[Kp_' + 'aB3d'.repeat(9), '\u001B[01;31m\u001B[K<api-key-1>'],
    ['DB_\u001B[01;31m\u001B[KPASSWORD\u001B[m\u001B[K=hunter2x', 'DB_\u001B[01;31m\u001B[KPASSWORD\u001B[m\u001B[K=<password-1>'],
    ['\u001B[0;32m/home/alice/x', '\u001B[0;32m/home/<user-1>/x'],
    [`{'stdout': 'a\\n${key}\\n/home/alice/x'}`, "{'stdout': 'a\\n<api-key-1>\\n/home/<user-1>/x'}"],
    [`a\\\\n${key}\\\\\\\\t${github}`, 'a\\\\n<api-key-1>\\\\\\\\t<api-key-2>'],
    ['a\\nada@lovelace.org and ada@lovelace.org', 'a\\n<email-1> and <email-1>'],
    ['a\\n10.2.3.4\\n', 'a\\n<ip-1>\\n'],
    ['C:\\Users\\nina\\x, C:\\\\Users\\\\tom\\\\x', 'C:\\Users\\<user-1>\\x, C:\\\\Users\\\\<user-2>\\\\x'],
    ['%2Fhome%2Falice%2Fx', '%2Fhome%2F<user-1>%2Fx'],
    [`?q=%0A${key}&x`, '?q=%0A<api-key-1>&x'],
    ['c%3A%5CUsers%5Calice', 'c%3A%5CUsers%5C<user-1>'],
    ['\\/home\\/alice\\/x', '\\/home\\/<user-1>\\/x'],
    ['ada&#64;lovelace.org ada\\u0040lovelace.org', '<email-1> <email-2>'],
    ['first\\_last@lovelace.org', '<email-1>'],
    [github.replace('_', '\\_'), '<api-key-1>'],
    ['&quot;password&quot;:&quot;hunter&amp;22&quot;', '&quot;password&quot;:&quot;<password-1>&quot;'],
    ['{\\"password\\":\\"it\'s a\\\\\\"b-9\\"}', '{\\"password\\":\\"<password-1>\\"}'],
    ['Authorization: \u001B[33mBearer abcdef123456\u001B[0m', 'Authorization: \u001B[33mBearer <authorization-1>\u001B[0m'],
  ])('%j', (text, expected) => {
    expect(redact(text)).toBe(expected)
    expect(JSON.parse(redaction().json(JSON.stringify([text])))).toEqual([expected])
  }) // oxfmt-ignore

  it('is found however texts are put into each other', () => {
    const secrets = [key, github, 'ada@lovelace.org', '/home/alice/lab', 'https://app:s3cr3tpw@db.io/']
    const ways: readonly ((text: string) => string)[] = [
      (text) => JSON.stringify(`\n${text}\t`).slice(1, -1),
      (text) => `{"out": ${JSON.stringify(`"${text}"`)}}`,
      (text) => encodeURIComponent(`a ${text}\n`),
      (text) => `<p>${`'${text}'`.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`,
      (text) => `\u001B[32m${text}\u001B[0m`,
      (text) => text.replace(/[\\`*_[\]<>&#]/g, '\\$&'),
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...secrets),
        fc.array(fc.constantFrom(...ways), { maxLength: 3 }),
        (secret, wrapped) => {
          const text = wrapped.reduce((inner, way) => way(inner), `see ${secret} there`)
          const found = redaction()
          const after = found.text(text)
          expect(found.found(), text).toHaveLength(1)
          expect(after).not.toMatch(/aB3|ada|alice|s3cr3t/)
        },
      ),
    )
  })
})

it('a reading knows where each of its parts is written', () => {
  const written = 'a\\u0062\\\\n"%41\u001B[1mB\u001B[0m'
  for (const { text, startOf, endOf } of readingsOf(written)) {
    const at = text.indexOf('B')
    expect(written.slice(startOf(at), endOf(at + 1)), text).toBe('B')
    expect([startOf(0), endOf(1)], text).toEqual([0, 1])
  }
  expect(readingsOf(written).map(({ text }) => text)).toEqual([
    written,
    'a\\u0062\\\\n"%41 B ',
    'a\\u0062\\\\n"%41B',
    'ab\\n"A\u001B[1mB\u001B[0m',
    'ab\\n"A B ',
    'ab\\n"AB',
    'ab\n"A\u001B[1mB\u001B[0m',
    'ab\n"A B ',
    'ab\n"AB',
  ])
})

it('what is no secret is none in another reading either', () => {
  for (const text of [
    'line\\nline two\\tthree %20 100% &amp; &lt;b&gt;',
    'x\\u001b[32mok\\u001b[0m, arr[3m], /\\d{1,3}\\.\\d{1,3}/',
    `const pattern = /x${github}/`,
    'C:\\new\\test\\bin\\x',
    'href="a%20b%2Fc.html" title="&quot;quoted&quot;"',
  ])
    expect(redact(text)).toBe(text)
})

it('escapes in any number take time in proportion to their length', () => {
  for (const piece of ['\\', '\\\\n', '\\"', '%25', '%', '&amp;', '&', '\u001B[1m', '[1m', '\\u001b[1m', '[1;', '%C3', '\\n/home/'])
    expect(
      endsWithin(1000, () => void redaction().text(piece.repeat(Math.ceil(30_000 / piece.length)))),
      piece,
    ).toBe(true)
}) // oxfmt-ignore
