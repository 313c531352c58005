import type { Probe, Ratio } from '../engine/index.ts'
import type { AsWritten } from './entry.ts'

/** A comparison of the first 8,000 characters. */
export const fidelityOfTheBeginning = Object.freeze({
  name: 'fidelity_of_the_beginning',
  article: 'Agent Context Window Management',
  rule: 'HEALTH-3',
  defect: 'Both contexts are cut to their first 8,000 characters before anything is asked.',
  harm: 'What a compression loses further on is never asked about, so losing it costs nothing.',
  fix: 'Both texts are read whole, once.',
  read(text: string): string {
    return text.slice(0, 8000)
  },
} satisfies AsWritten & Record<string, unknown>)

/** A verdict that hears yes in other words. */
export const yesInYesterday = Object.freeze({
  name: 'yes_in_yesterday',
  article: 'Agent Context Window Management',
  rule: 'HEALTH-3',
  defect: 'A verdict counts as agreement when the letters y-e-s occur in it anywhere.',
  harm: '“No, that was yesterday” counts as yes, so fidelity is overstated.',
  fix: 'Evidence counts only as a whole word, path or number.',
  agrees(verdict: string): boolean {
    return verdict.toLowerCase().includes('yes')
  },
} satisfies AsWritten & Record<string, unknown>)

/** Full marks for an examination without questions. */
export const noQuestionsIsPerfect = Object.freeze({
  name: 'no_questions_is_perfect',
  article: 'Agent Context Window Management',
  rule: 'HEALTH-3',
  defect: 'Without any question the fidelity is 1.',
  harm: 'A health display shows a perfect score for something that was never measured.',
  fix: 'No questions, or none that could be answered before, is no score.',
  score(probes: readonly Probe[], kept: number): Ratio {
    return probes.length === 0 ? 1 : kept / probes.length
  },
} satisfies AsWritten & Record<string, unknown>)

/** The rules of fidelity as “Agent Context Window Management” writes them. */
export const fidelityAsWritten: readonly AsWritten[] = Object.freeze([
  fidelityOfTheBeginning,
  yesInYesterday,
  noQuestionsIsPerfect,
])
