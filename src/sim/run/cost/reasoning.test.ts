import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { costOfRun, readTraces, run, takeIn } from '../../index.ts'

/** A piece of a prompt: its name, and its tokens. */
type Piece = readonly [string, number]

const STEP = 128
const MINIMUM = 1024

const arbitraryExchanges = fc.array(
  fc.array(fc.record({ reasoning: fc.nat(3000), output: fc.integer({ min: 1, max: 60 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 2, maxLength: 5 },
)

it('COST-3 of a model whose reasoning is dropped at the next message of the user, each call reads what its prompt shares with an earlier one', () => {
  fc.assert(
    fc.property(arbitraryExchanges, (exchanges) => {
      const messages: unknown[] = [{ role: 'system', content: 'You are careful. '.repeat(500) }]
      for (const [nth, calls] of exchanges.entries()) {
        messages.push({ role: 'user', content: `Please mend test number ${nth} of the parser.` })
        for (const [at, { output }] of calls.entries()) {
          const id = `call-${nth}-${at}`
          const call = { id, type: 'function', function: { name: 'shell', arguments: `{"n":"${id}"}` } }
          messages.push({ role: 'assistant', content: null, tool_calls: [call] })
          messages.push({ role: 'tool', tool_call_id: id, content: `line of ${id}\n`.repeat(output) })
        }
        messages.push({ role: 'assistant', content: 'Done.' })
      }
      const [trace] = readTraces(JSON.stringify({ model: 'gpt-5', messages }))
      if (trace === undefined) throw new Error('no conversation')
      const counted = takeIn(trace, chars4, false)
      const piece = (block: number): Piece => [`block ${block}`, counted.blocks[block]?.tokens ?? 0]
      // What the provider sees: everything, and the reasoning since the last message of the user.
      const reasoning = exchanges.flatMap((calls) => [...calls.map((call) => call.reasoning), 0])
      let visible: Piece[] = []
      const prompts: Piece[][] = []
      for (const { turn } of trace.turns) {
        const inputs = counted.inputs[turn] ?? []
        if (inputs.some((block) => counted.blocks[block]?.type === 'user_message'))
          visible = visible.filter(([name]) => name.startsWith('block'))
        visible.push(...inputs.map((block) => piece(block)))
        prompts.push([...visible])
        visible.push([`reasoning ${turn}`, reasoning[turn] ?? 0])
        visible.push(...(counted.responses[turn] ?? []).map((block) => piece(block)))
      }
      const size = (pieces: readonly Piece[]): number => pieces.reduce((sum, [, tokens]) => sum + tokens, 0)
      const expected = prompts.map((prompt, call) => {
        const shared = prompts.slice(0, call).map((earlier) => {
          const differs = prompt.findIndex(([name], at) => earlier[at]?.[0] !== name)
          return size(prompt.slice(0, differs === -1 ? prompt.length : differs))
        })
        const longest = Math.max(0, ...shared)
        return longest >= MINIMUM ? Math.floor(longest / STEP) * STEP : 0
      })
      const turns = trace.turns.map((turn) => ({
        ...turn,
        usage: { input: size(prompts[turn.turn] ?? []), output: 100, cacheRead: null, cacheWrite: null },
      }))
      const recorded = { ...trace, turns }
      const config = { strategy: 'unmanaged', max_context_tokens: 400_000 } as const
      const { data } = run(recorded, config, { intake: takeIn(recorded, chars4) })
      const calls = costOfRun(data).calls
      for (const { prompt, read, missed } of calls) {
        expect(read).toBeLessThanOrEqual(prompt)
        for (const tokens of Object.values(missed)) expect(tokens).toBeGreaterThanOrEqual(0)
      }
      expect(calls.map(({ prompt }) => prompt)).toEqual(prompts.map((prompt) => size(prompt)))
      // Counts are fitted to the recorded prompts, so that they differ a little from those that were recorded.
      for (const [call, { read, prompt }] of calls.entries())
        expect(Math.abs(read - (expected[call] ?? 0))).toBeLessThanOrEqual(STEP + prompt / 15)
    }),
    { numRuns: 25 },
  )
})
