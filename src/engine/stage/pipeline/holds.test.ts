import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { stageScene } from '../../../testing/stage-view.ts'
import type { SceneOptions } from '../../../testing/stage-view.ts'
import { ProblemError } from '../../core/problem.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { OPERATORS, parseCondition } from './condition.ts'
import type { Condition } from './condition.ts'
import { cheapFirst, holds } from './holds.ts'
import { quantities } from './quantity.ts'

function read(text: string): Condition {
  const result = parseCondition(text)
  if ('problem' in result) throw new ProblemError([])
  return result.condition
}

/** A task, a talk, a pair, a batch of two, and a second request: 10 blocks in 7 messages. */
const TALK = conversation(`
  user: fix the parser
  assistant: think hm + text on it + call a read_file {"path":"a.ts"}
  result a: 400 chars
  assistant: call b read_file {"path":"b.ts"} + call c read_file {"path":"c.ts"}
  result b: 80 chars
  result c: 80 chars
  assistant: done
  user: and the lexer`)

const OPTIONS: SceneOptions = { limit: 400, reserve: 40 }

function asked(text: string, options: SceneOptions = OPTIONS): boolean {
  const { view, context } = stageScene(TALK, options)
  return holds(read(text), view, context)
}

function valueOf(name: string, options: SceneOptions = OPTIONS): number {
  const { view, context } = stageScene(TALK, options)
  const unused = (): never => {
    throw new Error(`${name} looks through the window`)
  }
  return quantities[name]?.counted === false
    ? quantities[name].of({ view, context, count: unused })
    : Number.NaN
}

describe('names in a condition', () => {
  const { view } = stageScene(TALK, OPTIONS)
  const { used } = view.window

  it('PIPE-1 tokens, and shares of the limit', () => {
    expect(['used', 'limit', 'reserve', 'free'].map((name) => valueOf(name))).toEqual([
      used,
      400,
      40,
      400 - 40 - used,
    ])
    expect(valueOf('utilization')).toBe(used / 400)
  })

  it('PIPE-1 the zone as it is now, not as it was at the beginning of the turn', () => {
    const full = stageScene(TALK, { limit: Math.ceil(used / 0.92) })
    const zoneIs = (zone: string, one = full.view): boolean =>
      holds(read(`zone == ${zone}`), one, full.context)
    expect(['green', 'yellow', 'orange', 'red'].map((zone) => zoneIs(zone))).toEqual([
      false,
      false,
      false,
      true,
    ])
    const dropped = full.view.blocks.slice(1).map(({ id }) => ({ verb: 'drop' as const, block: id }))
    const after = full.viewAfter(dropped)
    expect(after.reading.zone).toBe('red')
    expect([zoneIs('green', after), zoneIs('red', after)]).toEqual([true, false])
    expect(holds(read('zone < yellow'), after, full.context)).toBe(true)
  })

  it('PIPE-1 counts of the window: messages, requests, results, summaries', () => {
    expect(asked('messages == 7 and exchanges == 2 and results == 3 and summaries == 0')).toBe(true)
    const scene = stageScene(TALK, OPTIONS)
    const result = scene.view.blocks.find(({ type }) => type === 'tool_result')?.id ?? -1
    const call = scene.view.blocks.find(({ type }) => type === 'tool_call')?.id ?? -1
    const thinking = scene.view.blocks.find(({ type }) => type === 'thinking')?.id ?? -1
    const folded = scene.viewAfter([
      { verb: 'fold', block: thinking, into: call },
      { verb: 'fold', block: call - 1, into: call },
      { verb: 'fold', block: call, into: call },
      { verb: 'clear', block: result, content: -1, tokens: 0 },
    ])
    // Blocks outside the prompt are not counted: a reply and its result are folded and cleared.
    expect(holds(read('messages == 5 and results == 2'), folded, scene.context)).toBe(true)
  })

  it('PIPE-1 turns count from the opening of the window, this one included', () => {
    expect(valueOf('turns')).toBe(4)
    const carried = { notes: [], checkpoint: null, serial: 2, opened: 2 }
    expect(valueOf('turns', { ...OPTIONS, context: { carried } })).toBe(2)
  })

  it('PIPE-1 minutes since the previous turn; null if the trace has no clock', () => {
    expect(valueOf('idle')).toBe(0)
    expect(valueOf('idle', { ...OPTIONS, context: { idle: 90_000 } })).toBe(1.5)
    expect(asked('idle >= 5', { ...OPTIONS, context: { idle: 300_000 } })).toBe(true)
  })

  it('PIPE-1 red without growth towards it is further away than any number', () => {
    const reading = { turnsUntilRed: null, velocity: 12, arrived: 30, spike: true }
    expect(valueOf('turns_until_red', { ...OPTIONS, reading })).toBe(Infinity)
    expect(valueOf('turns_until_red', { ...OPTIONS, reading: { turnsUntilRed: 2.5 } })).toBe(2.5)
    expect([
      valueOf('velocity', { ...OPTIONS, reading }),
      valueOf('arrived', { ...OPTIONS, reading }),
    ]).toEqual([12, 30])
    expect(asked('spike', { ...OPTIONS, reading })).toBe(true)
  })

  it('PIPE-1 an overflow is judged with the margin of an estimating counter (BUD-5)', () => {
    const scene = stageScene(TALK, { limit: used + 40, reserve: 40 })
    expect(holds(read('overflow'), scene.view, scene.context)).toBe(false)
    expect(holds(read('overflow'), { ...scene.view, margin: 1 }, scene.context)).toBe(true)
  })

  it.each<[name: string, context: Partial<StageContext>]>([
    ['manual', { manual: ['compact'] }],
    ['emergency', { emergency: true }],
    [
      'recorded',
      {
        recordedActs: [
          {
            kind: 'compaction',
            summary: null,
            tokensBefore: null,
            tokensAfter: null,
            cleared: [],
            tokensFreed: null,
          },
        ],
      },
    ],
    ['failures == 2', { breaker: { failures: 2, open: false } }],
  ])('PIPE-1 %s', (text, context) => {
    expect([asked(text), asked(text, { ...OPTIONS, context })]).toEqual([false, true])
  })

  it('PIPE-1 each has a meaning, and numbers a unit', () => {
    for (const [name, { kind, meaning, unit }] of Object.entries(quantities)) {
      expect([name, meaning]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)])
      expect([name, unit !== '']).toEqual([name, kind === 'number'])
      expect(name).toMatch(/^[a-z_]+$/)
    }
  })
})

