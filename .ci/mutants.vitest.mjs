// The tests of one area, as `mutants.mjs` names them: one project, and one load of the code for all files.
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

/** The quickest files first, once it is known how long their tests take: most mutants are found by the first of them. */
class QuickestFirst extends BaseSequencer {
  async sort(files) {
    const took = globalThis.tookOfFiles ?? new Map()
    const tookOf = ({ moduleId }) => took.get(relative(this.ctx.config.root, moduleId)) ?? 0
    return files.toSorted((one, other) => tookOf(one) - tookOf(other))
  }
}

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
    sequence: { sequencer: QuickestFirst },
    testTimeout: 90_000,
  },
})
