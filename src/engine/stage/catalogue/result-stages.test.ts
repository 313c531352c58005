import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filler } from '../../../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { SceneOptions, StageScene } from '../../../testing/stage-view.ts'
import { tieredFullSettings, tieredSettings, toolLoop } from '../../../testing/tiered-scene.ts'
import type { CallAndResult } from '../../../testing/tiered-scene.ts'
import type { Message } from '../../core/message/message.ts'
import type { CacheMarking, Stage, StageContext, StageResult } from '../contract/stage.ts'
import type { TieredSettings } from '../tiered/declaration.ts'
import { budgetResults } from './budget-results.ts'
import { cutResults } from './cut-results.ts'
import { microcompact } from './microcompact.ts'
import { persistResults } from './persist-results.ts'
import type { PersistSettings } from './persist-results.ts'
import { snipResults } from './snip-results.ts'
import type { WindowView } from '../../policy/window/view.ts'

const protects = evictionSettings()
const small: PersistSettings = {
  name: 'persist_results',
  key: 'tiered.persist_above_bytes',
  above: { unit: 'bytes', size: 30_720 },
  preview: { lines: 200, bytes: 8192 },
}

function act<State>(stage: Stage<State>, scene: StageScene, state = stage.initial, view = scene.view) {
  return answered(stage.act(view, state, scene.context)).result
}

function changesOf<State>(result: StageResult<State>) {
  return result.edits.flatMap(({ changes }) => changes)
}

/** The new texts of the changed blocks. */
function textsOf<State>(result: StageResult<State>, scene: StageScene): string[] {
  return changesOf(result).map((change) =>
    'content' in change ? (scene.contents[change.content] ?? '') : '',
  )
}

function read(path: string, result: string): CallAndResult {
  return { tool: 'read_file', input: { path }, result }
}

function sceneOf(messages: readonly Message[], options: Partial<SceneOptions> = {}): StageScene {
  return stageScene(messages, { limit: 1_000_000, ...options })
}

