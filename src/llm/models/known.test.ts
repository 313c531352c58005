import { describe, expect, it } from 'vitest'
import { imageTokens } from '../../engine/index.ts'
import { knownModel, knownModels } from './known.ts'
import { models } from './list.ts'

describe('COST-1 the models of people’s logs', () => {
  it('COST-1 every row is dated and has a source, a window, and its id', () => {
    for (const [id, model] of knownModels()) {
      expect(model.id).toBe(id)
      expect(model.dated).toMatch(/^2026-\d\d-\d\d$/)
      expect(model.source).not.toBe('')
      expect(model.window).toBeGreaterThan(1000)
      expect(knownModel(id)).toBe(model)
    }
  })

  it('COST-1 a priced model has the same window in both tables', () => {
    for (const { id, window } of Object.values(models)) expect(knownModel(id)?.window).toBe(window)
  })

  it.each([
    ['claude-3-5-sonnet-20241022', 'Claude 3.5 Sonnet', 200_000],
    ['claude-sonnet-4-20250514', 'Claude Sonnet 4', 200_000],
    ['anthropic/claude-sonnet-4.5', 'Claude Sonnet 4.5', 200_000],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'Claude Sonnet 4.5', 200_000],
    ['claude-sonnet-4-5@20250929', 'Claude Sonnet 4.5', 200_000],
    ['claude-sonnet-4-5-20250929[1m]', 'Claude Sonnet 4.5', 1_000_000],
    ['claude-opus-4-6', 'Claude Opus 4.6', 1_000_000],
    ['claude-opus-4-1-20250805', 'Claude Opus 4.1', 200_000],
    ['gpt-4o-2024-08-06', 'GPT-4o', 128_000],
    ['gpt-4o-mini', 'GPT-4o mini', 128_000],
    ['gpt-5.6-luna', 'GPT-5.6 Luna', 1_050_000],
    ['gpt-5.3-codex', 'GPT-5.3', 400_000],
    ['gpt-5.3-codex-spark', 'GPT-5.3 Codex Spark', 128_000],
    ['o1-preview-2024-09-12', 'o1-preview', 128_000],
    ['gpt-3.5-turbo-instruct', 'GPT-3.5 Turbo Instruct', 4097],
    ['gpt-3.5-turbo-0613', 'GPT-3.5 Turbo', 4097],
    ['gpt-3.5-turbo-16k', 'GPT-3.5 Turbo', 16_385],
    ['jp.anthropic.claude-sonnet-4-5-20250929-v1:0', 'Claude Sonnet 4.5', 200_000],
    ['us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0', 'Claude Sonnet 4.5', 200_000],
    ['claude-sonnet-4-5@default', 'Claude Sonnet 4.5', 200_000],
    ['claude-opus-4.6-fast', 'Claude Opus 4.6 (fast)', 1_000_000],
    ['gpt-4.1-mini-2025-04-14', 'GPT-4.1 mini', 1_047_576],
    ['gpt-4-1106-preview', 'GPT-4 Turbo', 128_000],
    ['gpt-4-0613', 'GPT-4', 8192],
    ['openai/gpt-5-codex', 'GPT-5', 400_000],
    ['GPT-5.4', 'GPT-5.4', 1_050_000],
    ['models/gemini-2.5-flash-preview-09-2025', 'Gemini 2.5 Flash', 1_048_576],
    ['gemini-2.5-flash-lite-06-17', 'Gemini 2.5 Flash-Lite', 1_048_576],
    ['claude-4-sonnet', 'Claude Sonnet 4', 200_000],
    ['claude-4.5-sonnet-thinking', 'Claude Sonnet 4.5', 200_000],
    ['deepseek/deepseek-reasoner', 'DeepSeek Reasoner', 128_000],
    ['openai/openrouter-llama-4-maverick', 'Llama 4 Maverick', 1_000_000],
    ['meta-llama/llama-4-maverick-17b-128e-instruct', 'Llama 4 Maverick', 1_000_000],
  ])('COST-1 %s is %s with a window of %d', (name, label, window) => {
    expect(knownModel(name)).toMatchObject({ label, window })
  })

  it.each([
    'gpt-4o-finetuned-by-us',
    'gpt-5.9',
    'gpt-5-chat-latest',
    'claude-opus-4-9',
    'claude-4.9-opus',
    'claude-opus-4-10',
    'gpt-5.10',
    'claude-opus-4-10-20261101',
    'my-claude-sonnet-4',
    'claude',
    'default',
    '<synthetic>',
    '__proto__',
    'constructor',
    '',
  ])('COST-1 nothing is known about %j, whatever it resembles', (name) => {
    expect(knownModel(name)).toBeNull()
  })
})

