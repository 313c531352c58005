import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

/** Folders of the packages whose code, styles or fonts are in the build. */
const built = new Set<string>()

/** Notes the packages of one build; the worker is a build of its own. */
export const notesPackages = (): Plugin => ({
  name: 'notes-packages',
  apply: 'build',
  generateBundle(_options, bundle) {
    const inChunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    const styles = [...this.getModuleIds()].filter((id) => /\.css(?:$|\?)/.test(id))
    for (const id of [...inChunks, ...styles]) {
      const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, ''))?.[0]
      if (folder !== undefined) built.add(folder)
    }
  },
})

/** Writes the licences of everything that is built in, for the link on the page. */
export const thirdPartyLicences: Plugin = {
  name: 'third-party-licences',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler() {
      const found = new Map<string, string[]>()
      for (const folder of built) {
        const {
          name,
          version,
          license = '',
        } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
        const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.|$)/i.test(one))
        const text =
          file === undefined
            ? `(The package has no licence text of its own; it states: ${license}.)`
            : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
        found.set(text, [...(found.get(text) ?? []), `${name} ${version} (${license})`])
      }
      const parts = [...found]
        .map(([text, names]) => `${names.toSorted().join('\n')}\n\n${text}\n`)
        .toSorted()
      this.emitFile({
        type: 'asset',
        fileName: 'third-party-licences.txt',
        source: `Context Window Lab contains these packages, in whole or in part.\n\n${parts.join(`\n${'-'.repeat(72)}\n\n`)}`,
      })
    },
  },
}
