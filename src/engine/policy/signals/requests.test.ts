import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockOf } from '../../../testing/blocks.ts'
import type { Block } from '../../core/message/block.ts'
import { blockFacts } from '../../core/message/block-facts.ts'
import type { BlockId, Turn } from '../../core/units.ts'
import { requestIndex, requestsOf } from './requests.ts'

/** A call and, unless it is open, its result. */
interface Request {
  readonly tool: string
  readonly args: string
  readonly open?: boolean
  readonly window?: number
}

/** One request per turn: the call in turn t, its result in turn t + 1. */
function asked(requests: readonly Request[]): { blocks: Block[]; texts: string[]; results: BlockId[] } {
  const blocks: Block[] = []
  const texts: string[] = []
  const results: BlockId[] = []
  requests.forEach(({ tool, args, open = false, window = 0 }, turn) => {
    const link = { id: `c${turn}`, name: tool, before: null }
    const call = blocks.length
    blocks.push(blockOf({ id: call, type: 'tool_call', turn, window, call: link }))
    texts.push(args)
    if (open) {
      results.push(-1)
      return
    }
    results.push(blocks.length)
    blocks.push(blockOf({ id: blocks.length, turn: turn + 1, window, call: { ...link, before: call } }))
    texts.push('')
  })
  return { blocks, texts, results }
}

function indexOf({ blocks, texts }: ReturnType<typeof asked>) {
  const index = requestIndex()
  for (const block of blocks) {
    const before = block.call?.before ?? null
    index.add(block, before === null ? null : (blocks[before] ?? null), (id) => texts[id] ?? '')
  }
  return index
}

const read = (path: string): Request => ({ tool: 'read_file', args: `{"path":"${path}"}` })
const write = (path: string): Request => ({ tool: 'write_file', args: `{"path":"${path}","content":"x"}` })
const shell = (command: string): Request => ({ tool: 'bash', args: `{"command":"${command}"}` })

/** For each request: the turn from which its result is an older version, and whether it was a repetition. */
function told(requests: readonly Request[], at: Turn = 99): [Turn | null, boolean][] {
  const history = asked(requests)
  const index = indexOf(history)
  return history.results.map((result) => [index.replacedAt(result, at), index.askedBefore(result)])
}

