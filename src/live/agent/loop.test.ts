import { describe, expect, it } from 'vitest'
import { guards, policies, validate } from '../../engine/index.ts'
import { partsOf } from '../../engine/internal.ts'
import type { Part } from '../../engine/index.ts'
import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { run } from '../../sim/index.ts'
import { storedResult } from '../../sim/internal.ts'
import type { Timeline } from '../../sim/index.ts'
import { answer, hear, say, startLive } from '../growing.ts'
import type { World } from '../live.ts'
import { taskPresets } from '../presets.ts'
import { repository } from '../repository/repository.ts'
import { tools } from '../tools/list.ts'
import { readStoredFile } from '../tools/stored-file.ts'
import { mockAgents } from './list.ts'

/** Only the system prompt and open calls are protected: the oldest leave first, the task as well. */
const open = Object.fromEntries(
  Object.values(guards).flatMap(({ name, always }) => (always ? [] : [[name, false] as const])),
)
const naive = (max_context_tokens: number): PartialConfig => ({
  strategy: 'evict',
  max_context_tokens,
  eviction: { policy: 'fifo', user_share: 0, gates: open },
})

/** Tokens of the page's initial window for a conversation. */
const WINDOW = 12_000

/** Presets of the page: one for each way to lose something. */
const PLANS = [
  'default',
  'delegation_first',
  'semantic_merge',
  'random',
  'gdsf',
  's3fifo',
  'hybrid',
  'tiered',
  'token_trim_middle',
  'context_editing_compact',
  'handover',
]

/**
 * The other presets, except those that free nothing. They take twice as long again, and run only if WHOLE_MENU is set.
 */
const OTHERS = [
  'as_written_overflow',
  'atomic_window_tokens',
  'compaction_first',
  'compaction_rewritten',
  'progressive_first',
  'summarize_results',
  'component_budgets',
  'code_review',
  'research',
  'support',
  ...Object.keys(policies).filter((name) => !PLANS.includes(name)),
  'atomic_window',
  'token_trim',
  'token_trim_end',
  'tiered_full',
  'tiered_full_margin',
  'rolling_summary',
  'context_editing',
  'pipeline',
  'recorded',
  'as_written_tiered',
  'as_written_lru',
  'as_written_eviction',
  'as_written_rolling_summary',
]

/** Articles whose code removes the task with everything else. */
const FORGETS_TASK = ['as_written_atomic_window', 'as_written_token_trim']

/** Plays a preset to its end. Each request is that of a run over the conversation so far. */
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
      // A user who sees the agent ask repeats its task.
      told += 1
      live = say(live, preset.task, 1000 * step)
      continue
    }
    const outcomes = live.open.map(({ id: call, name, input }) => {
      if (name === 'read_file') {
        reads.push((input as { path: string }).path)
        pages.push(JSON.stringify(input))
      }
      const stored = storedText(timeline, input)
      if (stored !== null) {
        const { path } = input as { path: string }
        return { id: call, ...readStoredFile(path, input, stored) }
      }
      const outcome = tools[name]?.run(input, world)
      world = outcome?.world ?? world
      return { id: call, text: outcome?.text ?? '', failed: outcome?.failed ?? true }
    })
    live = answer(live, outcomes, 1000 * step)
  }
  return { ended: 'too long', steps: most, live, world, reads, pages, told, last: '' }
}

/** The text that a run stored under the path of a call; null for any other call. */
function storedText(timeline: Timeline, input: unknown): string | null {
  const { path = '' } = input as { path?: string }
  const found = storedResult(timeline.data, path)
  return found === null ? null : timeline.textOf(found.block)
}

const twice = (list: readonly string[]): readonly string[] => [
  ...new Set(list.filter((one, at) => list.indexOf(one) < at)),
]
const fixed = ({ files }: World): boolean =>
  (files.get('src/reservations/expiry.ts') ?? '').includes('holdSeconds * 1000')

const small = (plan: string): PartialConfig => ({ ...presetConfig(plan), max_context_tokens: WINDOW })

/**
 * The end of a hunt under a preset: why it was shortened, how often the task was repeated, whether the bug was fixed.
 */
function hunted(plan: string) {
  const { ended, told, world, last } = played('bug', small(plan), 30)
  return [ended, told, fixed(world), last.endsWith(' every test passes.')]
}

const MENDED = [null, 0, true, true]

