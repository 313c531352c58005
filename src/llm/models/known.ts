import {
  CLAUDE_1568,
  CLAUDE_2576,
  GEMINI_1120,
  GEMINI_258,
  PATCHES_1_62,
  PATCHES_1_72,
  PATCHES_2_46,
  TILES_2833_5667,
  TILES_70_140,
  TILES_75_150,
  TILES_85_170,
} from './images.ts'
import { models } from './list.ts'
import type { KnownModel } from './model.ts'

type Row = readonly [id: string, label: string, window: number]
type Shared = Omit<KnownModel, 'id' | 'label' | 'window'>

const DOCS = Object.freeze({ source: 'model pages of the provider', dated: '2026-11-01' })
const SUMMER = Object.freeze({
  source: 'models.dev and llm-prices, July and August 2026',
  dated: '2026-08-01',
})

/** Windows that the provider states in round thousands, and those of Google and of OpenAI from GPT-4.1 on. */
const MILLION = 1_000_000
const MEBI = 1_048_576
const GPT_4_1 = 1_047_576
const GPT_5_4 = 1_050_000

const claude = Object.freeze({ images: CLAUDE_1568, family: 'claude' })
/** The tokenizer changed with Opus 4.7, and no log of these models has been measured. */
const newerClaude = Object.freeze({ images: CLAUDE_2576 })
const o200k = Object.freeze({ family: 'o200k' })

/**
 * Every model with a known window, by its id in the API (COST-1): those named in logs, most of which are not called
 * from here.
 */
export const knownModels: ReadonlyMap<string, KnownModel> = new Map(
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
    ...rows({ ...claude, ...DOCS }, [
      ['claude-opus-4-1', 'Claude Opus 4.1', 200_000],
      ['claude-opus-4', 'Claude Opus 4', 200_000],
      ['claude-sonnet-4', 'Claude Sonnet 4', 200_000],
      ['claude-3-7-sonnet', 'Claude 3.7 Sonnet', 200_000],
      ['claude-3-5-sonnet', 'Claude 3.5 Sonnet', 200_000],
      ['claude-3-5-haiku', 'Claude 3.5 Haiku', 200_000],
      ['claude-3-opus', 'Claude 3 Opus', 200_000],
      ['claude-3-sonnet', 'Claude 3 Sonnet', 200_000],
      ['claude-3-haiku', 'Claude 3 Haiku', 200_000],
    ]),
    ...rows({ ...o200k, images: TILES_85_170, ...SUMMER }, [
      ['gpt-4o', 'GPT-4o', 128_000],
      ['gpt-4-1', 'GPT-4.1', GPT_4_1],
    ]),
    ...rows({ ...o200k, images: TILES_2833_5667, ...SUMMER }, [['gpt-4o-mini', 'GPT-4o mini', 128_000]]),
    ...rows({ ...o200k, images: PATCHES_1_62, ...SUMMER }, [
      ['gpt-4-1-mini', 'GPT-4.1 mini', GPT_4_1],
      ['gpt-5-mini', 'GPT-5 mini', 400_000],
    ]),
    ...rows({ ...o200k, images: PATCHES_2_46, ...SUMMER }, [
      ['gpt-4-1-nano', 'GPT-4.1 nano', GPT_4_1],
      ['gpt-5-nano', 'GPT-5 nano', 400_000],
    ]),
    ...rows({ ...o200k, images: PATCHES_1_72, ...SUMMER }, [['o4-mini', 'o4-mini', 200_000]]),
    ...rows({ ...o200k, images: TILES_75_150, ...DOCS }, [
      ['o1', 'o1', 200_000],
      ['o3', 'o3', 200_000],
    ]),
    ...rows({ ...o200k, ...DOCS }, [['o3-mini', 'o3-mini', 200_000]]),
    ...rows({ ...o200k, images: TILES_70_140, ...SUMMER }, [
      ['gpt-5', 'GPT-5', 400_000],
      ['gpt-5-1', 'GPT-5.1', 400_000],
    ]),
    // No source says how these count pictures.
    ...rows({ ...o200k, ...SUMMER }, [
      ['gpt-5-2', 'GPT-5.2', 400_000],
      ['gpt-5-4', 'GPT-5.4', GPT_5_4],
    ]),
    ...rows(SUMMER, [['gpt-5-5', 'GPT-5.5', GPT_5_4]]),
    ...rows({ source: 'copies of price pages, September to November 2026', dated: '2026-11-01' }, [
      ['gpt-6-sol', 'GPT-6 Sol', GPT_5_4],
      ['gpt-6-1-sol', 'GPT-6.1 Sol', GPT_5_4],
      ['gpt-6-1-terra', 'GPT-6.1 Terra', GPT_5_4],
      ['gpt-6-luna', 'GPT-6 Luna', GPT_5_4],
    ]),
    ...rows({ images: TILES_85_170, ...DOCS }, [
      ['gpt-4-turbo', 'GPT-4 Turbo', 128_000],
      ['gpt-4-1106', 'GPT-4 Turbo', 128_000],
      ['gpt-4-0125', 'GPT-4 Turbo', 128_000],
    ]),
    ...rows(DOCS, [
      ['gpt-4', 'GPT-4', 8192],
      ['gpt-4-32k', 'GPT-4 32K', 32_768],
      ['gpt-3-5-turbo', 'GPT-3.5 Turbo', 16_385],
    ]),
    ...rows({ family: 'gemini-2', images: GEMINI_258, ...SUMMER }, [
      ['gemini-2-5-pro', 'Gemini 2.5 Pro', MEBI],
      ['gemini-2-5-flash', 'Gemini 2.5 Flash', MEBI],
      ['gemini-2-5-flash-lite', 'Gemini 2.5 Flash-Lite', MEBI],
    ]),
    ...rows({ images: GEMINI_258, ...DOCS }, [
      ['gemini-2-0-flash', 'Gemini 2.0 Flash', MEBI],
      ['gemini-1-5-pro', 'Gemini 1.5 Pro', 2 * MEBI],
      ['gemini-1-5-flash', 'Gemini 1.5 Flash', MEBI],
    ]),
    ...rows({ images: GEMINI_1120, ...SUMMER }, [
      ['gemini-3-pro', 'Gemini 3 Pro', MEBI],
      ['gemini-3-1-pro', 'Gemini 3.1 Pro', MEBI],
      ['gemini-3-flash', 'Gemini 3 Flash', MEBI],
      ['gemini-3-5-flash', 'Gemini 3.5 Flash', MEBI],
      ['gemini-4-argon', 'Gemini 4 Argon', MEBI],
      ['gemini-4-carbon', 'Gemini 4 Carbon', MEBI],
    ]),
    ...rows({ family: 'deepseek', ...DOCS }, [
      ['deepseek-chat', 'DeepSeek Chat', 128_000],
      ['deepseek-reasoner', 'DeepSeek Reasoner', 128_000],
    ]),
    ...rows({ family: 'llama-4', ...DOCS }, [['llama-4-maverick', 'Llama 4 Maverick', MILLION]]),
  ].map((model) => [model.id, Object.freeze(model)]),
)

