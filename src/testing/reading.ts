import { expect } from 'vitest'
import { ProblemError } from '../engine/index.ts'
import { readTrace } from '../sim/index.ts'
import type { ReadOptions, Trace } from '../sim/index.ts'
import { expectAtMost, expectEqual } from './expect-equal.ts'

/** Codes of problems that concern the whole text and therefore have no place. */
const PLACELESS = /^(empty-text|text-too-large|nested-too-deep|wrong-format|too-many-\w+)$/

/** Reads a text, and checks that the outcome is a valid trace, or a problem with a message and a place. */
export function expectOutcome(text: string, options: ReadOptions = {}): Trace | ProblemError {
  let trace: Trace
  try {
    trace = readTrace(text, options)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(error.problems.length).toBeGreaterThan(0)
    for (const { message } of error.problems) expectAtMost(11, message.length)
    const [first] = error.problems
    if (!PLACELESS.test(first?.code ?? '')) expect(first?.line, first?.message).toBeGreaterThan(0)
    return error
  }
  const seen = trace.turns.flatMap(({ inputs, response }) =>
    response === null ? inputs : [...inputs, response],
  )
  expectEqual(
    seen,
    trace.messages.map((_, index) => index),
  )
  expect(trace.messages.length).toBeGreaterThan(0)
  const windows = new Set(trace.windows.map(({ id }) => id))
  expect(trace.turns.every(({ turn, window }, index) => turn === index && windows.has(window))).toBe(true)
  const isTurn = (turn: number): boolean => turn >= 0 && turn < trace.turns.length
  expect(
    trace.windows.every(({ opened, closed }) => isTurn(opened) && (closed === null || closed >= opened)),
  ).toBe(true)
  expect(trace.recordedEdits.every(({ turn }) => isTurn(turn))).toBe(true)
  expect(trace.injected.every((index) => index < trace.messages.length)).toBe(true)
  for (const { message } of trace.intake.problems) expectAtMost(11, message.length)
  if (trace.messages.length < 100) expectEqual(structuredClone(trace), trace)
  return trace
}
