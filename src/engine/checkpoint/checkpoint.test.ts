import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpoint } from '../../testing/checkpoint.ts'
import { acceptCheckpoint, checkpointProblems, nextVersion } from './checkpoint.ts'

const found = (over: Parameters<typeof checkpoint>[0]): string[] =>
  checkpointProblems(checkpoint(over)).map(({ severity, code }) => `${severity} ${code}`)

describe('a checkpoint as a whole', () => {
  it('CROSS-2 is valid with a goal, a window, a version and something in progress', () => {
    expect(checkpointProblems(checkpoint())).toEqual([])
  })

  it('CROSS-2 no goal, a window or a version below 1 are errors', () => {
    expect(found({ goal: '' })).toEqual(['error no-goal'])
    expect(found({ goal: ' \n' })).toEqual(['error no-goal'])
    expect(found({ window: 0 })).toEqual(['error bad-window'])
    expect(found({ version: -3 })).toEqual(['error bad-version'])
    expect(found({ version: 1.5 })).toEqual(['error bad-version'])
    expect(found({ window: Number.NaN, version: 0 })).toEqual(['error bad-window', 'error bad-version'])
  })

  it('CROSS-2 remaining without current is a warning that names the first of them', () => {
    const subtasks = [
      { title: 'Scan', status: 'done' },
      { title: 'Switch reads over', status: 'planned' },
    ] as const
    const [problem] = checkpointProblems(checkpoint({ subtasks }))
    expect(problem).toMatchObject({ severity: 'warning', code: 'no-current-subtask' })
    expect(problem?.message).toMatch(/"Switch reads over"$/)
    expect(found({ subtasks: [{ title: 'Scan', status: 'done' }] })).toEqual([])
  })
})

describe('accepting a checkpoint', () => {
  it('CROSS-2 any version is newer than none, and the newest known one may be read again', () => {
    expect(acceptCheckpoint(null, { window: 4, version: 9 })).toBeNull()
    expect(acceptCheckpoint({ window: 4, version: 9 }, { window: 4, version: 9 })).toBeNull()
  })

  it.each([
    [{ window: 3, version: 8 }, 'stale-checkpoint'],
    [{ window: 4, version: 8 }, 'stale-checkpoint'],
    [{ window: 3, version: 12 }, 'stale-checkpoint'],
    [{ window: 5, version: 9 }, 'version-not-grown'],
    [{ window: 5, version: 8 }, 'stale-checkpoint'],
  ])('CROSS-2 window 4, version 9 is not replaced by %o', (other, code) => {
    const problem = acceptCheckpoint({ window: 4, version: 9 }, other)
    expect(problem).toMatchObject({ severity: 'error', code })
    expect(problem?.message).toMatch(new RegExp(`version ${other.version} of window ${other.window}$`))
  })

  it('CROSS-2 accepted versions never go back: two different ones never replace each other', () => {
    const stamp = fc.record({
      window: fc.integer({ min: 1, max: 4 }),
      version: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(stamp, stamp, (a, b) => {
        const both = acceptCheckpoint(a, b) === null && acceptCheckpoint(b, a) === null
        return !both || (a.window === b.window && a.version === b.version)
      }),
    )
  })

  it('CROSS-2 versions continue across windows, so that a third window does not start at version 2 again', () => {
    expect(nextVersion(null)).toBe(1)
    let known = { window: 1, version: nextVersion(null) }
    for (const window of [1, 2, 3]) {
      const next = { window, version: nextVersion(known) }
      expect(acceptCheckpoint(known, next)).toBeNull()
      known = next
    }
    expect(known).toEqual({ window: 3, version: 4 })
  })
})
