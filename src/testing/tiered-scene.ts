import { defaultsOf, tieredFullSpec, tieredSpec } from '../engine/internal.ts'
import type { Message, Part, TieredFullSettings, TieredSettings } from '../engine/index.ts'

/** A tool call and its result. */
export interface CallAndResult {
  readonly tool: string
  readonly input?: { readonly [key: string]: string }
  readonly result: string | readonly Part[]
}

/**
 * A conversation of one exchange: a question, then each call with its result; a list is a reply with parallel calls.
 * With `shape: 'openai'` each result is a message of its own.
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

/** The default settings of `tiered`. `given` overrides them. */
export function tieredSettings(given: Partial<TieredSettings> = {}): TieredSettings {
  return { ...inCamelCase<TieredSettings>(defaultsOf(tieredSpec)), ...given }
}

/** The default settings of `tiered_full`. `given` overrides them. */
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

/** Whether a text has no unpaired surrogate, so that writing it as UTF-8 loses nothing. */
export function isWellFormed(text: string): boolean {
  return Buffer.from(text, 'utf8').toString('utf8') === text
}