describe('TIER-1 persist', () => {
  it.each([
    ['30,720 bytes stay', 'x'.repeat(30_720), 0],
    ['30,721 go', 'x'.repeat(30_721), 1],
    ['10,240 characters of three bytes stay', '漢'.repeat(10_240), 0],
    ['10,241 of them go', '漢'.repeat(10_241), 1],
  ])('TIER-1 %s', (_, text, stored) => {
    const scene = sceneOf(toolLoop([read('a.ts', text)]))
    const result = act(persistResults(small, protects), scene)
    expect(changesOf(result).length).toBe(stored)
    expect(result.outcome).toBe(stored === 0 ? 'skipped' : 'done')
  })

  it('TIER-1 the preview says where the rest is, and the trigger which value exceeded which limit', () => {
    const scene = sceneOf(toolLoop([read('a.ts', 'line\n'.repeat(8_000))]))
    const result = act(persistResults(small, protects), scene)
    const [text = ''] = textsOf(result, scene)
    expect(text.split('\n').length).toBe(201)
    expect(text).toMatch(/^\[Stored: 40000 bytes, 8000 lines, as tool-results\/turn-1-read_file-2\.txt\./)
    expect(result.edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'bytes',
      value: 40_000,
      allowed: 30_720,
      by: { key: 'tiered.persist_above_bytes', written: '30720', of: null },
    })
  })

  it('TIER-1 a stored result that is read back is paged, and not stored again', () => {
    const text = 'line\n'.repeat(8_000)
    const name = 'tool-results/turn-1-read_file-2.txt'
    const back = sceneOf(toolLoop([read('a.ts', text), read(name, text)]))
    const result = act(persistResults(small, protects), back)
    const [page = ''] = textsOf(result, back)
    expect(changesOf(result).map(({ verb }) => verb)).toEqual(['clip'])
    expect(page).toMatch(/^line\n/)
    expect(page).toContain(`[Page of ${name}: lines 1 to 6144 of 8000. Read on with offset 6145.]`)
    // The stage keeps no state for it, which would grow with every result.
    expect(result.state).toBeNull()
  })

  it.each([
    ['of another turn', 'tool-results/turn-7-read_file-2.txt', 'line\n'.repeat(8_000)],
    ['of another tool', 'tool-results/turn-1-grep-2.txt', 'line\n'.repeat(8_000)],
    ['of a call', 'tool-results/turn-0-read_file-1.txt', 'line\n'.repeat(8_000)],
    ['of a block that is still to come', 'tool-results/turn-1-read_file-99.txt', 'line\n'.repeat(8_000)],
    ['of a result that was not large', 'tool-results/turn-1-read_file-2.txt', 'short'],
  ])('TIER-1 a name under which nothing was stored is a file like any other: %s', (_, name, first) => {
    const back = sceneOf(toolLoop([read('a.ts', first), read(name, 'line\n'.repeat(8_000))]))
    expect(changesOf(act(persistResults(small, protects), back)).map(({ verb }) => verb)).toEqual(['replace'])
  })

  it('TIER-1 a result that was read back and needs no page is left alone', () => {
    const scene = sceneOf(toolLoop([read('tool-results/turn-1-read_file-2.txt', 'the second page')]))
    expect(act(persistResults(small, protects), scene).edits).toEqual([])
  })

  it('TIER-3 50,000 characters stay, 50,001 leave a preview of 2 KB', () => {
    const full = tieredFullSettings()
    const stage = persistResults(
      {
        name: 'store_results',
        key: 'tiered_full.tool_result_characters',
        above: { unit: 'characters', size: full.toolResultCharacters },
        preview: { lines: Infinity, bytes: full.previewBytes },
      },
      protects,
    )
    expect(act(stage, sceneOf(toolLoop([read('a.ts', '漢'.repeat(50_000))]))).edits).toEqual([])
    const scene = sceneOf(toolLoop([read('a.ts', '漢'.repeat(50_001))]))
    const [text = ''] = textsOf(act(stage, scene), scene)
    expect(text.slice(text.indexOf('\n') + 1)).toBe('漢'.repeat(682))
  })

  it('TIER-1 each of k parallel results is looked at, in one message or in k', () => {
    const big = 'x'.repeat(40_000)
    for (const shape of ['anthropic', 'openai'] as const) {
      const scene = sceneOf(toolLoop([[read('a', big), read('b', 'short'), read('c', big)]], { shape }))
      const changed = changesOf(act(persistResults(small, protects), scene)).map(({ block }) => block)
      expect(changed).toEqual([4, 6])
    }
  })

  it('TOK-3 in a result with images the text is measured, and images alone are left alone', () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(60_000) },
    } as const
    const pictures = sceneOf(toolLoop([{ tool: 'screenshot', result: [image, image] }]))
    expect(act(persistResults(small, protects), pictures).edits).toEqual([])
    expect(act(cutResults(100, protects), pictures).edits).toEqual([])
    const text = { type: 'text', text: 'x'.repeat(40_000) } as const
    const both = sceneOf(toolLoop([{ tool: 'screenshot', result: [text, image] }]))
    expect(textsOf(act(persistResults(small, protects), both), both)[0]).toContain('[Stored: 40000 bytes')
  })

  it('EVI-3 a pinned result and a protected type stay', () => {
    const messages = toolLoop([read('a.ts', 'x'.repeat(60_000))])
    const pinned = sceneOf(messages, { context: { pinned: new Set([2]) } })
    expect(act(persistResults(small, protects), pinned).edits).toEqual([])
    expect(act(cutResults(100, protects), pinned).edits).toEqual([])
    const guarded = evictionSettings({ protectedTypes: ['tool_result'] })
    expect(act(persistResults(small, guarded), sceneOf(messages)).edits).toEqual([])
    expect(act(cutResults(100, guarded), sceneOf(messages)).edits).toEqual([])
  })

  it('TIER-1 earlier arrivals were checked in their turn', () => {
    const scene = sceneOf(toolLoop([read('a.ts', 'x'.repeat(60_000)), read('b.ts', 'short')]))
    expect(act(persistResults(small, protects), scene).edits).toEqual([])
    expect(act(cutResults(100, protects), scene).edits).toEqual([])
  })
})