describe('TOK-3 images by the rule of the model that saw them', () => {
  const cost = (name: string, width?: number, height?: number): number =>
    imageTokens(
      { ...(width !== undefined && { width }), ...(height !== undefined && { height }) },
      knownModel(name)?.images,
    )

  // Worked by hand from each provider's documentation.
  it.each([
    // 768 × 768 after the shorter side, 2 × 2 tiles of 512: 85 + 4·170
    ['gpt-4o', 1024, 1024, 765],
    // 2048 × 4096 fits 2048 as 1024 × 2048, then 768 × 1536: 2 × 3 tiles: 85 + 6·170
    ['gpt-4o', 2048, 4096, 1105],
    // already small: one tile
    ['gpt-4o', 300, 200, 255],
    // 4 tiles at 5,667 and 2,833
    ['gpt-4o-mini', 1024, 1024, 25_501],
    // 70 + 4·140
    ['gpt-5', 1024, 1024, 630],
    // 75 + 4·150
    ['o3', 1024, 1024, 675],
    // 32 × 32 patches, within the maximum: 1,024 · 1.62 = 1,658.88
    ['gpt-4.1-mini', 1024, 1024, 1659],
    // 57 × 75 patches are too many; 33 × 44 = 1,452 remain: 1,452 · 1.72 = 2,497.44
    ['o4-mini', 1800, 2400, 2498],
    // ⌈1024/28⌉² = 37²
    ['claude-sonnet-4-5', 1024, 1024, 1369],
    // 1568 × 1045: 56 × 38 = 2,128, capped
    ['claude-sonnet-4-5', 3000, 2000, 1568],
    // 2576 × 1717: 92 × 62 = 5,704, capped
    ['claude-opus-4-8', 3000, 2000, 4784],
    ['claude-sonnet-5', 2000, 1000, 72 * 36],
    ['gemini-2.5-flash', 384, 384, 258],
    // 2 × 2 tiles of ⌊1024 / 1.5⌋ = 682
    ['gemini-2.5-flash', 1024, 1024, 1032],
    ['gemini-2.5-flash', 768, 768, 1032],
    // Google's own example: 3 × 2 tiles of 360
    ['gemini-2.5-flash', 960, 540, 1548],
    ['gemini-2.0-flash', 1280, 720, 1548],
    // A strip: tiles have at least 256 pixels, and 4 × 1 of them cover it.
    ['gemini-2.5-flash', 1000, 90, 1032],
    // And at most 768: 6 × 4
    ['gemini-2.5-pro', 4032, 3024, 24 * 258],
    // OpenAI's own examples for gpt-5.4: 1,024 · 1.2 = 1,228.8, and 1,600 × 1,600 pixels remain of 2,048 × 2,048
    ['gpt-5.4', 1024, 1024, 1229],
    ['gpt-5.4', 2048, 2048, 3000],
    // 2,048 × 1,152 pixels: 64 · 36 · 1.2 = 2,764.8
    ['gpt-5.4-mini', 2560, 1440, 2765],
    // Up to 6,144 patches, of which 2,048 × 2,048 pixels have 4,096
    ['gpt-5.2', 1600, 1600, 3000],
    ['gpt-5.2', 4000, 4000, 4916],
    // Measured by others in October 2026, in requests with a picture of each size
    ['gpt-5.5', 256, 256, 77],
    ['gpt-5.5', 768, 768, 692],
    ['gpt-5.5', 1280, 720, 1104],
    ['gpt-5.5', 3840, 2160, 9792],
    ['gpt-5.5', 4032, 3024, 11_868],
    ['gpt-6-sol', 1920, 1080, 2448],
    ['gpt-6-sol', 3840, 2160, 9792],
    ['gpt-6-sol', 4032, 3024, 14_364],
    ['gpt-5-mini', 1024, 1024, 1229],
    // 1,024 · 1.5
    ['gpt-5-nano', 1024, 1024, 1536],
    ['gemini-3-pro', 4000, 4000, 1120],
    // An unknown model: the maximum of the older Claude models.
    ['who-knows', 3000, 2000, 1568],
  ])('TOK-3 %s charges %d × %d pixels with %d tokens', (name, width, height, tokens) => {
    expect(cost(name, width, height)).toBe(tokens)
  })

  // OpenAI, Images and vision: "an image costs only the model's base tokens", and of the models that count patches some
  // have the same limits at each detail. Anthropic and Google have no such setting.
  it.each([
    ['gpt-4o', 85],
    ['gpt-4o-mini', 2833],
    ['gpt-5', 70],
    ['o3', 75],
    ['gpt-4.1-mini', 1659],
    ['claude-sonnet-4-5', 1369],
    ['gemini-2.5-flash', 1032],
    // At most 512 × 512 pixels of an unknown model: 19 × 19 patches.
    ['who-knows', 361],
  ])('TOK-3 %s charges a picture of low detail with %d tokens', (name, tokens) => {
    const images = knownModel(name)?.images
    expect(imageTokens({ width: 1024, height: 1024, detail: 'low' }, images)).toBe(tokens)
    expect(imageTokens({ width: 1024, height: 1024, detail: 'high' }, images)).toBe(cost(name, 1024, 1024))
  })

  // OpenAI, Images and vision, "Model sizing behavior"; those of high detail of GPT-6 were measured by others.
  it.each([
    // 512 × 384 pixels: 16 · 12 · 1.2 = 230.4
    ['gpt-5.5', 'low', 640, 480, 231],
    ['gpt-5.6-sol', 'low', 4000, 4000, 308],
    ['gpt-6-sol', 'low', 1280, 720, 173],
    // More than on high: 2,048 × 2,048 pixels
    ['gpt-5.4', 'low', 4000, 4000, 4916],
    ['gpt-5.4', 'original', 4032, 3024, 11_868],
    ['gpt-5.5', 'high', 4000, 4000, 3000],
    ['gpt-5.6-sol', 'high', 2560, 1440, 2765],
    ['gpt-6-sol', 'high', 2560, 1440, 2931],
    ['gpt-6-sol', 'high', 3840, 2160, 2931],
    ['gpt-6-sol', 'high', 4032, 3024, 2942],
    ['gpt-5.2', 'low', 1600, 1600, 3000],
  ])('TOK-3 %s on %s charges %d × %d pixels with %d tokens', (name, detail, width, height, tokens) => {
    expect(imageTokens({ width, height, detail }, knownModel(name)?.images)).toBe(tokens)
  })

  it('TOK-3 a picture of low detail and of unknown size costs the base as well', () => {
    expect(imageTokens({ detail: 'low' }, knownModel('gpt-4o')?.images)).toBe(85)
    expect(imageTokens({ detail: 'low' })).toBe(361)
    expect(imageTokens({ detail: 'low' }, knownModel('gpt-5.5')?.images)).toBe(308)
  })

  it('TOK-3 under a rule with a maximum, no image costs more than one of unknown size', () => {
    for (const [name, { images }] of knownModels()) {
      if (images === undefined || images.kind === 'grid') continue
      // In their own size pictures have none.
      if (images.kind === 'budget' && images.auto === 'original') continue
      const most = cost(name)
      for (const width of [1, 31, 400, 768, 1536, 2048, 4096, 9000])
        for (const height of [1, 513, 769, 2048, 3001, 8000]) {
          const tokens = cost(name, width, height)
          expect(Number.isInteger(tokens) && tokens > 0 && tokens <= most).toBe(true)
        }
    }
  })
})