/** The end of a survey, and the files that its report mentions. */
function surveyed(plan: string) {
  const { ended, told, world } = played('survey', small(plan), 80)
  const lines = (world.files.get('REPORT.md') ?? '').split('\n').filter((line) => line.startsWith('- '))
  const known = lines.filter((line) => !line.includes('could not keep'))
  return [ended, told, known.map((line) => line.slice(2, line.indexOf(': '))).toSorted()]
}

const REPORTED = [null, 0, [...repository().files.keys()].toSorted()]

/** Settings that store every long result, to be read back page by page. */
const STRICT = [
  ['tiered', 'bug', { tiered: { persist_above_bytes: 900, preview_lines: 4 } }],
  ['tiered_full', 'bug', { tiered_full: { tool_result_characters: 700, preview_bytes: 150 } }],
  ['tiered', 'survey', { tiered: { persist_above_bytes: 6_000, preview_lines: 4 } }],
  ...(process.env['WHOLE_MENU']
    ? ([
        ['tiered_full', 'survey', { tiered_full: { tool_result_characters: 3_000, preview_bytes: 150 } }],
      ] as const)
    : []),
] as const

describe('an agent in a managed window', () => {
  it('the bug hunter ends in a generous window without reading anything twice', () => {
    const end = played('bug', naive(60_000), 40)
    expect(end).toMatchObject({ ended: null, steps: 15, told: 0 })
    expect(end.last).toMatch(/every test passes\.$/)
    expect([twice(end.reads), fixed(end.world)]).toEqual([[], true])
  })

  it('EVI-5 in a small one it loses its task and the results, asks, reads again, and still finishes', () => {
    const end = played('bug', naive(12_000), 60)
    expect(end.ended).toBeNull()
    expect(end.told).toBeGreaterThan(0)
    expect(twice(end.reads)).toContain('src/reservations/expiry.ts')
    expect(end.steps).toBeGreaterThan(15)
    expect(fixed(end.world)).toBe(true)
  })

  it('EVI-3 with a protected task, it reads again but never asks', () => {
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

  it('EVI-5 in a small one the survey loses its notes and reads again', () => {
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

  it.each(PLANS)('VALID-3 the bug hunter ends in a window of 12,000 under %s, and never asks', (plan) => {
    expect(hunted(plan)).toEqual(MENDED)
  })

  it('VALID-3 the survey ends in a window of 12,000 with a line about each file and none twice', () => {
    expect(surveyed('s3fifo')).toEqual(REPORTED)
  })

  describe.skipIf(!process.env['WHOLE_MENU'])('everything that a lane can run', () => {
    it.each(OTHERS)('VALID-3 the bug hunter ends in a window of 12,000 under %s', (plan) => {
      expect(hunted(plan)).toEqual(MENDED)
    })
    it.each(FORGETS_TASK)(
      'VALID-3 %s drops the task, and the bug hunter finishes after being told again',
      (plan) => {
        expect(hunted(plan)).toEqual([null, 1, true, true])
      },
    )
    it.each(['default', 'component_budgets', 'research', 'random', 'fifo', 'token_trim', 'handover'])(
      'VALID-3 the survey ends under %s',
      (plan) => {
        expect(surveyed(plan)).toEqual(REPORTED)
      },
    )
  })

  it('STRAT-1 an unmanaged window is full before the bug is found', () => {
    const end = played('bug', small('unmanaged'), 30)
    expect([end.ended, fixed(end.world)]).toEqual(['overflow', false])
  })

  it.each(STRICT)(
    'TIER-1 under a strict %s the agent of %s reads stored results, and finishes',
    (strategy, id, own) => {
      const end = played(id, { strategy, max_context_tokens: 60_000, ...own }, 150)
      expect([end.ended, end.told]).toEqual([null, 0])
      expect(end.reads.filter((path) => path.startsWith('tool-results/')).length).toBeGreaterThan(1)
      if (id === 'bug') expect(fixed(end.world)).toBe(true)
      else expect((end.world.files.get('REPORT.md') ?? '').split('\n- ')).toHaveLength(25)
      // Nothing that was read back was stored again under another name.
      const { contents } = run(end.live.trace, { strategy, max_context_tokens: 60_000, ...own }).data
      const previews = contents.filter((text) => text.startsWith('[Stored: '))
      expect(previews.length).toBeGreaterThan(0)
      expect(previews.filter((text) => text.includes(']\ntool-results/'))).toEqual([])
      expect([...end.world.files.keys()].some((path) => path.startsWith('tool-results/'))).toBe(false)
    },
  )
})
