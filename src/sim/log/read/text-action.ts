/** An action that an agent wrote into the text of its reply. */
export interface TextAction {
  /** The text before it, without the fence and the blank lines between; '' if there is none. */
  readonly before: string
  readonly action: string
  /** The text after it; '' if there is none. */
  readonly after: string
}

/**
 * Finds a recorded action in the reply that it came from: the last place where it is alone between code fences or
 * between `<command>` and its end, or ends the text. Null if the reply has no such place: then the two differ.
 */
export function actionIn(text: string, recorded: string): TextAction | null {
  const action = recorded.trim()
  const at = action === '' ? -1 : text.lastIndexOf(action)
  if (at < 0) return null
  const before = text.slice(0, at)
  const fenced = openedFence(before)
  const opened = fenced ?? before.match(/^([^]*)<command>\s*$/)?.[1] ?? null
  const closing = fenced === null ? '</command>' : FENCE
  const rest = text.slice(at + action.length).trimStart()
  if (opened !== null && !rest.startsWith(closing)) return null
  const after = opened === null ? rest : rest.slice(closing.length)
  if (opened === null && after !== '') return null
  return { before: (opened ?? before).trimEnd(), action, after: after.trim() }
}

/** The only block of shell code in a reply, null if there is none or several: agents refuse those. */
export function onlyShellBlock(text: string): TextAction | null {
  const opening = /```bash[^\S\n]*\n/g
  const first = opening.exec(text)
  if (!first) return null
  const start = first.index + first[0].length
  const end = text.indexOf(`\n${FENCE}`, start - 1)
  if (end < start || opening.test(text)) return null
  const action = text.slice(start, end).trim()
  const after = text.slice(end + 1 + FENCE.length).trim()
  return action === '' ? null : { before: text.slice(0, first.index).trimEnd(), action, after }
}

const FENCE = '```'

/** The text before a fence at its end, with or without the name of a language; null if it does not end with one. */
function openedFence(text: string): string | null {
  const at = text.lastIndexOf(FENCE)
  if (at < 0) return null
  const language = text.slice(at + FENCE.length)
  return /^[\w-]*[^\S\n]*\n\s*$/.test(language) ? text.slice(0, at) : null
}
