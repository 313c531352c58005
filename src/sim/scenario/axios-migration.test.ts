import { describe, expect, it } from 'vitest'
import { chars4, ProblemError } from '../../engine/index.ts'
import { partsOf } from '../../engine/internal.ts'
import type { Trace } from '../trace/trace.ts'
import { axiosMigration } from './axios-migration.ts'
import { CLIENTS, clientPath } from './text/clients.ts'

const seeds = Array.from({ length: 24 }, (_, index) => index * 37 + 1)
const traces = new Map(seeds.map((seed) => [seed, axiosMigration.generate(seed)]))

function sizes(trace: Trace): { results: number; all: number } {
  let results = 0
  let all = chars4.count(trace.system) + chars4.count(JSON.stringify(trace.tools))
  for (const part of trace.messages.flatMap((message) => partsOf(message))) {
    const text =
      part.type === 'text'
        ? part.text
        : part.type === 'thinking'
          ? part.thinking
          : part.type === 'tool_use'
            ? JSON.stringify(part.input)
            : part.type === 'tool_result' && typeof part.content === 'string'
              ? part.content
              : ''
    all += chars4.count(text)
    if (part.type === 'tool_result') results += chars4.count(text)
  }
  return { results, all }
}

/** The last known text of each file that a trace reads in full or creates, with later edits. */
function lastTexts(trace: Trace): Map<string, string> {
  const texts = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const part of trace.messages.flatMap((message) => partsOf(message))) {
    if (part.type === 'tool_use') {
      const input = part.input as Record<string, string>
      const [path = '', before = '', after = ''] = [input['path'], input['old_string'], input['new_string']]
      if (part.name === 'read_file' && input['offset'] === undefined) paths.set(part.id, path)
      if (part.name !== 'edit_file') continue
      texts.set(path, before === '' ? after : (texts.get(path) ?? '').replace(before, () => after))
    }
    const path = part.type === 'tool_result' ? paths.get(part.tool_use_id) : undefined
    if (path !== undefined && part.type === 'tool_result' && typeof part.content === 'string') {
      texts.set(path, part.content.replace(/^ *\d+\t/gm, ''))
    }
  }
  return texts
}

describe('axios-migration', () => {
  it.each(seeds)('seed %i has 56 turns and 58,000 to 90,000 tokens, 65 to 80 % of them results', (seed) => {
    const trace = traces.get(seed)!
    const { results, all } = sizes(trace)
    expect(trace.turns).toHaveLength(56)
    expect(all).toBeGreaterThan(58_000)
    expect(all).toBeLessThan(90_000)
    expect(results / all).toBeGreaterThan(0.65)
    expect(results / all).toBeLessThan(0.8)
  })

  it.each([50, 53, 60])('has exactly the requested %i turns', (turns) => {
    for (const seed of [3, 14, 15]) {
      const trace = axiosMigration.generate(seed, { turns })
      expect(trace.turns).toHaveLength(turns)
      expect(trace.turns.every((turn) => turn.response !== null)).toBe(true)
    }
  })

  it('has three user messages, rules in at least two of them, and a last reply without a call', () => {
    for (const trace of traces.values()) {
      const said = trace.messages.flatMap((message, index) =>
        typeof message.content === 'string' ? [index] : [],
      )
      expect(said).toHaveLength(3)
      const last = trace.messages.at(-1)
      expect(last?.role).toBe('assistant')
      expect(partsOf(last!).some((part) => part.type === 'tool_use')).toBe(false)
      const rules = trace.needs.filter((need) => need.kind === 'constraint').map((need) => need.message)
      expect(new Set(rules).size).toBeGreaterThanOrEqual(2)
      expect(rules.every((message) => said.includes(message))).toBe(true)
    }
  })

  it('its edits do the migration: in the end every client calls the wrapper and none mentions axios', () => {
    for (const trace of traces.values()) {
      const texts = lastTexts(trace)
      for (const client of CLIENTS) {
        const text = texts.get(clientPath(client)) ?? ''
        expect(text, client.name).toContain('this.call')
        expect(text, client.name).not.toContain('axios')
        expect(text.match(/operation: '/g), client.name).toHaveLength(client.operations.length)
      }
      const wrapper = texts.get('src/http/request.ts') ?? ''
      expect(wrapper).toContain('attempt < POLICY.maxAttempts')
      expect(wrapper).toContain("text === '' ? undefined")
      expect(wrapper).toContain('retryBaseMs: ')
    }
  })

  it('refuses a parameter out of range with the range and the value', () => {
    const problem = (given: Record<string, number>): string => {
      try {
        axiosMigration.generate(1, given)
      } catch (error) {
        if (error instanceof ProblemError)
          return error.problems.map((it) => `${it.code}: ${it.message}`).join('\n')
        throw error
      }
      return ''
    }
    expect(problem({ turns: 61 })).toBe(
      'parameter-out-of-range: turns of the scenario axios-migration is a whole number from 50 to 60, not 61',
    )
    expect(problem({ turns: 55.5 })).toMatch(/not 55.5$/)
    expect(problem({ thinking: Number.NaN })).toMatch(/not NaN$/)
    expect(problem({ turn: 55 })).toBe(
      'unknown-parameter: the scenario axios-migration knows turns, result_scale, reuse, thinking, human_minutes, not turn',
    )
    expect(problem({ speed: 1, turns: 0 }).split('\n')).toHaveLength(2)
  })
})
