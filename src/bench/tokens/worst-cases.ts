import { stream } from '../../engine/index.ts'
import { chineseJapanese } from './chinese-japanese.ts'

/** Texts of `length` characters without a place to split: one piece, but for the digits. */
export const worstCases: Readonly<Record<string, (length: number) => string>> = Object.freeze({
  "'a'": (length: number) => 'a'.repeat(length),
  spaces: (length: number) => ' '.repeat(length),
  newlines: (length: number) => '\n'.repeat(length),
  "'='": (length: number) => '='.repeat(length),
  'random a–z': (length: number) => randomly('abcdefghijklmnopqrstuvwxyz', length),
  'random signs': (length: number) => randomly('!"#$%&()*+,-.:;<=>?@[]^_`{|}~', length),
  'Chinese and Japanese without a break': (length: number) =>
    chineseJapanese(2 * length + 100, 5)
      .replace(/\P{Lo}/gu, '')
      .slice(0, length),
  'ZWJ emoji': (length: number) => '👨‍👩‍👧‍👦'.repeat(Math.ceil(length / 11)).slice(0, length),
  digits: (length: number) => randomly('0123456789', length),
})

function randomly(alphabet: string, length: number): string {
  const random = stream(6, alphabet)
  return Array.from({ length }, () => alphabet.charAt(random.integer(0, alphabet.length - 1))).join('')
}
