import { defaultsOf, tieredFullSpec, tieredSpec } from '../engine/internal.ts'
import type { Message, Part, TieredFullSettings, TieredSettings } from '../engine/index.ts'

/** One call of an agent and what it got back. */
export interface CallAndResult {
  readonly tool: string
  readonly input?: { readonly [key: string]: string }
  readonly result: string | readonly Part[]
}

/**
 * A conversation of one exchange: a question, then each call with its result; `k` calls at once where a list
 * is given. With `shape: 'openai'` each result is a message of its own.
 */
export function toolLoop(
  steps: readonly (CallAndResult | readonly CallAndResult[])[],
  {
    ask = 'do it',
    shape = 'anthropic',
  }: { readonly ask?: string; readonly shape?: 'anthropic' | 'openai' } = {},
): Message[] {
  const messages: Message[] = [{ role: 'user', content: ask }]
  let serial = 0
  for (const step of steps) {
    const calls = 'tool' in step ? [step] : step
    const ids = calls.map(() => `${ask.replace(/\W/g, '')}_${serial++}`)
    messages.push({
      role: 'assistant',
      content: calls.map(({ tool, input = {} }, nth): Part => {
        return { type: 'tool_use', id: ids[nth] ?? '', name: tool, input }
      }),
    })
    const results = calls.map(({ result }, nth): Part => {
      return { type: 'tool_result', tool_use_id: ids[nth] ?? '', content: result as string }
    })
    if (shape === 'anthropic') messages.push({ role: 'user', content: results })
    else for (const one of results) messages.push({ role: 'user', content: [one] })
  }
  return messages
}

/** Settings of the small agent as declared; a test names what it is about. */
export function tieredSettings(given: Partial<TieredSettings> = {}): TieredSettings {
  return { ...inCamelCase<TieredSettings>(defaultsOf(tieredSpec)), ...given }
}

/** Settings of the large agent as declared. */
export function tieredFullSettings(given: Partial<TieredFullSettings> = {}): TieredFullSettings {
  return { ...inCamelCase<TieredFullSettings>(defaultsOf(tieredFullSpec)), ...given }
}

function inCamelCase<Settings>(values: Record<string, unknown>): Settings {
  const entries = Object.entries(values).map(([key, value]) => [
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(entries) as Settings
}

/** Whether no half of a surrogate pair stands alone: only such a text survives being written as UTF-8. */
export function isWellFormed(text: string): boolean {
  return Buffer.from(text, 'utf8').toString('utf8') === text
}