describe('TIER-1 cut', () => {
  it('TIER-1 50,000 characters stay, of 50,001 head and tail do', () => {
    const stage = cutResults(50_000, protects)
    expect(act(stage, sceneOf(toolLoop([read('a', '漢'.repeat(50_000))]))).edits).toEqual([])
    const scene = sceneOf(toolLoop([read('a', `${'h'.repeat(30_000)}${'t'.repeat(30_000)}`)]))
    const result = act(stage, scene)
    const [text = ''] = textsOf(result, scene)
    expect(text.length).toBeLessThanOrEqual(50_000)
    expect(text).toMatch(/^h{20000,}\n\[… \d+ characters left out …\]\nt{20000,}$/)
    expect(result.edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'characters',
      value: 60_000,
      allowed: 50_000,
      by: { key: 'tiered.cut_above_characters', written: '50000', of: null },
    })
  })

  it('TIER-1 a preview is not cut again', () => {
    const scene = sceneOf(toolLoop([read('a', 'x'.repeat(60_000))]))
    const persisted = act(persistResults(small, protects), scene)
    const view = scene.viewAfter(changesOf(persisted))
    expect(act(cutResults(100, protects), scene, null, view).edits).toEqual([])
  })
})

describe('TIER-1 budget', () => {
  /** A window filled to this share of the effective window by an additional text. */
  function filled(share: number, steps: readonly CallAndResult[]): StageScene {
    const messages = toolLoop(steps)
    const { used } = stageScene(messages, { limit: 1_000_000 }).view.window
    // Above 40,000 tokens, the effective window is the limit minus 20,000.
    return sceneOf(messages, { limit: Math.ceil(used / share) + 20_000 })
  }
  const steps = [read('a', 'a'.repeat(29_000)), read('b', 'b'.repeat(100_000)), read('c', 'c'.repeat(31_000))]
  const lengths = (share: number, given: Partial<TieredSettings> = {}): number[] => {
    const scene = filled(share, steps)
    return textsOf(act(budgetResults(tieredSettings(given), protects), scene), scene).map(
      ({ length }) => length,
    )
  }

  it.each([
    ['below .50 nothing', 0.499, []],
    ['from .50 on 30,000 characters', 0.5, [30_000, 30_000]],
    ['at .69 still', 0.69, [30_000, 30_000]],
    ['above .70 15,000', 0.71, [15_000, 15_000, 15_000]],
  ])('TIER-1 %s', (_, share, expected) => {
    const given = lengths(share)
    expect(given.length).toBe(expected.length)
    for (const [at, length] of given.entries()) {
      expect(length).toBeLessThanOrEqual(expected[at] ?? 0)
      expect(length).toBeGreaterThan((expected[at] ?? 0) - 5)
    }
  })

  it('TIER-1 settings move each of the four numbers', () => {
    expect(lengths(0.45, { budgetFrom: 0.4 }).length).toBe(2)
    expect(lengths(0.55, { budgetCharacters: 1_000 }).every((length) => length <= 1_000)).toBe(true)
    expect(lengths(0.55, { tightBudgetFrom: 0.52 }).length).toBe(3)
    expect(lengths(0.75, { tightBudgetCharacters: 90_000 }).length).toBe(1)
    // With a larger reserve the same window is fuller.
    expect(lengths(0.45, { reserveTokens: 40_000 }).length).toBeGreaterThan(0)
  })

  it('TIER-1 the tighter budget cuts the original, not the result of the first one', () => {
    const scene = filled(0.6, steps)
    const stage = budgetResults(tieredSettings(), protects)
    const first = act(stage, scene)
    const view = scene.viewAfter(changesOf(first))
    const full: WindowView = { ...view, limit: Math.ceil(view.window.used / 0.8) + 20_000 }
    const second = textsOf(act(stage, scene, first.state, full), scene)
    const fresh = textsOf(act(stage, filled(0.8, steps)), scene)
    expect(second.length).toBe(3)
    const missing = (text: string): string => /… (\d+) characters/.exec(text)?.[1] ?? ''
    // A note has 28 characters and its number: 29,000 − (15,000 − 33), 100,000 − (15,000 − 34), …
    expect(second.map(missing)).toEqual(['14033', '85034', '16033'])
    expect(fresh.length).toBe(3)
  })

  it('TIER-1 a repetition changes nothing, also without the remembered state', () => {
    const scene = filled(0.6, steps)
    const stage = budgetResults(tieredSettings(), protects)
    const first = act(stage, scene)
    const view = scene.viewAfter(changesOf(first))
    // As full as before, because of other content.
    const full: WindowView = { ...view, limit: Math.ceil(view.window.used / 0.6) + 20_000 }
    expect(act(stage, scene, first.state, full).edits).toEqual([])
    expect(act(stage, scene, stage.initial, full).edits).toEqual([])
  })

  it('TIER-1 a new result is checked without checking the others', () => {
    const scene = filled(0.6, [...steps, read('d', 'd'.repeat(40_000))])
    const stage = budgetResults(tieredSettings(), protects)
    const state = [{ window: 0, value: { first: 6, tight: -1 } }]
    expect(changesOf(act(stage, scene, state)).at(-1)?.block).toBe(8)
    const later = [{ window: 0, value: { first: 8, tight: -1 } }]
    expect(act(stage, scene, later).edits).toEqual([])
    // The state of another window does not apply.
    const other = [{ window: 7, value: { first: 8, tight: -1 } }]
    expect(changesOf(act(stage, scene, other)).length).toBe(3)
  })

  it('TIER-1 on a second rise the tight budget cuts what came while the first was enough', () => {
    const rising = [...steps, read('d', 'd'.repeat(25_000))]
    const stage = budgetResults(tieredSettings(), protects)
    const tight = act(stage, filled(0.8, steps))
    // After a manual compaction the window is less full, and 25,000 characters arrive under a budget of 30,000.
    const loose = filled(0.6, rising)
    const between = act(stage, loose, tight.state)
    const again = filled(0.8, rising)
    expect(changesOf(act(stage, again, between.state)).map(({ block }) => block)).toContain(8)
    expect(act(stage, again, act(stage, again, between.state).state).edits).toEqual([])
  })
})

