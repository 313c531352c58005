import { pathsOf } from '../../engine/internal.ts'
import type { Part } from '../../engine/index.ts'
import { readingsOf } from './readings.ts'
import { read, replyWith } from './reply.ts'
import type { Wanted } from './reply.ts'
import { argument } from './seen-call.ts'
import type { Sight } from './sight.ts'

/** Lines that an answer quotes. */
const QUOTED = 6

/**
 * Answers a question about names: reads the files that it names, searches for its other names, and quotes what it
 * found. Each name is looked up once.
 */
export function lookUp(sight: Sight): readonly Part[] {
  const { paths, names } = namesIn(sight.task ?? '')
  const done = sight.notes.get('looked at') ?? []
  const open = [...paths, ...names].filter((name) => !done.includes(name))
  if (paths.length + names.length === 0)
    return replyWith(sight, 'Name a file or something in `backticks`, and I look at it.', new Map(), [])
  const next = open[0]
  if (next !== undefined) {
    const wanted: Wanted = paths.includes(next)
      ? read(next)
      : { name: 'grep_search', input: { text: next, path: 'src/' } }
    return replyWith(sight, `I look at ${next}.`, new Map([['looked at', [...done, next]]]), [wanted])
  }
  const readings = readingsOf(sight)
  const found = [
    ...paths.map((path) => {
      const reading = readings.get(path)
      return `${path}: ${reading === undefined ? 'I could not read it, or it has left my window' : `${reading.size} lines`}`
    }),
    ...names.map((name) => {
      const call = sight.calls.findLast((one) => one.name === 'grep_search' && argument(one, 'text') === name)
      const lines = (call?.result ?? 'its search has left my window').split('\n')
      return `\`${name}\`: ${lines.slice(0, QUOTED).join('\n  ')}`
    }),
  ]
  return replyWith(sight, `What I found:\n${found.map((line) => `- ${line}`).join('\n')}`, new Map(), [])
}

/** Whether a text names anything that can be looked up. */
export function namesAnything(text: string): boolean {
  const { paths, names } = namesIn(text)
  return paths.length + names.length > 0
}

function namesIn(text: string): { readonly paths: readonly string[]; readonly names: readonly string[] } {
  const paths = pathsOf(text).filter((path) => /\.\w+$/.test(path) && !path.includes('://'))
  const quoted = [...text.matchAll(/`([^`\n]{2,60})`/g)].map(([, name = '']) => name)
  const camel = [...text.matchAll(/\b[a-z]+[A-Z]\w*\b/g)].map(([name]) => name)
  const names = [...new Set([...quoted, ...camel])].filter(
    (name) => !paths.some((path) => path.includes(name)),
  )
  return { paths, names }
}
