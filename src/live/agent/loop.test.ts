import { describe, expect, it } from 'vitest'
import { gates, partsOf, storedUnder, validate } from '../../engine/index.ts'
import type { Part } from '../../engine/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { run } from '../../sim/index.ts'
import type { Timeline } from '../../sim/index.ts'
import { answer, hear, say, startLive } from '../growing.ts'
import type { World } from '../live.ts'
import { taskPresets } from '../presets.ts'
import { repository } from '../repository/repository.ts'
import { tools } from '../tools/list.ts'
import { mockAgents } from './list.ts'

/** Only the system prompt and open calls are held: what came first leaves first, the task as well. */
const open = Object.fromEntries(
  Object.values(gates).flatMap(({ name, always }) => (always ? [] : [[name, false] as const])),
)
const naive = (max_context_tokens: number): PartialConfig => ({
  strategy: 'evict',
  max_context_tokens,
  eviction: { policy: 'fifo', gates: open },
})

/** Plays a preset to its end, each request being what a run over the conversation so far would send. */
function played(id: string, config: PartialConfig, most: number) {
  const preset = taskPresets.find((one) => one.id === id)
  const agent = mockAgents[preset?.agent ?? '']
  if (preset === undefined || agent === undefined) throw new Error(id)
  const definitions = Object.values(tools).map(({ definition }) => definition)
  let live = say(
    startLive({ title: preset.title, system: preset.system, tools: definitions }),
    preset.task,
    0,
  )
  let world: World = repository()
  const reads: string[] = []
  const pages: string[] = []
  let told = 0
  for (let step = 0; step < most; step += 1) {
    const timeline = run(live.trace, config)
    if (timeline.ended !== null)
      return { ended: timeline.ended.code, steps: step, live, world, reads, pages, told, last: '' }
    const request = timeline.messagesAt(live.trace.turns.length - 1, 'anthropic')
    expect(validate(request, 'anthropic')).toEqual([])
    const content = agent.reply(request)
    live = hear(live, { content, model: 'mock', usage: null, counted: {} })
    if (live.next === 'user') {
      const last = partsOf({ role: 'assistant', content })
        .map((part: Part) => (part.type === 'text' ? part.text : ''))
        .join('')
      if (!last.includes('What should I do?') || told === 5)
        return { ended: null, steps: step, live, world, reads, pages, told, last }
      // Somebody who sees the agent ask tells it its task again.
      told += 1
      live = say(live, preset.task, 1000 * step)
      continue
    }
    const outcomes = live.open.map(({ id: call, name, input }) => {
      if (name === 'read_file') {
        reads.push((input as { path: string }).path)
        pages.push(JSON.stringify(input))
      }
      const stored = storedFile(timeline, input)
      const outcome = tools[name]?.run(input, stored ?? world)
      world = stored === null ? (outcome?.world ?? world) : world
      return { id: call, text: outcome?.text ?? '', failed: outcome?.failed ?? true }
    })
    live = answer(live, outcomes, 1000 * step)
  }
  return { ended: 'too long', steps: most, live, world, reads, pages, told, last: '' }
}

/** The file that a reading of a stored result finds; null for any other call. */
function storedFile(timeline: Timeline, input: unknown): World | null {
  const { path = '' } = input as { path?: string }
  const block = storedUnder(path, (id) => timeline.blocks[id])
  return block === null ? null : { files: new Map([[path, timeline.textOf(block.id)]]) }
}

const twice = (list: readonly string[]): readonly string[] => [
  ...new Set(list.filter((one, at) => list.indexOf(one) < at)),
]
const fixed = ({ files }: World): boolean =>
  (files.get('src/reservations/expiry.ts') ?? '').includes('holdSeconds * 1000')