describe('TIER-1 snip', () => {
  const settings = {
    name: 'snip_results',
    share: { key: 'tiered.snip_from', of: 'limit' } as const,
    from: 0.6,
    tools: ['read_file', 'grep_search'],
    keepPerTool: 3,
    keepResults: 3,
    window: (view: WindowView) => view.limit,
  }
  const long = (nth: number): string => `${nth} ${filler(800)}`

  function full(steps: readonly CallAndResult[], share = 0.61, context: Partial<StageContext> = {}) {
    const messages = toolLoop(steps)
    const { used } = stageScene(messages, { limit: 1_000_000 }).view.window
    return sceneOf(messages, { limit: Math.floor(used / share), context })
  }
  const snippedOf = (scene: StageScene, given = {}): number[] =>
    changesOf(act(snipResults({ ...settings, ...given }, protects), scene)).map(
      ({ block }) => (block - 2) / 2,
    )

  it('TIER-1 at .60 nothing, above it the older reads of a file', () => {
    const steps = ['a', 'b', 'a', 'c', 'd', 'e'].map((path, nth) => read(path, long(nth)))
    const messages = toolLoop(steps)
    const { used } = stageScene(messages, { limit: 1_000_000 }).view.window
    expect(snippedOf(sceneOf(messages, { limit: used / 0.6 }))).toEqual([])
    // One read of a is newer. With three newer results per tool, b and the second read of a are old, too.
    expect(snippedOf(full(steps))).toEqual([0, 1, 2])
    expect(snippedOf(full(steps), { keepPerTool: 10 })).toEqual([0])
  })

  it('TIER-1 the newest three results stay, whatever they are', () => {
    const same = Array.from({ length: 6 }, (_, nth) => read('a', long(nth)))
    expect(snippedOf(full(same))).toEqual([0, 1, 2])
    expect(snippedOf(full(same), { keepResults: 1 })).toEqual([0, 1, 2, 3, 4])
    expect(snippedOf(full(same), { keepResults: 5 })).toEqual([0])
  })

  it('TIER-1 counts per tool, and leaves unnamed tools alone', () => {
    const steps = Array.from({ length: 12 }, (_, nth): CallAndResult => {
      const tool = ['read_file', 'grep_search', 'write_notes'][nth % 3] ?? ''
      return { tool, input: { query: `q${nth}` }, result: long(nth) }
    })
    // Four results of each tool: results 0 and 1 are the fourth newest of theirs.
    expect(snippedOf(full(steps))).toEqual([0, 1])
    expect(snippedOf(full(steps), { tools: ['write_notes'] })).toEqual([2])
    expect(snippedOf(full(steps), { keepPerTool: 2 })).toEqual([0, 1, 3, 4])
  })

  it('PAIR-3 the call stays, the notice names the call, and if it would be longer nothing changes', () => {
    const steps = [read('src/a.ts', 'tiny'), ...['a', 'b', 'a', 'c', 'd'].map((p, nth) => read(p, long(nth)))]
    const scene = full(steps, 0.8)
    const result = act(snipResults(settings, protects), scene)
    expect(changesOf(result).map(({ block }) => block)).toEqual([4, 6])
    expect(textsOf(result, scene)[0]).toBe(
      '[Snipped: result of turn 2, read_file {"path":"a"}. Call it again if needed.]',
    )
    expect(scene.after(changesOf(result)).entries.length).toBe(scene.view.window.entries.length)
  })

  it('EVI-3 the results of this turn and pinned ones stay, which is reported', () => {
    const batch = Array.from({ length: 6 }, (_, nth) => read('a', long(nth)))
    const messages = toolLoop([batch])
    const { used } = stageScene(messages, { limit: 1_000_000 }).view.window
    const running = sceneOf(messages, { limit: used / 0.9 })
    expect(act(snipResults(settings, protects), running).edits).toEqual([])
    const pinned = full(batch, 0.9, { pinned: new Set([4]) })
    const result = act(snipResults(settings, protects), pinned)
    expect(changesOf(result).map(({ block }) => block)).toEqual([2, 6])
    expect(result.edits[0]?.kept?.gated).toEqual([{ block: 4, gates: ['pinned'] }])
  })

  it('TIER-1 applying it again changes nothing', () => {
    fc.assert(
      fc.property(loops, (steps) => {
        const scene = full(steps, 0.95)
        const stage = snipResults(settings, protects)
        const first = act(stage, scene)
        const view = { ...scene.viewAfter(changesOf(first)), limit: 100 }
        expect(act(stage, scene, stage.initial, view).edits).toEqual([])
        expect(act(stage, scene, first.state, view).edits).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('TIER-1 removes what a separate check of each result finds outdated', () => {
    fc.assert(
      fc.property(
        loops,
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        (steps, tool, all) => {
          const scene = full(steps, 0.95)
          const given = { ...settings, keepPerTool: tool, keepResults: all }
          expect(snippedOf(scene, given)).toEqual(outdatedOneByOne(steps, tool, all, settings.tools))
        },
      ),
      { numRuns: 24 },
    )
  })

  const loops: fc.Arbitrary<CallAndResult[]> = fc.array(
    fc.record({
      tool: fc.constantFrom('read_file', 'grep_search', 'write_notes'),
      input: fc.record({ path: fc.constantFrom('a', 'b', '__proto__') }),
      result: fc.nat(9).map(long),
    }),
    { minLength: 1, maxLength: 12 },
  )
})

/** The rule again without bookkeeping: newest first, each compared with those that stay. */
function outdatedOneByOne(
  steps: readonly CallAndResult[],
  keepPerTool: number,
  keepResults: number,
  tools: readonly string[],
): number[] {
  const stays = new Set<number>()
  for (let at = steps.length - 1; at >= 0; at--) {
    const one = steps[at] as CallAndResult
    const newer = [...stays].map((nth) => steps[nth] as CallAndResult).filter(({ tool }) => tool === one.tool)
    const sameFile =
      one.tool === 'read_file' && newer.some(({ input }) => input?.['path'] === one.input?.['path'])
    const outdated = tools.includes(one.tool) && (newer.length >= keepPerTool || sameFile)
    if (!outdated || at >= steps.length - keepResults) stays.add(at)
  }
  // The result of this turn is protected, whatever `keep` is.
  stays.add(steps.length - 1)
  return [...steps.keys()].filter((at) => !stays.has(at))
}

describe('TIER-1 TIER-3 microcompact', () => {
  const keys = { idle: 'tiered.idle_minutes', warm: 'tiered_full.clear_from' }
  const settings = { name: 'microcompact', keys, idleMinutes: 5, keepResults: 3, warmFrom: null, marks: null }
  const steps = Array.from({ length: 5 }, (_, nth) => read(`f${nth}`, filler(400)))
  const after = (minutes: number | null, given = {}, limit = 1_000_000) => {
    const idle = minutes === null ? null : minutes * 60_000
    const scene = sceneOf(toolLoop(steps), { limit, context: { idle } })
    return { scene, result: act(microcompact({ ...settings, ...given }, protects), scene) }
  }

  it('TIER-1 after five minutes nothing, after more all but the newest three', () => {
    expect(after(5).result.edits).toEqual([])
    expect(after(null).result.edits).toEqual([])
    const { scene, result } = after(5.001)
    expect(changesOf(result).map(({ verb, block }) => `${verb} ${block}`)).toEqual(['replace 2', 'replace 4'])
    expect(textsOf(result, scene)[0]).toBe('[Cleared: result of turn 1, read_file.]')
    expect(result.edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'milliseconds',
      value: 300_060,
      allowed: 300_000,
      by: { key: 'tiered.idle_minutes', written: '5', of: null },
    })
  })

  it('TIER-1 settings change the pause and the number kept', () => {
    expect(after(5.5, { idleMinutes: 6 }).result.edits).toEqual([])
    expect(changesOf(after(6, { keepResults: 1 }).result).length).toBe(4)
    // The last one arrived in this turn and is unread.
    expect(changesOf(after(6, { keepResults: 0 }).result).length).toBe(4)
  })

  it('TIER-3 a marked cache counts for no longer than the requested term', () => {
    const marks = { staticUntil: '-', term: '1h' } as const
    const life = (idleMinutes: number, given: CacheMarking | null) =>
      (microcompact({ ...settings, idleMinutes, marks: given }, protects).cacheLife ?? 0) / 60_000
    expect([life(120, marks), life(20, marks), life(20, { ...marks, term: '5m' })]).toEqual([60, 20, 5])
    expect(life(120, null)).toBe(120)
    const cold = after(90, { idleMinutes: 120, marks }).result.edits
    expect(cold[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'milliseconds',
      value: 5_400_000,
      allowed: 3_600_000,
      by: { key: 'tiered.idle_minutes', written: '120', of: null },
    })
    expect(after(60, { idleMinutes: 120, marks }).result.edits).toEqual([])
  })

  it('TIER-3 with a warm cache the provider clears them, from the share on', () => {
    const { used } = after(0).scene.view.window
    const warm = { warmFrom: 0.7 }
    expect(after(0, warm, Math.ceil(used / 0.7)).result.edits).toEqual([])
    const { scene, result } = after(0, warm, Math.floor(used / 0.71))
    expect(changesOf(result).map(({ verb }) => verb)).toEqual(['clear', 'clear'])
    expect(scene.shown(scene.after(changesOf(result)))).toContain('result1:server_cleared')
    // Without a clock no cache counts as cold.
    expect(changesOf(after(null, warm, Math.floor(used / 0.71)).result).length).toBe(2)
    const cold = after(6, warm, Math.floor(used / 0.71)).result
    expect(changesOf(cold).map(({ verb }) => verb)).toEqual(['replace', 'replace'])
  })

  it('TIER-1 cleared results stay cleared, and are not cleared twice', () => {
    for (const verb of ['replace', 'clear'] as const) {
      const { scene, result } = verb === 'replace' ? after(6) : after(0, { warmFrom: 0 })
      const view = scene.viewAfter(changesOf(result))
      const again = microcompact({ ...settings, warmFrom: 0 }, protects)
      expect(act(again, scene, again.initial, view).edits).toEqual([])
    }
  })
})
