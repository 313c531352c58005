import type { Config } from '../config.ts'
import { aiSdk } from './ai-sdk.ts'
import { anthropic } from './anthropic.ts'
import { plainEdits } from './edits.ts'
import type { PlainEdit } from './edits.ts'
import type { Elsewhere, WrittenEdit } from './elsewhere.ts'
import { langchain } from './langchain.ts'

/** Libraries and APIs in which a config can be expressed, as far as they can. */
const ELSEWHERE = { anthropic, langchain, ai_sdk: aiSdk } as const satisfies Readonly<
  Record<string, Elsewhere>
>

export type ElsewhereName = keyof typeof ELSEWHERE

/** A config in the words of another library. */
export interface ConfigElsewhere {
  readonly title: string
  readonly language: Elsewhere['language']
  /** Text to copy; null if nothing of the strategy can be expressed. */
  readonly code: string | null
  /** What the code does otherwise than the config, as whole sentences; empty if it does the same. */
  readonly differences: readonly string[]
}

/** Names of the libraries that `configElsewhere` knows. */
export const elsewhere = Object.freeze(Object.keys(ELSEWHERE)) as readonly ElsewhereName[]

/** What an edit is called where a library has none. */
const MISSING: Readonly<Record<PlainEdit['kind'], string>> = {
  old_results: 'Old tool results cannot be cleared.',
  old_thinking: 'Old thinking cannot be cleared.',
  summarize: 'The conversation cannot be summarized.',
  trim_tokens: 'Messages cannot be removed by tokens.',
  trim_messages: 'Messages cannot be removed by their number.',
}

/**
 * A config in the configuration of another library, as near as that library comes to it, and what is lost. Thresholds
 * are tokens of the whole prompt, scaled as the engine scales them (PRES-1).
 *
 * @param config a complete config
 * @param name one of `elsewhere`
 */
export function configElsewhere(config: Config, name: ElsewhereName): ConfigElsewhere {
  const library: Elsewhere = ELSEWHERE[name]
  const { title, language } = library
  const nearest = plainEdits(config)
  if (nearest === null) {
    return {
      title,
      language,
      code: null,
      differences: [`It has nothing like the strategy ${config.strategy}.`],
    }
  }
  if (nearest.edits.length === 0) {
    return {
      title,
      language,
      code: null,
      differences: ['Nothing is removed, so nothing needs to be configured.'],
    }
  }
  const written: WrittenEdit[] = []
  const differences: string[] = []
  for (const edit of nearest.edits) {
    const result = writtenBy(library, edit)
    if (typeof result === 'string') differences.push(result)
    else {
      written.push(result)
      differences.push(...result.lost)
    }
  }
  if (written.length === 0) return { title, language, code: null, differences }
  return {
    title,
    language,
    code: library.whole(written),
    differences: [...new Set([...nearest.lost, ...differences])],
  }
}

function writtenBy<Kind extends PlainEdit['kind']>(
  { write }: Elsewhere,
  edit: PlainEdit & { readonly kind: Kind },
): WrittenEdit | string {
  const writer = write[edit.kind] as ((edit: PlainEdit) => WrittenEdit | string) | undefined
  return writer?.(edit) ?? MISSING[edit.kind]
}