describe('the cost of evaluation', () => {
  it('PIPE-1 the window is searched only if nothing else decides, and then once', () => {
    const { view, context } = stageScene(TALK, OPTIONS)
    let looks = 0
    const watched: WindowView = Object.create(view, {
      blocks: {
        get: () => {
          looks += 1
          return view.blocks
        },
      },
    })
    const looksFor = (text: string): number => {
      looks = 0
      holds(cheapFirst(read(text)), watched, context)
      return looks
    }
    expect(looksFor('messages > 3 and never')).toBe(0)
    expect(looksFor('not (messages > 3) or always')).toBe(0)
    expect(looksFor('used > 1 and spike')).toBe(0)
    expect(looksFor('messages > 3 and results > 1 and exchanges > 0')).toBe(1)
  })
})

describe('laws', () => {
  const { view, context } = stageScene(TALK, OPTIONS)
  const truth = (text: string): boolean => holds(read(text), view, context)

  it('PIPE-1 a condition follows its parts, whatever its brackets, and in any order of evaluation', () => {
    const seen = new Set<boolean>()
    fc.assert(
      fc.property(conditions, fc.boolean(), (tree, bare) => {
        const expected = judged(tree, truth)
        const text = written(tree, bare)
        if (text.length > 500) return
        seen.add(expected)
        expect([text, truth(text)]).toEqual([text, expected])
        expect([text, holds(cheapFirst(read(text)), view, context)]).toEqual([text, expected])
      }),
      { numRuns: 320 },
    )
    expect(seen.size).toBe(2)
  })

  it('PIPE-1 comparisons of two sides are those of their numbers', () => {
    const { used } = view.window
    const sides: [string, number][] = [
      ['used', used],
      ['free', 360 - used],
      ['0', 0],
      ['40', 40],
      ['reserve', 40],
      ['.4k', 400],
      ['limit', 400],
    ]
    const compared = {
      '<': lt,
      '<=': (a, b) => !lt(b, a),
      '>': (a, b) => lt(b, a),
      '>=': (a, b) => !lt(a, b),
      '==': same,
      '!=': (a, b) => !same(a, b),
    } satisfies Record<string, (a: number, b: number) => boolean>
    for (const [left, a] of sides) {
      for (const [right, b] of sides) {
        for (const operator of OPERATORS) {
          const text = `${left} ${operator} ${right}`
          expect([text, truth(text)]).toEqual([text, compared[operator](a, b)])
        }
      }
    }
  })
})

function lt(a: number, b: number): boolean {
  return a - b < 0
}

function same(a: number, b: number): boolean {
  return Object.is(a, b)
}

interface Tree {
  readonly kind: 'atom' | 'not' | 'and' | 'or'
  readonly text: string
  readonly of: readonly Tree[]
}

const atoms = fc.constantFrom(
  'used > 100',
  'used > 300',
  'messages == 7',
  'messages < 7',
  'spike',
  'results >= 1',
  'zone >= orange',
  'zone <= orange',
  'always',
  'never',
)

const conditions: fc.Arbitrary<Tree> = fc.letrec<{ one: Tree }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'condition' },
    atoms.map((text): Tree => ({ kind: 'atom', text, of: [] })),
    tie('one').map((of): Tree => ({ kind: 'not', text: '', of: [of] })),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('one'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, of]): Tree => ({ kind, text: '', of })),
  ),
})).one

function judged({ kind, text, of }: Tree, truth: (text: string) => boolean): boolean {
  if (kind === 'atom') return truth(text)
  const parts = of.map((part) => judged(part, truth))
  if (kind === 'not') return parts[0] === false
  return parts.reduce((a, b) => (kind === 'and' ? a && b : a || b))
}

const STRENGTH = { or: 0, and: 1, not: 2, atom: 3 } as const

/** A condition as text, with brackets around every part, or only where needed. */
function written({ kind, text, of }: Tree, bare: boolean): string {
  if (kind === 'atom') return text
  const parts = of.map((part) => {
    const inner = written(part, bare)
    return bare && STRENGTH[part.kind] >= STRENGTH[kind] ? inner : `(${inner})`
  })
  return kind === 'not' ? `not ${parts[0]}` : parts.join(` ${kind} `)
}
