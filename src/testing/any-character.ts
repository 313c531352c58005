import fc from 'fast-check'

/** Half of a pair in UTF-16, which is no character: from here on, so many. */
const [SURROGATES, HOW_MANY] = [0xd800, 0x800]

/**
 * Any character of Unicode. The unit `binary` of fast-check gives the same ones, but builds a table of all of them
 * first: two seconds and some hundred megabytes in every test worker.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - HOW_MANY)
  .map((code) => String.fromCodePoint(code < SURROGATES ? code : code + HOW_MANY))
