/**
 * A function that generated source files are made of, in the language of `expand`: `names` are
 * patterns for its name, `code` its lines, where `$fn` stands for the name.
 */
export interface FunctionTemplate {
  readonly names: readonly string[]
  readonly code: string
}