describe('EVI-2 the requests of results', () => {
  it('EVI-2 a read is an older version from the turn in which the newer result arrives', () => {
    const twice = [read('src/a.ts'), read('src/b.ts'), read('src/a.ts')]
    expect(told(twice)).toEqual([
      [3, false],
      [null, false],
      [null, true],
    ])
    expect(told(twice, 2)[0]).toEqual([null, false])
    expect(told(twice, 3)[0]).toEqual([3, false])
  })

  it('EVI-2 writing the file makes a read old, and reading it again does not make the write old', () => {
    expect(told([read('src/a.ts'), write('src/a.ts'), read('src/a.ts')])).toEqual([
      [2, false],
      [null, false],
      [null, true],
    ])
  })

  it('EVI-2 other lines of the file count: the file is the requested resource', () => {
    const part: Request = { tool: 'read_file', args: '{"path":"src/a.ts","offset":200}' }
    expect(told([read('src/a.ts'), part])[0]).toEqual([2, false])
  })

  it('EVI-2 a read of two files is old when both were accessed again', () => {
    const both = shell('cat src/a.ts src/b.ts')
    expect(told([both, read('src/a.ts')])[0]).toEqual([null, false])
    expect(told([both, read('src/a.ts'), read('src/a.ts')])[0]).toEqual([null, false])
    expect(told([both, read('src/a.ts'), write('src/b.ts')])[0]).toEqual([3, false])
  })

  it('EVI-2 a call that is repeated word for word replaces its result, with or without a file', () => {
    const tests = shell('npm test')
    expect(told([tests, shell('npm run lint'), tests])).toEqual([
      [3, false],
      [null, false],
      [null, true],
    ])
  })

  it('EVI-2 the same words to another tool are another request', () => {
    expect(told([read('src/a.ts'), { tool: 'stat', args: '{"note":"nothing"}' }])[0]).toEqual([null, false])
    expect(
      told([
        { tool: 'a', args: '{"q":"x y"}' },
        { tool: 'b', args: '{"q":"x y"}' },
      ])[1],
    ).toEqual([null, false])
  })

  it('EVI-2 an open call replaces nothing, nor does another window', () => {
    expect(told([read('src/a.ts'), { ...read('src/a.ts'), open: true }])[0]).toEqual([null, false])
    expect(told([read('src/a.ts'), { ...read('src/a.ts'), window: 1 }])).toEqual([
      [null, false],
      [null, false],
    ])
  })

  it('EVI-2 names like __proto__ are arguments like others', () => {
    const odd = { tool: '__proto__', args: '{"constructor":"__proto__"}' }
    expect(told([odd, odd])).toEqual([
      [2, false],
      [null, true],
    ])
  })

  it('EDIT-4 a table with later blocks gives the same answers as one without', () => {
    fc.assert(
      fc.property(anyRequests, fc.nat(30), (requests, cut) => {
        const all = asked(requests)
        const whole = indexOf(all)
        const known = { ...all, blocks: all.blocks.filter((block) => block.turn <= cut) }
        const part = indexOf(known)
        for (const { id } of known.blocks) {
          expect(whole.replacedAt(id, cut)).toBe(part.replacedAt(id, cut))
          expect(whole.askedBefore(id)).toBe(part.askedBefore(id))
        }
      }),
    )
  })

  it('EDIT-3 read in one go or as the table grows, the answers are the same', () => {
    fc.assert(
      fc.property(anyRequests, (requests) => {
        const { blocks, texts } = asked(requests)
        const text = (id: BlockId): string => texts[id] ?? ''
        const table = (id: BlockId): Block => blocks[id] as Block
        const growing = blockFacts([])
        for (const block of blocks) {
          growing.add(block)
          requestsOf(growing, table, text)
        }
        const grown = requestsOf(growing, table, text)
        const once = requestsOf(blockFacts(blocks), table, text)
        for (const { id, turn } of blocks) {
          for (const at of [turn, turn + 2, 40])
            expect(grown.replacedAt(id, at)).toBe(once.replacedAt(id, at))
          expect(grown.askedBefore(id)).toBe(once.askedBefore(id))
        }
      }),
    )
  })

  it('EVI-2 a table is read once, and a result that a strategy made up answers no request', () => {
    const call = { id: 'a', name: 'read_file' }
    const blocksUpTo = (message: number) => [
      blockOf({ id: 0, type: 'tool_call' }),
      blockOf({ id: 1, turn: 1, call: { ...call, before: 0 } }),
      blockOf({ id: 2, type: 'tool_call', turn: 1 }),
      blockOf({ id: 3, turn: 2, message, call: { ...call, before: 2 } }),
    ]
    const readOf = (message: number) => {
      const blocks = blocksUpTo(message)
      const facts = blockFacts(blocks)
      const looked: BlockId[] = []
      const table = (id: BlockId): Block => {
        looked.push(id)
        return blocks[id] as Block
      }
      const [first, again] = [1, 2].map(() => requestsOf(facts, table, () => '{"path":"a.ts"}'))
      expect(again).toBe(first)
      return [first?.replacedAt(1, 9), first?.askedBefore(3), looked]
    }
    expect(readOf(3)).toEqual([2, true, [1, 0, 3, 2]])
    expect(readOf(-1)).toEqual([null, false, [1, 0]])
  })

  it('EVI-2 equals a comparison of every result with every later one', () => {
    fc.assert(
      fc.property(anyRequests, fc.nat(30), (requests, at) => {
        expect(told(requests, at)).toEqual(literal(requests, at))
      }),
      { numRuns: 120 },
    )
  })
})

const FILES = ['src/a.ts', 'src/b.ts', 'src/c.ts']
const file = fc.constantFrom(...FILES)
const anyRequests: fc.Arbitrary<Request[]> = fc.array(
  fc
    .oneof(
      { weight: 3, arbitrary: file.map(read) },
      { weight: 2, arbitrary: file.map(write) },
      { weight: 2, arbitrary: fc.tuple(file, file).map(([a, b]) => shell(`cat ${a} ${b}`)) },
      { weight: 1, arbitrary: fc.constant(shell('npm test')) },
    )
    .chain((request) =>
      fc.record({ open: fc.boolean(), window: fc.constantFrom(0, 0, 0, 1) }).map(({ open, window }) => ({
        ...request,
        open: open && window === 0,
        window,
      })),
    ),
  { maxLength: 25 },
)

/** The rule as written, over the requests themselves: the files that a call names, without the detector. */
function literal(requests: readonly Request[], at: Turn): [Turn | null, boolean][] {
  const done = requests.map((request, turn) => ({ ...request, turn: turn + 1 })).filter((one) => !one.open)
  const filesIn = (args: string): string[] => FILES.filter((name) => args.includes(name))
  const readBy = (one: Request): string[] => (one.tool === 'write_file' ? [] : filesIn(one.args))
  return requests.map((request, index): [Turn | null, boolean] => {
    if (request.open === true) return [null, false]
    const own = index + 1
    const here = done.filter((one) => one.window === request.window)
    const later = here.filter((one) => one.turn > own && one.turn <= at)
    const same = later.find((one) => one.tool === request.tool && one.args === request.args)?.turn ?? Infinity
    const files = readBy(request)
    const touched = files.map(
      (name) => later.find((one) => filesIn(one.args).includes(name))?.turn ?? Infinity,
    )
    const since = Math.min(same, files.length === 0 ? Infinity : Math.max(...touched))
    const before = here.filter((one) => one.turn < own)
    const again = before.some(
      (one) =>
        (one.tool === request.tool && one.args === request.args) ||
        readBy(one).some((name) => files.includes(name)),
    )
    return [since === Infinity ? null : since, again]
  })
}
