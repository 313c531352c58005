import { loadCounter } from '../../tokenizer/index.ts'

export const ENCODINGS = ['o200k_base', 'cl100k_base'] as const
export type EncodingName = (typeof ENCODINGS)[number]

/** Counts as a library's user would; special tokens such as `<|endoftext|>` are plain text. */
export type Count = (text: string) => number

/** The libraries compared, ours first. js-tiktoken is the reference for the counts. */
export const libraries: Readonly<
  Record<'ours' | 'js-tiktoken' | 'gpt-tokenizer', (name: EncodingName) => Promise<Count>>
> = Object.freeze({
  ours: async (name: EncodingName) => {
    const counter = await loadCounter(name)
    return (text: string) => counter.count(text)
  },

  'js-tiktoken': async (name: EncodingName) => {
    const { Tiktoken } = await import('js-tiktoken/lite')
    const { default: ranks } =
      name === 'o200k_base'
        ? await import('js-tiktoken/ranks/o200k_base')
        : await import('js-tiktoken/ranks/cl100k_base')
    const encoder = new Tiktoken(ranks)
    return (text: string) => encoder.encode(text, [], []).length
  },

  'gpt-tokenizer': async (name: EncodingName) => {
    const { countTokens } =
      name === 'o200k_base'
        ? await import('gpt-tokenizer/encoding/o200k_base')
        : await import('gpt-tokenizer/encoding/cl100k_base')
    const options = { disallowedSpecial: new Set<string>() }
    return (text: string) => countTokens(text, options)
  },
})

export type LibraryName = keyof typeof libraries
export const LIBRARIES = Object.keys(libraries) as readonly LibraryName[]

/** A record of one value per library. */
export function byLibrary<Value>(value: (library: LibraryName) => Value): Record<LibraryName, Value> {
  return {
    ours: value('ours'),
    'js-tiktoken': value('js-tiktoken'),
    'gpt-tokenizer': value('gpt-tokenizer'),
  }
}
