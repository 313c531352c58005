import fc from 'fast-check'

/** Any number would do; a fixed one gives every test run the same cases. */
const USUAL_SEED = 20_261_122

/** Cases of a law that sets no number itself. With the same cases in every run, more of them seldom find more. */
const USUAL_RUNS = 40

/**
 * All laws start from this seed, so that failures come from changes, not from chance, and are reproducible. A law may
 * set its own seed and its number of cases. `FC_SEED` searches for other counterexamples.
 */
export const seed = seedOf(process.env['FC_SEED'])

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed,
  numRuns: USUAL_RUNS,
  // Puts the counterexample into the message, so that a shortened report still has it and the seed.
  includeErrorInReport: true,
})

function seedOf(given: string | undefined): number {
  if (given === undefined || given === '') return USUAL_SEED
  const seed = Number(given)
  if (!Number.isInteger(seed)) throw new Error(`FC_SEED must be a whole number, but is ${given}`)
  return seed
}
