import type { Comparison } from '../../../worker/protocol.ts'

/** Answers of the worker about a comparison, each asked for once. One that failed is asked for again. */
export function askedOnce<Answer>(): (
  comparison: Comparison,
  about: string,
  ask: () => Promise<Answer>,
) => Promise<Answer> {
  const asked = new WeakMap<Comparison, Map<string, Promise<Answer>>>()
  return async (comparison, about, ask) => {
    const known = asked.get(comparison) ?? new Map<string, Promise<Answer>>()
    asked.set(comparison, known)
    const before = known.get(about)
    if (before !== undefined) return before
    const question = ask()
    known.set(about, question)
    try {
      return await question
    } catch (failure) {
      known.delete(about)
      throw failure
    }
  }
}
