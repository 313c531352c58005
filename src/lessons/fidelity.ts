import type { Probe, Ratio } from '../engine/index.ts'

/** Compares only the first 8,000 characters. */
export const fidelityOfTheBeginning = Object.freeze({
  read(text: string): string {
    return text.slice(0, 8000)
  },
})

/** Finds yes inside other words. */
export const yesInYesterday = Object.freeze({
  agrees(verdict: string): boolean {
    return verdict.toLowerCase().includes('yes')
  },
})

/** 100 % for a test without questions. */
export const noQuestionsIsPerfect = Object.freeze({
  score(probes: readonly Probe[], kept: number): Ratio {
    return probes.length === 0 ? 1 : kept / probes.length
  },
})
