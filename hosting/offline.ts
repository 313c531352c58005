import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Bytes above which a file is kept only once it was used: the ranks of the tokenizer. */
const LARGE = 1_000_000
/** Files that the page itself never asks for. */
const NOT_OF_THE_PAGE = /^(?:_headers|nginx\.conf|card\.png|screenshot\.png|third-party-licences\.txt)$/

/** Writes `sw.js`, with the names of all files of the build. */
export const keptForOffline: Plugin = {
  name: 'kept-for-offline',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const { publicDir } = this.environment.config
      const files = new Map<string, Buffer>()
      for (const [name, file] of Object.entries(bundle))
        files.set(name, Buffer.from(file.type === 'chunk' ? file.code : file.source))
      for (const name of existsSync(publicDir) ? readdirSync(publicDir, { recursive: true }) : []) {
        const path = String(name).replaceAll('\\', '/')
        if (/\.\w+$/.test(path)) files.set(path, readFileSync(join(publicDir, path)))
      }
      const wanted = [...files].filter(([name]) => !NOT_OF_THE_PAGE.test(name) && !name.endsWith('.map'))
      const isLater = ([name, content]: [string, Buffer]) =>
        content.length > LARGE || name.startsWith('samples/')
      const names = (kept: [string, Buffer][]) => JSON.stringify(kept.map(([name]) => name).toSorted())
      const hash = createHash('sha256')
      for (const [name, content] of wanted.toSorted(([a], [b]) => (a < b ? -1 : 1)))
        hash.update(name).update(content)
      const worker = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: [
          `const VERSION = '${hash.digest('hex').slice(0, 16)}'`,
          `const FILES = ${names(wanted.filter((one) => !isLater(one)))}`,
          `const LATER = ${names(wanted.filter(isLater))}`,
          worker,
        ].join('\n'),
      })
    },
  },
}