function rows(shared: Shared, list: readonly Row[]): readonly KnownModel[] {
  return list.map(([id, label, window]) => ({ id, label, window, ...shared }))
}

function priced(
  shared: Pick<KnownModel, 'images' | 'family'>,
  ids: readonly string[],
): readonly KnownModel[] {
  return ids.flatMap((id) => {
    const facts = models[id]
    if (facts === undefined) return []
    const { label, window, source, dated } = facts
    return [{ id, label, window, source, dated, ...shared }]
  })
}

/** Words before an id that name a gateway, and words after it that name a date, a release or a variant. */
const BEFORE: ReadonlySet<string> = new Set(
  'openrouter openai anthropic google meta us eu apac global azure vertex bedrock litellm models'.split(' '),
)
const AFTER: ReadonlySet<string> = new Set(
  'latest preview exp experimental thinking codex max beta free fast instruct high medium low xhigh minimal fp8 v1 v2 0'.split(
    ' ',
  ),
)
/** Claude Code's mark for the beta of a window of a million tokens. */
const LONG_WINDOW = /\[1m\]$/

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
  // The longest id first: `gpt-4-1-mini` is not a release of `gpt-4`.
  for (let to = words.length; to > from; to -= 1) {
    const found = knownModels.get(words.slice(from, to).join('-'))
    if (found === undefined) continue
    if (!words.slice(to).every((word) => AFTER.has(word) || /^\d{2,}[be]?$/.test(word))) return null
    return long ? { ...found, window: Math.max(MILLION, found.window) } : found
  }
  return null
}
