// The tests of one area, as `mutants.mjs` names them: one project, and one load of the code for all files.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['src/testing/seed.ts'],
    include: (process.env.MUTANT_TESTS ?? 'src/engine/**').split(' ').map((place) => `${place}.test.ts`),
    // Not the usual list, in which the folder stands that the mutated copy is in.
    exclude: ['node_modules/**'],
    isolate: false,
    testTimeout: 90_000,
  },
})
