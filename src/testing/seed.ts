import fc from 'fast-check'

/** Any number would do; a fixed one makes two runs of the tests use the same cases. */
const USUAL_SEED = 20_261_122

/**
 * Every law starts from one seed, so that a failure comes from a change and not from chance, and is reproducible. Laws
 * with a seed of their own keep it, and each keeps its number of cases. `FC_SEED` searches for counterexamples
 * elsewhere.
 */
export const seed = seedOf(process.env['FC_SEED'])

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed,
  // A report is one text then: where only its beginning is kept, the seed and the counterexample are in it.
  includeErrorInReport: true,
})

function seedOf(given: string | undefined): number {
  if (given === undefined || given === '') return USUAL_SEED
  const seed = Number(given)
  if (!Number.isInteger(seed)) throw new Error(`FC_SEED must be a whole number, but is ${given}`)
  return seed
}
