// What tests import as fast-check while mutants are run. Of a law 15 cases are looked at, because a mutant that is not
// found calls all tests that meet it, unless the law counts what it met (`mutants.worker.mjs` knows); and what fails
// needs no smallest example.
import * as real from 'fast-check-itself'

export * from 'fast-check-itself'

function assert(property, { numRuns = 100, ...given } = {}) {
  const most = globalThis.allCases === true ? numRuns : 15
  return real.assert(property, { ...given, numRuns: Math.min(numRuns, most), endOnFailure: true })
}

export default { ...real, assert }
