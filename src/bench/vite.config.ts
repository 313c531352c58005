import { defineConfig } from 'vite'

/**
 * The benchmarks as plain JavaScript, as the package ships it. A loader that translates each file wraps every function
 * to keep its name, which costs our code a fifth and more of its time; the peers come from their packages either way.
 */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    ssr: 'src/bench/main.ts',
    outDir: 'node_modules/.cache/bench/code',
    minify: false,
    target: 'node20',
    emptyOutDir: true,
  },
})
