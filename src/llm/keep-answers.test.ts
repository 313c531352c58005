import { expect, it } from 'vitest'
import { managedWindow, openAiAdapter } from '../adapters/index.ts'
import { completeConfig, presetConfig, strategySettings } from '../config/index.ts'
import { chars4, ContextWindowManager, ModelFailure } from '../engine/index.ts'
import type { Answer, Ask, OpenAiMessage } from '../engine/index.ts'
import { createMock, keepAnswers } from './index.ts'
import type { KeptAnswers } from './index.ts'

const RESULT = Array.from({ length: 60 }, (_, line) => `${line}: order ord_${line * 7919} handled`).join('\n')

/** A talk with a call and a long result in each turn. */
const history: readonly OpenAiMessage[] = [
  { role: 'user', content: 'Read every log. Never restart a service.' },
  ...Array.from({ length: 20 }, (_, nth): OpenAiMessage[] => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: `call_${nth}`,
          type: 'function',
          function: { name: 'read_log', arguments: `{"service":${nth}}` },
        },
      ],
    },
    { role: 'tool', tool_call_id: `call_${nth}`, content: `${RESULT} service ${nth}` },
  ]).flat(),
]

/** A model that never answers in the same words twice, as models do. */
function wordy(): { readonly llm: (ask: Ask) => Answer; readonly asked: () => number } {
  const mock = createMock({ count: (text) => chars4.count(text) })
  let asked = 0
  return {
    llm(ask) {
      asked += 1
      return { text: `${mock(ask).text} (answer ${asked} of this process)` }
    },
    asked: () => asked,
  }
}

function windowWith(preset: string, llm: (ask: Ask) => Promise<Answer> | Answer) {
  const config = completeConfig({ ...presetConfig(preset), max_context_tokens: 6000 })
  const manager = new ContextWindowManager({ ...strategySettings(config), counter: chars4, llm })
  return managedWindow(manager, openAiAdapter<OpenAiMessage>())
}

/** A process that lives for the whole conversation: its last messages, and what its model wrote. */
async function live(preset: string, model: ReturnType<typeof wordy>) {
  const kept = keepAnswers(model.llm)
  const window = windowWith(preset, kept.llm)
  let messages: readonly OpenAiMessage[] = []
  for (let from = 0, to = 1; from < history.length; from = to, to += 2) {
    window.add(history.slice(from, to))
    ;({ messages } = await window.next())
  }
  return { messages, kept: JSON.parse(JSON.stringify(kept.kept())) as KeptAnswers }
}

it.each(['managed', 'handover', 'compaction_first', 'summarize_results'])(
  'LLM-1 MAN-1 with kept answers, a new process with the whole history asks %s’s model nothing, and sends the same',
  async (preset) => {
    const first = wordy()
    const { messages, kept } = await live(preset, first)
    expect(first.asked()).toBeGreaterThan(0)
    const second = wordy()
    const window = windowWith(preset, keepAnswers(second.llm, kept).llm)
    window.add(history)
    expect((await window.next()).messages).toEqual(messages)
    expect(second.asked()).toBe(0)
  },
)

it('LLM-1 an answer that a model failed to give is asked for again', async () => {
  const ask = { kind: 'compact', sources: [], task: '', previous: null, maxTokens: 10 } as unknown as Ask
  let fails = true
  const { llm, kept } = keepAnswers(() => {
    if (fails) throw new ModelFailure('timeout', 'too late')
    return { text: 'It is done.' }
  })
  await expect(llm(ask)).rejects.toThrow('too late')
  expect(kept()).toEqual({})
  fails = false
  expect(await llm(ask)).toEqual({ text: 'It is done.' })
  expect(Object.values(kept())).toEqual(['It is done.'])
})
