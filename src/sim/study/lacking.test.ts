import { expect, test } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { readTrace } from '../log/reading.ts'
import { readers } from '../log/formats.ts'
import { lackingProvider, PROVIDER_OF_FORMAT } from './lacking.ts'

const messages = [
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Good morning.' },
]
const openAi = (model?: string) =>
  readTrace(JSON.stringify({ ...(model !== undefined && { model }), messages }))
const EDITS: PartialConfig = { strategy: 'context_editing' }
const COMPACTION: PartialConfig = {
  strategy: 'context_editing',
  context_editing: {
    clear_tool_uses: { enabled: false },
    clear_thinking: { enabled: false },
    compact: { enabled: true },
  },
}

test.each([
  // Anthropic documents both edits; OpenAI documents a compaction alone, Google nothing of the kind.
  ['gpt-4.1-mini', EDITS, 'OpenAI'],
  ['gpt-4.1-mini', COMPACTION, null],
  ['claude-sonnet-4-5', EDITS, null],
  ['gemini-2.5-flash', COMPACTION, 'Google'],
  ['deepseek-chat', EDITS, 'DeepSeek'],
  ['gpt-4.1-mini', { strategy: 'managed' }, null],
  [
    'gpt-4.1-mini',
    { strategy: 'pipeline', pipeline: [{ stage: 'evict' }, { stage: 'clear_thinking' }] },
    'OpenAI',
  ],
] as const)('EDITAPI-1 what %s does not have cannot be used: %o', (model, config, provider) => {
  expect(lackingProvider(config as PartialConfig, openAi(model))).toBe(provider)
})

test('EDITAPI-1 the format tells the provider of a model that is not in the list, and the prices’ model comes first', () => {
  expect(lackingProvider(EDITS, openAi('some-model-of-mine'))).toBe('OpenAI')
  expect(lackingProvider(EDITS, openAi('gpt-4.1-mini'), 'claude-sonnet-4-5')).toBeNull()
  expect(lackingProvider(EDITS, openAi(), 'gemini-2.5-pro')).toBe('Google')
  expect(Object.keys(PROVIDER_OF_FORMAT).filter((name) => !(name in readers))).toEqual([])
})
