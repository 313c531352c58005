import { stream } from '../../engine/internal.ts'
import { chineseJapanese } from './chinese-japanese.ts'
import { minified, typeScript } from './material.ts'
import { prose } from './prose.ts'
import { toolOutput } from './tool-output.ts'

/** Writers of at least that many characters of each kind of text; the same characters every time. */
export const corpora: Readonly<Record<string, (length: number) => string>> = Object.freeze({
  prose: (length: number) => prose(length, 1),
  TypeScript: typeScript,
  'JSON tool output': (length: number) => toolOutput(length, 2),
  'minified JavaScript': minified,
  'base64 in one line': base64,
  'Chinese, Japanese, emoji': (length: number) => chineseJapanese(length, 3),
})

/** `number` slices of a text, all about as long, that never cut a character in half. */
export function slicesOf(text: string, number: number): string[] {
  const border = (index: number) => {
    const at = Math.floor((index * text.length) / number)
    const code = text.charCodeAt(at)
    return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
  }
  return Array.from({ length: number }, (_, index) => text.slice(border(index), border(index + 1)))
}

function base64(length: number): string {
  const random = stream(4, 'base64')
  const bytes = Buffer.from(
    Array.from({ length: Math.ceil(length * 0.75) + 3 }, () => random.integer(0, 255)),
  )
  return bytes.toString('base64')
}
