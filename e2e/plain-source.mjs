// Compiles what specs import from src/ with Vite's compiler. Playwright's own takes 25 ms of each file, which is longer
// than many a test.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transformWithOxc } from 'vite'

const source = new URL('../src/', import.meta.url).href

export async function load(url, context, next) {
  if (!url.startsWith(source) || !/\.tsx?$/.test(url)) return next(url, context)
  const path = fileURLToPath(url)
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path)
  return { format: 'module', source: code, shortCircuit: true }
}
