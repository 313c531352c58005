import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { demandsOf } from './model.ts'
import type * as OnDemand from './openai-on-demand.ts'
import * as direct from './openai.ts'

let loads = 0

/** The file as a worker has it that has just begun. */
async function fresh(): Promise<typeof OnDemand> {
  loads += 1
  return (await import(/* @vite-ignore */ `./openai-on-demand.ts?${loads}`)) as never
}

/** An answer to nothing, which both APIs refuse. */
const request = { messages: conversation('user: go\nassistant: sure\nresult a: 1\nuser: more') }

describe('VALID-1 the code for OpenAI on demand', () => {
  it('VALID-1 is asked for only after it was awaited', async () => {
    const code = await fresh()
    const error = 'loadOpenAi was not awaited'
    expect(() => code.translated.openai(request)).toThrow(error)
    expect(() => code.translated['openai-responses'](request)).toThrow(error)
    expect(() => code.violationsForOpenAi(request, 'openai', demandsOf())).toThrow(error)
    expect(() => code.repairedForOpenAi(request, 'openai', demandsOf())).toThrow(error)
  })

  it.each(['openai', 'openai-responses'] as const)(
    'VALID-1 VALID-2 answers then what the code does: %s',
    async (to) => {
      const code = await fresh()
      await code.loadOpenAi()
      await code.loadOpenAi()
      const violations = code.violationsForOpenAi(request, to, demandsOf())
      expect(violations.map(({ index }) => index)).toEqual([2])
      expect(violations).toEqual(direct.violationsForOpenAi(request, to, demandsOf()))
      expect(code.repairedForOpenAi(request, to, demandsOf()).repairs.map(({ index }) => index)).toEqual([2])
      expect(code.translated[to](request)).toEqual(direct.translated[to](request))
      expect(Object.keys(code.translated[to](request))).toContain(to === 'openai' ? 'messages' : 'input')
    },
  )
})
