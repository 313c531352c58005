import type { Json } from '../../../../engine/index.ts'
import { at, isList } from '../../json/guard.ts'
import type { Report } from '../../read/report.ts'

/** The instructions of a request: a string, or messages, whose texts are joined by a blank line. '' where there are none. */
export function systemOf(value: Json | undefined, path: string, report: Report): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (!isList(value)) {
    report.mismatch(path, 'a string or a list of messages', value)
    return ''
  }
  const texts: string[] = []
  for (const message of value) {
    const content = typeof message === 'string' ? message : at(message, 'content')
    for (const block of isList(content) ? content : [content]) {
      const text = typeof block === 'string' ? block : at(block, 'text')
      if (typeof text === 'string') texts.push(text)
    }
  }
  return texts.join('\n\n')
}
