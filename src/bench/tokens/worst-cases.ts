import { stream } from '../../engine/internal.ts'
import { chineseJapanese } from './chinese-japanese.ts'

/**
 * Texts of `length` characters that are a single piece (digits excepted). Each run has a different text where possible.
 */
export const worstCases: Readonly<Record<string, (length: number, run: number) => string>> = Object.freeze({
  "'a'": (length: number) => 'a'.repeat(length),
  spaces: (length: number) => ' '.repeat(length),
  newlines: (length: number) => '\n'.repeat(length),
  "'='": (length: number) => '='.repeat(length),
  'random a–z': (length: number, run: number) => randomly('abcdefghijklmnopqrstuvwxyz', length, run),
  'random signs': (length: number, run: number) => randomly('!"#$%&()*+,-.:;<=>?@[]^_`{|}~', length, run),
  'Chinese and Japanese without a break': (length: number, run: number) =>
    chineseJapanese(2 * length + 100, 5 + run)
      .replace(/\P{Lo}/gu, '')
      .slice(0, length),
  'ZWJ emoji': (length: number) => '👨‍👩‍👧‍👦'.repeat(Math.ceil(length / 11)).slice(0, length),
  digits: (length: number, run: number) => randomly('0123456789', length, run),
})

function randomly(alphabet: string, length: number, seed: number): string {
  const random = stream(seed, alphabet)
  return Array.from({ length }, () => alphabet.charAt(random.integer(0, alphabet.length - 1))).join('')
}
