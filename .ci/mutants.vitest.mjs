// The tests of one area, as `mutants.mjs` names them: one project, and one load of the code for all files.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: [
      { find: /^fast-check$/, replacement: join(import.meta.dirname, 'mutants.laws.mjs') },
      { find: 'fast-check-itself', replacement: fileURLToPath(import.meta.resolve('fast-check')) },
    ],
  },
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
