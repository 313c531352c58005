import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStrongWord, strongTokens, tokenHash } from './token.ts'
import type { TokenKind } from './token.ts'

const found = (text: string): string[] => strongTokens(text).map((token) => `${token.kind} ${token.text}`)

describe('REF-1 strong tokens', () => {
  it.each([
    ['see src/engine/index.ts:12, please', ['path src/engine/index.ts']],
    ['./src/a.ts and ../b/c.ts', ['path src/a.ts', 'path ../b/c.ts']],
    [
      '/usr/local/bin ~/notes.md .github/workflows/ci.yml',
      ['path /usr/local/bin', 'path ~/notes.md', 'path .github/workflows/ci.yml'],
    ],
    ['C:\\Users\\me\\a.txt', ['path C:\\Users\\me\\a.txt']],
    ['https://example.com/docs/page?x=1', ['path https://example.com/docs/page']],
    ['open models.py (package.json too).', ['path models.py', 'path package.json']],
    ['--config=conf/app.yaml', ['path conf/app.yaml']],
    ['path/"src/x.ts"', ['path src/x.ts']],
  ])('REF-1 paths and addresses: %s', (text, tokens) => expect(found(text)).toEqual(tokens))

  it.each([
    ['user_id MAX_RETRIES __init__ _private_name', ['name user_id', 'name MAX_RETRIES', 'name private_name']],
    [
      'parseConfig HttpClient getHTTPResponse',
      ['name parseConfig', 'name HttpClient', 'name getHTTPResponse'],
    ],
    ['self.hooks.registerHook(event)', ['name registerHook']],
  ])('REF-1 snake_case and camelCase: %s', (text, tokens) => expect(found(text)).toEqual(tokens))

  it.each([
    ['commit 3f2a9bc and DEADBEEF1', ['hex 3f2a9bc', 'hex DEADBEEF1']],
    ['550e8400-e29b-41d4-a716-446655440000', ['hex 550e8400-e29b-41d4-a716-446655440000']],
    [
      'order 84312, 1,234,567 rows, 3.14159, 10.25',
      ['number 84312', 'number 1,234,567', 'number 3.14159', 'number 10.25'],
    ],
    ['ports 4317 and 8080', ['number 4317', 'number 8080']],
  ])('REF-1 hexadecimal and numbers: %s', (text, tokens) => expect(found(text)).toEqual(tokens))

  it.each([
    'and/or, his/her, either/or, w/o',
    'the quick brown fox. e.g. this, i.e. that',
    'feedface deadbeef cafe', // hexadecimal without a digit is a word
    'abc123 123 999 v2 e2e', // too short
    'in 2024 and 1999', // years
    'timeout 30000 limit 1000', // round
    'IMPORTANT README SELECT',
    '2024-05-01T12:30',
    '... --- /// \\\\\\ ~~~ @@@',
  ])('REF-1 no strong token in: %s', (text) => expect(found(text)).toEqual([]))

  it('REF-1 escapes and quotes do not stick to a token', () => {
    expect(found('{"file_path":"src/a.ts","text":"x"}')).toEqual(['name file_path', 'path src/a.ts'])
    expect(found('say \\"src/deep/a.ts\\" now')).toEqual(['path src/deep/a.ts'])
  })

  it('REF-1 every token is at its stated place, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ09_-./\\:~@%, "\n中') }), (text) => {
        for (const token of strongTokens(text)) {
          expect(text.slice(token.start, token.start + token.text.length)).toBe(token.text)
          expect(token.text).not.toMatch(/\s/)
          expect(token.text.length).toBeGreaterThanOrEqual(4)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('REF-1 text longer than a name is data: base64, one long line of minified code', () => {
    const base64 = 'aGVsbG8gd29ybGQxMjM0NTY3ODkw'.repeat(40)
    expect(strongTokens(base64)).toEqual([])
    expect(strongTokens(`id_${'x'.repeat(80)}`)).toEqual([])
  })

  it('TOK-4 a million characters of anything are read once', () => {
    const million = 1_000_000
    for (const unit of ['a', '/', '\\', 'a/', 'a_', 'aA', '1,', '1', '.', 'C:\\', '://', '-'])
      expect(strongTokens(unit.repeat(Math.floor(million / unit.length))).length).toBeLessThan(million)
  })

  it('REF-1 a single word is judged in the same way', () => {
    for (const word of ['parse_config', 'parseConfig', '84312', '3f2a9bc']) {
      expect(isStrongWord(word, 0, word.length)).toBe(true)
      expect(found(word)).toHaveLength(1)
    }
    expect(isStrongWord('parser', 0, 6)).toBe(false)
  })

  it('REF-1 84,312 is 84312; slashes of both kinds make the same path; anything else differs', () => {
    const hash = (text: string, kind: TokenKind): number[] =>
      [1, 2].map((lane) => tokenHash(text, 0, text.length, kind, lane))
    expect(hash('84,312', 'number')).toEqual(hash('84312', 'number'))
    expect(hash('src\\\\a.ts', 'path')).toEqual(hash('src/a.ts', 'path'))
    expect(hash('src/b.ts', 'path')).not.toEqual(hash('src/a.ts', 'path'))
    const [one, two] = hash('src/a.ts', 'path')
    expect(one).not.toBe(two)
  })
})
