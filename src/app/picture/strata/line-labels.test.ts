import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeConfig, presetConfig } from '../../../config/index.ts'
import { linesOfConfig } from '../../../view/index.ts'
import type { LimitLine } from '../../../view/index.ts'
import { gripsOf } from './grips.ts'
import { isUnderLabel, lineLabels } from './line-labels.ts'
import { scaleOf } from '../plot/scale.ts'

/** The lines of a window with zones at these shares of it, in any order. */
function pictureOf(limit: number, yellow: number, orange: number, red: number, reserve: number) {
  const config = completeConfig({
    strategy: 'unmanaged',
    budget: { allocations: { output_reserved: reserve } },
  })
  const { thresholds } = config.pressure
  const lines = linesOfConfig(
    { ...config, pressure: { ...config.pressure, thresholds: { ...thresholds, yellow, orange, red } } },
    limit,
  )
  return { lines }
}

/** So large that no threshold is scaled. */
const usual = pictureOf(100_000, 0.5, 0.75, 0.9, 0.05)

describe('labels of lines', () => {
  it('say the key and the value, each on its line', () => {
    const scale = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 200, 100_000)
    const labels = lineLabels(usual, scale)
    expect(labels.map(({ text }) => text)).toEqual([
      'max_context_tokens 100,000',
      'budget.allocations.output_reserved 5,000',
      'pressure.thresholds.red 90 % · 90,000',
      'pressure.thresholds.orange 75 % · 75,000',
      'pressure.thresholds.yellow 50 % · 50,000',
    ])
    expect(labels.slice(2).map(({ y }) => y)).toEqual([20, 50, 100])
    const brief = lineLabels(usual, scale, true).map(({ text }) => text)
    expect(brief.slice(1, 3)).toEqual(['output_reserved 5,000', 'red 90 % · 90,000'])
  })

  it('are shorter in a narrow plot, and in full in their titles', () => {
    const scale = scaleOf({ width: 390, left: 40, right: 10, from: 0, to: 50 }, 200, 100_000)
    const red = lineLabels(usual, scale).find(({ key }) => key.endsWith('red'))
    expect(red).toMatchObject({ text: 'red 90 % · 90,000', title: 'pressure.thresholds.red 90 % · 90,000' })
  })

  it('in a low picture are those of the limit and of where something goes; the others are asked for', () => {
    const at = (height: number) =>
      lineLabels(usual, scaleOf({ width: 300, left: 40, right: 10, from: 0, to: 50 }, height, 100_000))
    const shown = (height: number) =>
      at(height).flatMap(({ text, asked }) => (asked ? [] : [text.split(' ')[0]]))
    expect(shown(132)).toHaveLength(5)
    // In 72 pixels the red line is 7 below the top, where the limit's label is; the yellow one has room.
    expect(shown(72)).toEqual(['max_context_tokens', 'orange', 'yellow'])
    expect(at(72)).toHaveLength(5)
  })

  it('PRES-1 show the written and the effective value if the window scales it', () => {
    const scale = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 200, 8000)
    const narrow = scaleOf({ width: 390, left: 40, right: 10, from: 0, to: 50 }, 200, 8000)
    const small = pictureOf(8000, 0.5, 0.75, 0.9, 0.05)
    const red = (labels: ReturnType<typeof lineLabels>) => labels.find(({ key }) => key.endsWith('red'))?.text
    expect(red(lineLabels(small, scale))).toBe('pressure.thresholds.red 90 % → 71.1 % · 5,684')
    expect(red(lineLabels(small, narrow))).toBe('red 71.1 %')
    const low = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 92, 8000)
    expect(red(lineLabels(small, low))).toBe('red 71.1 %')
  })

  it('name the operation that begins at a step of the ladder', () => {
    const lines = linesOfConfig(completeConfig(presetConfig('default')), 100_000)
    const rung = (line: LimitLine): boolean => line.key === 'compression.cascade'
    const only = { lines: lines.filter(rung) }
    const texts = (width: number): (string | undefined)[] =>
      lineLabels(only, scaleOf({ width, left: 40, right: 10, from: 0, to: 50 }, 600, 100_000)).map(
        ({ text }) => text,
      )
    expect(texts(900)).toContain('compression.cascade: progressive 85 % · 85,000')
    expect(texts(390)).toContain('progressive 85 % · 85,000')
  })

  it('say from which turn on a line was set, beside its beginning, and leave out lines without a visible turn', () => {
    const lines = usual.lines.flatMap((line): LimitLine[] =>
      line.key.endsWith('orange')
        ? [
            { ...line, to: 21 },
            { ...line, id: `${line.id} from 21`, from: 21, written: 0.79, share: 0.79, tokens: 79_000 },
          ]
        : [line],
    )
    const labelsOf = (from: number, to: number) => {
      const scale = scaleOf({ width: 900, left: 40, right: 10, from, to }, 200, 100_000)
      const labels = lineLabels({ lines }, scale)
      return { scale, orange: labels.filter(({ key }) => key.endsWith('orange')) }
    }
    const { scale, orange } = labelsOf(0, 50)
    expect(orange.map(({ text }) => text)).toEqual([
      'pressure.thresholds.orange 79 % from turn 21',
      'pressure.thresholds.orange 75 % · 75,000',
    ])
    expect(orange[0]?.x).toBeGreaterThan(scale.x(21))
    expect(orange[0]?.title).toContain('it cannot be dragged')
    expect(orange[1]?.title).toContain('up to turn 20')
    expect(labelsOf(30, 50).orange.map(({ from }) => from)).toEqual([21])
    expect(labelsOf(0, 20).orange.map(({ from }) => from)).toEqual([undefined])
    // Without room beside its beginning, it ends at the end of the plot.
    const last = labelsOf(0, 22).orange.find(({ from }) => from === 21)
    expect(last?.end).toBeLessThanOrEqual(890)
  })

  it('BUD-3 name a reserve that was set in mid-run in the middle of its own hatch', () => {
    const wider = linesOfConfig(
      completeConfig({ budget: { allocations: { output_reserved: 0.25, message_history: 0.2 } } }),
      100_000,
    ).filter(({ kind }) => kind === 'reserve')
    const lines = usual.lines.flatMap((line): LimitLine[] =>
      line.kind === 'reserve'
        ? [{ ...line, to: 21 }, ...wider.map((one) => ({ ...one, id: `${one.id} from 21`, from: 21 }))]
        : [line],
    )
    const scale = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 400, 100_000)
    const reserves = lineLabels({ lines }, scale).filter(({ kind }) => kind === 'reserve')
    // 5,000 tokens are 20 pixels, so the label is beside the limit's; 25,000 are 100 pixels, with room in the middle.
    expect(reserves.map(({ from, y, line }) => [from, y, line])).toEqual([
      [undefined, 7, 20],
      [21, 50, 100],
    ])
  })

  it('leave out lines above the picture', () => {
    const scale = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 200, 62_500)
    expect(lineLabels(usual, scale).map(({ key }) => key)).toEqual(['pressure.thresholds.yellow'])
  })

  it('never cover one another, however close the lines are', () => {
    const share = fc.double({ min: 0.05, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        share,
        share,
        share,
        fc.integer({ min: 130, max: 400 }),
        fc.integer({ min: 300, max: 1600 }),
        (a, b, c, height, width) => {
          const scale = scaleOf({ width, left: 40, right: 10, from: 0, to: 50 }, height, 100_000)
          const labels = lineLabels(pictureOf(100_000, a, b, c, 0.1), scale)
          expect(labels).toHaveLength(5)
          for (const [index, one] of labels.entries())
            for (const other of labels.slice(index + 1)) {
              const beside = one.end <= other.x || other.end <= one.x
              expect(beside || Math.abs(one.y - other.y) >= 10.99).toBe(true)
            }
        },
      ),
    )
  })

  it('are never below the picture', () => {
    const { lines } = pictureOf(100_000, 0.05, 0.0906, 0.05, 0.1)
    const config = completeConfig(presetConfig('default'))
    const rungs = linesOfConfig(config, 100_000).filter(({ kind }) => kind === 'finer' || kind === 'own')
    const scale = scaleOf({ width: 300, left: 40, right: 10, from: 0, to: 50 }, 130, 100_000)
    const shown = lineLabels({ lines: [...lines, ...rungs] }, scale).filter(({ asked }) => !asked)
    expect(shown.filter(({ y }) => y > 123)).toEqual([])
  })

  it('stand in the order of their lines, at them or led there', () => {
    const share = fc.double({ min: 0.05, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        share,
        share,
        share,
        fc.integer({ min: 130, max: 400 }),
        fc.integer({ min: 300, max: 1600 }),
        fc.constantFrom('default', 'hybrid', 'compaction_first'),
        (a, b, c, height, width, name) => {
          const config = completeConfig(presetConfig(name))
          const rungs = linesOfConfig(config, 100_000).filter(
            ({ kind }) => kind === 'finer' || kind === 'own',
          )
          const { lines } = pictureOf(100_000, a, b, c, 0.1)
          const scale = scaleOf({ width, left: 40, right: 10, from: 0, to: 50 }, height, 100_000)
          const labels = lineLabels({ lines: [...lines, ...rungs] }, scale)
          expect(labels).toHaveLength(lines.length + rungs.length)
          const column = labels.filter(({ x, asked }) => x === 48 && !asked)
          // In a low picture those of the limit and of where something goes are enough.
          expect(column.length).toBeGreaterThanOrEqual(height < 160 ? 3 : 4)
          for (const [index, one] of column.entries()) {
            expect(one.y).toBeGreaterThanOrEqual(6.99)
            expect(one.y).toBeLessThanOrEqual(height - 6.99)
            const next = column[index + 1] ?? { y: Infinity }
            expect(next.y - one.y).toBeGreaterThanOrEqual(10.99)
          }
          // The label of the reserve is in its hatching, above its line.
          const places = column.filter(({ kind }) => kind !== 'reserve').map(({ line }) => line)
          expect(places).toEqual(places.toSorted((one, other) => one - other))
          const off = labels.filter(
            ({ kind, y, line, leader }) =>
              kind !== 'reserve' && leader === null && Math.abs(y - Math.max(7, line)) > 6.01,
          )
          expect(off).toEqual([])
        },
      ),
    )
  })

  it('of ten lines leave out repeated ones without room, whose handles stay', () => {
    const config = completeConfig(presetConfig('default'))
    const lines = linesOfConfig(config, 100_000)
    const scale = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 200, 100_000)
    const labels = lineLabels({ lines }, scale)
    const asked = labels.filter((one) => one.asked)
    expect(asked.length).toBeGreaterThan(0)
    for (const { kind, y, line } of asked) expect([kind, y]).toEqual(['finer', Math.max(7, line)])
    const grips = gripsOf(labels, scale, false)
    expect(grips.map(({ label }) => label.id).toSorted()).toEqual(lines.map(({ id }) => id).toSorted())
    expect(grips.filter(({ text }) => text === null).map(({ label }) => label)).toEqual(asked)
    expect(isUnderLabel(asked, { x: (asked[0]?.x ?? 0) + 5, y: asked[0]?.y ?? 0 })).toBe(false)
  })

  it('keep letters from being below them', () => {
    const scale = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 200, 100_000)
    const labels = lineLabels(usual, scale)
    expect(isUnderLabel(labels, { x: 100, y: 52 })).toBe(true)
    expect(isUnderLabel(labels, { x: 600, y: 52 })).toBe(false)
    // A name reaches further than a letter.
    const end = Math.max(...labels.filter(({ y }) => Math.abs(y - 52) < 8).map((one) => one.end))
    expect(isUnderLabel(labels, { x: end + 20, y: 52, text: 'R' })).toBe(false)
    expect(isUnderLabel(labels, { x: end + 20, y: 52, text: 'read_file' })).toBe(true)
    expect(isUnderLabel(labels, { x: 100, y: 75 })).toBe(false)
  })
})
