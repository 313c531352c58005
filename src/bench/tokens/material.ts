import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGES = join(process.cwd(), 'node_modules')

/** TypeScript as people write it, at least `length` characters, from the sources of installed packages. */
export function typeScript(length: number): string {
  return gather(['ai/src', 'gpt-tokenizer/src', 'react-redux/src'], /(?<!\.d|\.test)\.ts$/, length)
}

/** JavaScript as minifiers write it, at least `length` characters, from installed packages. */
export function minified(length: number): string {
  const text = gather(['recharts/umd', 'axe-core'], /(Recharts|axe\.min)\.js$/, length)
  return text.replace(/\s*\n\s*/g, ' ')
}

function gather(folders: readonly string[], wanted: RegExp, length: number): string {
  const texts: string[] = []
  let found = 0
  for (const folder of folders) {
    const files = readdirSync(join(PACKAGES, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && wanted.test(file.name))
      .map((file) => join(file.parentPath, file.name))
      .toSorted()
    for (const file of files) {
      if (found >= length) return texts.join('\n')
      const text = readFileSync(file, 'utf8')
      texts.push(text)
      found += text.length + 1
    }
  }
  if (found < length) throw new Error(`${folders.join(', ')} hold fewer than ${length} characters: ${found}`)
  return texts.join('\n')
}
