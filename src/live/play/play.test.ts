import { describe, expect, it } from 'vitest'
import { guards, policies, validate } from '../../engine/index.ts'
import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import type { World } from '../live.ts'
import { repository } from '../repository/repository.ts'
import { taskPresets } from '../task/list.ts'
import { play } from './play.ts'
import type { Played } from './play.ts'

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
  'semantic_merge',
  's3fifo',
  'tiered',
  'token_trim_middle',
  'context_editing_compact',
  'handover',
]

/**
 * The other presets, except those that free nothing. They take twice as long again, and run only if WHOLE_MENU is set.
 */
const OTHERS = [
  'delegation_first',
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

/** Plays a preset to its end; every request on the way is valid. */
function played(id: string, config: PartialConfig, most: number) {
  const preset = taskPresets.find((one) => one.id === id)
  if (preset === undefined) throw new Error(id)
  return play(preset, config, {
    most,
    onRequest: (request) => {
      expect(validate(request, 'anthropic')).toEqual([])
    },
  })
}

const fixed = ({ files }: World): boolean =>
  (files.get('src/reservations/expiry.ts') ?? '').includes('holdSeconds * 1000')

const small = (plan: string): PartialConfig => ({ ...presetConfig(plan), max_context_tokens: WINDOW })

/** The end of a hunt under a preset: why it ended, how often the agent asked for its task, whether the bug was fixed. */
function hunted(plan: string) {
  const { ending, asked, world, answer } = played('bug', small(plan), 30)
  return [ending, asked, fixed(world), answer.endsWith(' every test passes.')]
}

const MENDED = ['finished', 0, true, true]

/** The end of a survey, and the files that its report mentions. */
function surveyed(plan: string) {
  const { ending, asked, world } = played('survey', small(plan), 80)
  const lines = (world.files.get('REPORT.md') ?? '').split('\n').filter((line) => line.startsWith('- '))
  const known = lines.filter((line) => !line.includes('could not keep'))
  return [ending, asked, known.map((line) => line.slice(2, line.indexOf(': '))).toSorted()]
}

const REPORTED = ['finished', 0, [...repository().files.keys()].toSorted()]

/** Readings of stored results. */
function readBack({ live }: Played): number {
  return JSON.stringify(live.trace.messages).split('"path":"tool-results/').length - 1
}

/** Settings that store every long result, to be read back page by page. The page's own test plays the bug hunter so. */
const STRICT = [
  ['tiered', 'bug', { tiered: { persist_above_bytes: 900, preview_lines: 4 } }],
  ['tiered_full', 'bug', { tiered_full: { tool_result_characters: 700, preview_bytes: 150 } }],
  ['tiered', 'survey', { tiered: { persist_above_bytes: 6_000, preview_lines: 4 } }],
  ['tiered_full', 'survey', { tiered_full: { tool_result_characters: 3_000, preview_bytes: 150 } }],
] as const

describe('an agent in a managed window', () => {
  it('the bug hunter ends in a generous window without reading anything twice', () => {
    const end = played('bug', naive(60_000), 40)
    expect(end).toMatchObject({ ending: 'finished', steps: 16, asked: 0, readTwice: [] })
    expect(end.answer).toMatch(/every test passes\.$/)
    expect(fixed(end.world)).toBe(true)
  })

  it('EVI-5 in a small one it loses its task and the results, asks, reads again, and still finishes', () => {
    const end = played('bug', naive(12_000), 60)
    expect(end.ending).toBe('finished')
    expect(end.asked).toBeGreaterThan(0)
    expect(end.readTwice).toContain('src/reservations/expiry.ts')
    expect(end.steps).toBeGreaterThan(16)
    expect(fixed(end.world)).toBe(true)
  })

  it('EVI-3 with a protected task, it reads again but never asks', () => {
    const end = played(
      'bug',
      { strategy: 'evict', max_context_tokens: 12_000, eviction: { policy: 'fifo' } },
      60,
    )
    expect(end).toMatchObject({ ending: 'finished', asked: 0 })
    expect(end.readTwice.length).toBeGreaterThan(0)
    expect(fixed(end.world)).toBe(true)
  })

  it('the survey writes its report in a generous window, and reads no page twice', () => {
    const end = played('survey', naive(60_000), 60)
    expect(end).toMatchObject({ ending: 'finished', steps: 32, asked: 0, readTwice: [] })
    expect((end.world.files.get('REPORT.md') ?? '').split('\n- ')).toHaveLength(25)
  })

  it('EVI-5 in a small one the survey loses its notes and reads again', () => {
    const end = played('survey', naive(16_000), 90)
    expect(end.ending).toBe('finished')
    expect(end.readTwice.length).toBeGreaterThan(0)
    expect(end.world.files.get('REPORT.md')).toBeDefined()
  })

  it('a question is answered in three steps', () => {
    const end = played('question', naive(12_000), 10)
    expect(end).toMatchObject({ ending: 'finished', steps: 3 })
    expect(end.answer).toContain('src/settings.ts:18: holdSeconds: 600,')
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
        expect(hunted(plan)).toEqual(['finished', 1, true, true])
      },
    )
    it.each(['default', 'component_budgets', 'research', 'random', 'fifo', 'token_trim', 'handover'])(
      'VALID-3 the survey ends under %s',
      (plan) => {
        expect(surveyed(plan)).toEqual(REPORTED)
      },
    )
    it.each(STRICT)(
      'TIER-1 under a strict %s the agent of %s reads stored results, and finishes',
      (strategy, id, own) => {
        const end = played(id, { strategy, max_context_tokens: 60_000, ...own }, 150)
        expect([end.ending, end.asked]).toEqual(['finished', 0])
        expect(readBack(end)).toBeGreaterThan(1)
        if (id === 'bug') expect(fixed(end.world)).toBe(true)
        else expect((end.world.files.get('REPORT.md') ?? '').split('\n- ')).toHaveLength(25)
        // Nothing that was read back was stored again under another name.
        const { contents } = end.timeline.data
        const previews = contents.filter((text) => text.startsWith('[Stored: '))
        expect(previews.length).toBeGreaterThan(0)
        expect(previews.filter((text) => text.includes(']\ntool-results/'))).toEqual([])
        expect([...end.world.files.keys()].some((path) => path.startsWith('tool-results/'))).toBe(false)
      },
    )
  })

  it('STRAT-1 an unmanaged window is full before the bug is found', () => {
    const end = played('bug', small('unmanaged'), 30)
    expect([end.ending, fixed(end.world)]).toEqual(['overflow', false])
  })
})
