import { expect, it } from 'vitest'
import { readRanks } from './ranks.ts'

function tokensOf(packed: string): [number, string][] {
  const tokens: [number, string][] = []
  readRanks(packed, (rank, bytes, length) => {
    tokens.push([rank, Buffer.from(bytes.subarray(0, length)).toString('base64')])
  })
  return tokens
}

it('decodes one, two and three bytes of base64, line by line from each offset', () => {
  expect(tokensOf('! 0 IQ== Ig==\n! 7 YWI= YWJj /+8B YWJjZGVm\n')).toEqual([
    [0, 'IQ=='],
    [1, 'Ig=='],
    [7, 'YWI='],
    [8, 'YWJj'],
    [9, '/+8B'],
    [10, 'YWJjZGVm'],
  ])
})

it('names the token that is not base64', () => {
  expect(() => tokensOf('! 5 IQ== I*==')).toThrow('rank file, token 6: no base64 digit: *')
  expect(() => tokensOf('! 5 Ié==')).toThrow('é')
})