describe('an agent in a window that is managed', () => {
  it('the bug hunter ends in a generous window without reading anything twice', () => {
    const end = played('bug', naive(60_000), 40)
    expect(end).toMatchObject({ ended: null, steps: 15, told: 0 })
    expect(end.last).toMatch(/every test passes\.$/)
    expect([twice(end.reads), fixed(end.world)]).toEqual([[], true])
  })

  it('EVI-5 in a small one it loses its task and what it read, asks, reads again, and ends all the same', () => {
    const end = played('bug', naive(12_000), 60)
    expect(end.ended).toBeNull()
    expect(end.told).toBeGreaterThan(0)
    expect(twice(end.reads)).toContain('src/reservations/expiry.ts')
    expect(end.steps).toBeGreaterThan(15)
    expect(fixed(end.world)).toBe(true)
  })

  it('EVI-3 where the task is held, it reads again but never asks', () => {
    const end = played(
      'bug',
      { strategy: 'evict', max_context_tokens: 12_000, eviction: { policy: 'fifo' } },
      60,
    )
    expect(end).toMatchObject({ ended: null, told: 0 })
    expect(twice(end.reads).length).toBeGreaterThan(0)
    expect(fixed(end.world)).toBe(true)
  })

  it('the survey writes its report in a generous window, and reads no page twice', () => {
    const end = played('survey', naive(60_000), 60)
    expect(end).toMatchObject({ ended: null, steps: 31, told: 0 })
    expect(twice(end.pages)).toEqual([])
    expect((end.world.files.get('REPORT.md') ?? '').split('\n- ')).toHaveLength(25)
  })

  it('EVI-5 in a small one the survey loses what it noted and reads again', () => {
    const end = played('survey', naive(16_000), 90)
    expect(end.ended).toBeNull()
    expect(twice(end.reads.filter((path) => !/lock|log$/.test(path))).length).toBeGreaterThan(0)
    expect(end.world.files.get('REPORT.md')).toBeDefined()
  })

  it('a question is answered in three steps', () => {
    const end = played('question', naive(12_000), 10)
    expect(end).toMatchObject({ ended: null, steps: 2 })
    expect(end.last).toContain('src/settings.ts:18: holdSeconds: 600,')
  })

  it.each(['managed', 'handover', 'tiered', 'rolling_summary', 'atomic_window', 'token_trim'])(
    'VALID-3 the bug hunter ends under %s',
    (strategy) => {
      const end = played('bug', { strategy, max_context_tokens: 14_000 }, 90)
      expect([end.ended, fixed(end.world)]).toEqual([null, true])
    },
  )

  it.each([
    ['tiered', 'bug', { tiered: { persist_above_bytes: 900, preview_lines: 4 } }],
    ['tiered_full', 'bug', { tiered_full: { tool_result_characters: 700, preview_bytes: 150 } }],
    ['tiered', 'survey', { tiered: { persist_above_bytes: 3_000, preview_lines: 4 } }],
    ['tiered_full', 'survey', { tiered_full: { tool_result_characters: 3_000, preview_bytes: 150 } }],
  ] as const)(
    'TIER-1 under a strict %s the agent of %s reads what was stored, and ends',
    (strategy, id, own) => {
      const end = played(id, { strategy, max_context_tokens: 60_000, ...own }, 150)
      expect([end.ended, end.told]).toEqual([null, 0])
      expect(end.reads.filter((path) => path.startsWith('tool-results/')).length).toBeGreaterThan(1)
      if (id === 'bug') expect(fixed(end.world)).toBe(true)
      else expect((end.world.files.get('REPORT.md') ?? '').split('\n- ')).toHaveLength(25)
      // Nothing that was read back was stored under a second name.
      const { contents } = run(end.live.trace, { strategy, max_context_tokens: 60_000, ...own }).data
      const previews = contents.filter((text) => text.startsWith('[Stored: '))
      expect(previews.length).toBeGreaterThan(0)
      expect(previews.filter((text) => text.includes(']\ntool-results/'))).toEqual([])
      expect([...end.world.files.keys()].some((path) => path.startsWith('tool-results/'))).toBe(false)
    },
  )

  it('CROSS-3 the survey ends in windows that hand over to each other', () => {
    const end = played('survey', { strategy: 'handover', max_context_tokens: 14_000 }, 90)
    expect([end.ended, end.told]).toEqual([null, 0])
    expect(end.world.files.get('REPORT.md')).toBeDefined()
  })
})
