import { describe, expect, it } from 'vitest'
import { guards } from '../../engine/index.ts'
import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { play } from '../play/play.ts'
import type { Played } from '../play/play.ts'
import { taskPresets } from './list.ts'

const open = Object.fromEntries(
  Object.values(guards).flatMap(({ name, always }) => (always ? [] : [[name, false] as const])),
)

/** A task under a preset: in the window that it suggests, or in another one. */
function played(id: string, preset: string, { window = 0, naive = false, patience = 5 } = {}): Played {
  const task = taskPresets.find((one) => one.id === id)
  if (task === undefined) throw new Error(id)
  const config: PartialConfig = {
    ...presetConfig(preset),
    max_context_tokens: window === 0 ? task.window : window,
    ...(naive && { eviction: { ...presetConfig(preset).eviction, gates: open } }),
  }
  return play(task, config, { patience })
}

const ROOM = 200_000

describe('comparing sources', () => {
  const whole = played('sources', 'fifo', { window: ROOM })

  it('with room for everything, it reads each document once and asks nothing', () => {
    expect(whole).toMatchObject({ ending: 'finished', asked: 0, readTwice: [], steps: 18 })
    expect(whole.moments).toEqual([{ step: 18, kind: 'finished' }])
  })

  it('gives the figures that are found by going through every word of every document', () => {
    const { task = '' } = taskPresets.find(({ id }) => id === 'sources') ?? {}
    const names = [...task.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    expect(names).toHaveLength(6)
    const files = [...whole.world.files].map(([path, text]) => ({
      path,
      date: text.split('\n')[1]?.replace('Date: ', '') ?? '',
      words: text.toLowerCase().split(/\s+/),
    }))
    for (const name of names) {
      const wanted = name.split(' ')
      let newest = { date: '', path: '', number: '' }
      for (const { path, date, words } of files) {
        const at = words.findIndex((_, index) =>
          wanted.every((word, next) => words[index + next]?.replace(/\W+$/, '') === word),
        )
        const number = at < 0 ? undefined : words.slice(at).find((word) => /^\d/.test(word))
        if (number !== undefined && date > newest.date)
          newest = { date, path, number: number.replace(/[.,]$/, '') }
      }
      expect(whole.answer).toContain(`- ${name}: ${newest.number}`)
      expect(whole.answer.split(`- ${name}: `)[1]?.split('\n')[0]).toContain(
        `(${newest.path}, ${newest.date})`,
      )
    }
    expect(whole.grade).toEqual({ right: 6, of: 6, what: 'figures right' })
  })

  it('EVI-3 plain FIFO loses the task, asks for it again and again, and an impatient user gives up', () => {
    const { ending, asked, moments } = played('sources', 'fifo', { naive: true, patience: 1 })
    expect([ending, asked]).toEqual(['asked-too-often', 2])
    expect(moments.find(({ kind }) => kind === 'task-left')?.step).toBe(
      moments.find(({ kind }) => kind === 'asked')?.step,
    )
  })

  it('EVI-5 FIFO with a protected task finishes, but what it found has left the window, and the answer says so', () => {
    const { ending, asked, readTwice, answer, grade } = played('sources', 'fifo')
    expect([ending, asked, readTwice.length]).toEqual(['finished', 0, 16])
    expect(answer).toContain('the others have left my window twice')
    expect(grade?.right).toBeLessThan(6)
  })

  it('the manager finishes with every figure right and reads nothing twice', () => {
    expect(played('sources', 'default')).toMatchObject({
      ending: 'finished',
      asked: 0,
      readTwice: [],
      grade: { right: 6, of: 6 },
    })
  })
})

describe('deciding by rules', () => {
  const whole = played('tickets', 'fifo', { window: ROOM })

  // Worked out with a pocket calculator from the two files and the rules as a person reads them.
  it('decides 18 tickets as a person does', () => {
    expect(whole).toMatchObject({ ending: 'finished', asked: 0, readTwice: [], steps: 20 })
    expect(whole.answer.split('\n').slice(-8)).toEqual([
      'I decided 18 of 18 cases.',
      '- 100 %: 8',
      '- 60 %: 1',
      '- 40 %: 1',
      '- 30 %: 1',
      '- 15 %: 1',
      '- 0 %: 6',
      '- sum: 985.87',
    ])
    expect(whole.grade).toMatchObject({ right: 7, of: 7 })
  })

  it('EVI-3 plain FIFO loses the task and the rules; told again, the agent fetches them and still counts right', () => {
    const { ending, asked, readTwice, grade, sent } = played('tickets', 'fifo', { naive: true })
    expect(ending).toBe('finished')
    expect(asked).toBeGreaterThan(0)
    expect(readTwice).toContain('desk/rules.md')
    expect(grade).toMatchObject({ right: 7, of: 7 })
    expect(sent).toBeGreaterThan(whole.sent)
  })
})
