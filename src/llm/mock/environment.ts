import { cutAt } from '../../engine/internal.ts'
import type { AskSource } from '../../engine/index.ts'

/** Where the work is done. Unknown fields are '' or empty. */
export interface FoundEnvironment {
  readonly directory: string
  readonly branch: string
  readonly services: readonly string[]
}

const DIRECTORY =
  /\bcd\s(\/[\w./-]{1,200})|\b(?:working directory|cwd|project root|repository root)\b[^\w/]{1,6}(?:is\s)?[`"']?(\/[\w./-]{1,200})/gi
const BRANCH =
  /\bon branch\s[`"']?([\w./-]{1,100})|\bbranch\s[`"']([\w./-]{1,100})|\bgit (?:checkout|switch)(?: -[bcBC])?\s([\w./-]{1,100})/gi
const SERVICE =
  /\b(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5}|\b[A-Za-z][\w-]{1,40} (?:runs|running|listens|listening|is up|started) (?:on|at) (?:port )?:?\d{2,5}\b/gi

/** Characters of a text that are read. */
const READ = 20_000
const MOST_SERVICES = 8

/** The last directory and branch that are named, and every service with its port. */
export function environmentOf(sources: readonly AskSource[]): FoundEnvironment {
  let directory = ''
  let branch = ''
  const services = new Map<string, string>()
  for (const source of sources) {
    const text = cutAt(source.text, READ)
    for (const [, changed, named] of text.matchAll(DIRECTORY)) directory = tidy(changed ?? named ?? directory)
    for (const [, on, named, switched] of text.matchAll(BRANCH))
      branch = tidy(on ?? named ?? switched ?? branch)
    for (const [service] of text.matchAll(SERVICE)) {
      const port = /\d+$/.exec(service)?.[0] ?? service
      if (!services.has(port) && services.size < MOST_SERVICES) services.set(port, service)
    }
  }
  return { directory, branch, services: [...services.values()] }
}

function tidy(name: string): string {
  return name.replace(/[./-]+$/, '')
}
