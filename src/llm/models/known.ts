import { CLAUDE_1568, CLAUDE_2576 } from './images.ts'
import { models } from './list.ts'
import type { KnownModel } from './model.ts'
import { otherKnown } from './others.ts'

const MILLION = 1_000_000

const claude = Object.freeze({ provider: 'Anthropic', images: CLAUDE_1568, family: 'claude' })
/** The tokenizer changed with Opus 4.7, and no log of these models has been measured. */
const newerClaude = Object.freeze({ provider: 'Anthropic', images: CLAUDE_2576 })

/** Anthropic's models of today, by their id in the API (COST-1); all others are in `others.ts`. */
const claudeModels: ReadonlyMap<string, KnownModel> = new Map(
  [
    // Models with a price have their window only in the list of prices.
    ...priced(newerClaude, [
      'claude-fable-5-1',
      'claude-opus-5-5',
      'claude-sonnet-5-5',
      'claude-haiku-5-5',
      'claude-opus-5',
      'claude-sonnet-5',
      'claude-opus-4-8',
      'claude-opus-4-7',
    ]),
    ...priced(claude, [
      'claude-opus-4-6',
      'claude-sonnet-4-6',
      'claude-opus-4-5',
      'claude-sonnet-4-5',
      'claude-haiku-4-5',
    ]),
  ].map((model) => [model.id, Object.freeze(model)]),
)

function priced(
  shared: Pick<KnownModel, 'provider' | 'images' | 'family'>,
  ids: readonly string[],
): readonly KnownModel[] {
  return ids.flatMap((id) => {
    const facts = models[id]
    if (facts === undefined) return []
    const { label, window, source, dated } = facts
    return [{ id, label, window, source, dated, ...shared }]
  })
}

/** Every model with a known window: those named in logs, most of which are not called from here. */
export function knownModels(): ReadonlyMap<string, KnownModel> {
  return new Map([...claudeModels, ...otherKnown()])
}

/** Words before an id that name a gateway, and words after it that name a date, a release or a variant. */
const BEFORE: ReadonlySet<string> = new Set(
  'openrouter openai anthropic google meta us eu apac jp au gov global azure vertex bedrock litellm models'.split(
    ' ',
  ),
)
const AFTER: ReadonlySet<string> = new Set(
  'latest default preview exp experimental thinking codex max beta free fast flex batch priority instruct high medium low xhigh minimal fp8 v1 v2 0'.split(
    ' ',
  ),
)
/** Claude Code's mark for the beta of a window of a million tokens. */
const LONG_WINDOW = /\[1m\]$/

/** `claude-4.5-sonnet`, as Cursor writes it: Anthropic's ids had this order before version 4. */
const NUMBER_FIRST = [/^claude-(\d(?:-\d)?)-(opus|sonnet|haiku)(?=-|$)/, 'claude-$2-$1'] as const

/**
 * The entry for a model name in a log: `anthropic/claude-sonnet-4.5`, `claude-sonnet-4-5-20250929` and
 * `us.anthropic.claude-sonnet-4-5-20250929-v1:0` are one model. Null for a name that is not in the list, even if it
 * looks similar: a fine-tuned or later model may have another window and another tokenizer.
 */
export function knownModel(name: string): KnownModel | null {
  const written = name.trim().toLowerCase()
  const long = LONG_WINDOW.test(written)
  const words = (written.replace(LONG_WINDOW, '').split('/').at(-1) ?? '').split(/[-.:@_ ]+/)
  let from = 0
  while (BEFORE.has(words[from] ?? '')) from += 1
  const own = words.slice(from)
  const turned = own.join('-').replace(...NUMBER_FIRST)
  return foundBy(own, long) ?? foundBy(turned.split('-'), long)
}

function foundBy(words: readonly string[], long: boolean): KnownModel | null {
  // The longest id first: `gpt-4-1-mini` is not a release of `gpt-4`.
  for (let to = words.length; to > 0; to -= 1) {
    const id = words.slice(0, to).join('-')
    const found = claudeModels.get(id) ?? otherKnown().get(id)
    if (found === undefined) continue
    // `4-10` is a later version of `4`; `06-17` and `09-2025` are dates, and a release has more digits.
    if (/^\d\d(?!-(?:\d\d|\d{4})$)(?:-|$)/.test(words.slice(to).join('-'))) return null
    if (!words.slice(to).every((word) => AFTER.has(word) || /^\d{2,}[bek]?$/.test(word))) return null
    return long ? { ...found, window: Math.max(MILLION, found.window) } : found
  }
  return null
}
