import type { Random } from '../../engine/index.ts'
import written from './lock-file.json' with { type: 'json' }

const FIRST = written
const SECOND = ['core', 'parse', 'stream', 'types', 'loader', 'cache', 'glob', 'cli']
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Number of packages; their names are made up and not in any registry. */
const PACKAGES = 78

/** A lock file: long, regular, and useless to a reader. */
export function lockFile(random: Random): string {
  const names = FIRST.flatMap((first) => SECOND.map((second) => `@mooring/${first}-${second}`))
  const entries = names.slice(0, PACKAGES).map((name) => {
    const version = `${random.integer(0, 6)}.${random.integer(0, 30)}.${random.integer(0, 12)}`
    const integrity = Array.from({ length: 86 }, () => random.pick([...LETTERS])).join('')
    return `    "node_modules/${name}": {
      "version": "${version}",
      "resolved": "https://packages.example/${name}/-/${name.slice(9)}-${version}.tgz",
      "integrity": "sha512-${integrity}==",
      "dev": true
    }`
  })
  return `{
  "name": "mooring",
  "version": "2.3.0",
  "lockfileVersion": 3,
  "packages": {
    "": { "name": "mooring", "version": "2.3.0" },
${entries.join(',\n')}
  }
}
`
}
