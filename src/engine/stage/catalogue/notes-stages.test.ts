import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, compressionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { Block } from '../../core/message/block.ts'
import type { Note } from '../../notes/note.ts'
import { carryNotes } from './carry-notes.ts'
import { takeNotes } from './take-notes.ts'

const TALK = conversation(`
  user: fix the bug in the parser
  assistant: I decided to use a queue because the cron job overlaps.
  user: go on`)

describe('taking notes', () => {
  it('COMP-6 decisions are written down with their turn, once', () => {
    const scene = stageScene(TALK, { limit: 100_000 })
    const { result } = answered(takeNotes.act(scene.view, [], scene.context))
    expect(result.edits).toEqual([])
    expect(result.notes?.map(({ category, turn }) => [category, turn])).toContainEqual(['decisions', 0])
    expect(result.state).toEqual([[0, 2]])
    const again = answered(takeNotes.act(scene.view, result.state, scene.context)).result
    expect(again).toMatchObject({ edits: [], state: result.state })
    expect(again.notes).toBeUndefined()
  })

  it('COMP-6 only new content is read, and each window keeps its own place', () => {
    const scene = stageScene(TALK, { limit: 100_000 })
    const read: number[] = []
    const statements = (block: number) => {
      read.push(block)
      return []
    }
    const { result } = answered(
      takeNotes.act(
        scene.view,
        [
          [7, 5],
          [0, 0],
        ],
        { ...scene.context, statements },
      ),
    )
    expect(read).toEqual([1, 2])
    expect(new Map(result.state)).toEqual(
      new Map([
        [7, 5],
        [0, 2],
      ]),
    )
  })
})

const note = (text: string): Note => ({ category: 'decisions', importance: 'high', text, turn: 0 })

describe('carrying notes', () => {
  function carried(notes: readonly Note[], edited: boolean, limit = 10_000) {
    const scene = stageScene(TALK, {
      limit,
      context: { carried: { notes, checkpoint: null, serial: 1, opened: 0 } },
    })
    const view = { ...scene.view, edited }
    const stage = carryNotes(compressionSettings())
    const act = (again = view) => answered(stage.act(again, 0, scene.context)).result
    return { scene, stage, act, view, result: act() }
  }

  it('COMP-6 they are at the end in a turn with an edit, and nowhere else', () => {
    const { scene, result } = carried([note('Use a queue')], true)
    expect(scene.shown(scene.after(result.edits[0]?.changes ?? []))).toBe(
      'message0 response0 message1 injection1',
    )
    expect(scene.contents[0]).toContain('Use a queue')
    expect(carried([note('Use a queue')], false).result.note?.code).toBe('below_trigger')
    expect(carried([], true).result.note?.code).toBe('below_trigger')
  })

  it('COMP-6 equal notes are left alone; new ones replace the previous ones', () => {
    const first = carried([note('Use a queue')], true)
    const view = first.scene.viewAfter(first.result.edits[0]?.changes ?? [])
    expect(first.act(view).edits).toEqual([])
    const more = {
      notes: [note('Use a queue'), note('Keep the log')],
      checkpoint: null,
      serial: 1,
      opened: 0,
    }
    const { result } = answered(first.stage.act(view, 0, { ...first.scene.context, carried: more }))
    expect(result.edits[0]?.changes.map(({ verb }) => verb)).toEqual(['drop', 'insert'])
  })

  it('VALID-3 notes that open the conversation are replaced at their place', () => {
    const first = carried([note('Use a queue')], true)
    const view = first.scene.viewAfter(first.result.edits[0]?.changes ?? [])
    // The blocks before them left, and a reply followed.
    const entries = [...view.window.entries.slice(-1), ...view.window.entries.slice(1, -1)].map(
      (entry, order) => ({ ...entry, order }),
    )
    const turned = {
      ...view,
      window: { ...view.window, entries },
      blocks: entries.map(({ block }) => view.block(block)),
    }
    const carriedOn = { notes: [note('Keep the log')], checkpoint: null, serial: 1, opened: 0 }
    const { result } = answered(first.stage.act(turned, 0, { ...first.scene.context, carried: carriedOn }))
    expect(turned.blocks.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(result.edits[0]?.changes.at(-1)).toMatchObject({ verb: 'insert', after: entries[0]?.block })
  })

  it('COMP-6 they never take more than half of the remaining room, nor 8 % of the window', () => {
    const many = Array.from({ length: 60 }, (_, index) => note(`Decision number ${index} about the parser`))
    const { scene, result } = carried(many, true, 2000)
    const [insert] = result.edits[0]?.changes ?? []
    expect(insert).toMatchObject({ verb: 'insert' })
    expect(insert !== undefined && 'tokens' in insert ? insert.tokens : NaN).toBeLessThanOrEqual(160)
    expect(scene.contents[0]).toMatch(/notes were left out for room/)
    expect(carried(many, true, scene.view.window.used + 40).result.note?.code).not.toBe(undefined)
  })

  const SAID = conversation(`
    user: fix the bug in the parser
    assistant: I looked at the wooden table and the copper lamp.
    user: The lamp gets forty seconds. The cat sleeps on the roof.
    assistant: Behind the table stands the lamp.
    user: The lamp gets fifty seconds.
    assistant: Fine.
    user: go on`)

  /** The text of the notes after blocks left; the task is block 0. */
  function carriedAfter(drops: readonly number[], notes: readonly Note[] = [], room = 2000, state = 0) {
    const scene = stageScene(SAID, {
      limit: 10_000,
      context: { carried: { notes, checkpoint: null, serial: 1, opened: 0 } },
    })
    const changes = drops.map((block) => ({ verb: 'drop' as const, block }))
    const view = { ...scene.viewAfter(changes), edited: true }
    const { result } = answered(
      carryNotes({ ...compressionSettings(), notesTokens: room }).act(view, state, scene.context),
    )
    const [insert] = result.edits[0]?.changes ?? []
    return insert !== undefined && 'content' in insert ? (scene.contents[insert.content] ?? '') : ''
  }

  it('COMP-6 they quote what was said in messages that left, and nothing that stays', () => {
    expect(carriedAfter([1, 2, 3])).toBe(
      [
        '[Notes taken so far; what they tell of may be gone from this window.]',
        '## Said by the agent',
        '- Behind the table stands the lamp.',
        '- I looked at the wooden table and the copper lamp.',
        '',
        '## Said by the user',
        '- The cat sleeps on the roof.',
      ].join('\n'),
    )
    expect(carriedAfter([])).toBe('')
    // Of what a person removed by a reset before the second message of the user, nothing comes back.
    expect(carriedAfter([1, 2, 3], [], 2000, 1)).not.toContain('wooden')
  })

  it('COMP-6 of two values of the same thing the newest is quoted, if it left too, and none that a note has', () => {
    const both = carriedAfter([2, 4])
    expect(both).toContain('- The lamp gets fifty seconds.')
    expect(both).not.toContain('forty')
    const noted = carriedAfter([2], [{ ...note('The cat sleeps on the roof.'), block: 2 }])
    expect(noted.match(/The cat/g)).toHaveLength(1)
  })

  it('COMP-6 they quote nothing where 7 % of what a window has beside system prompt and tools is less than 200 tokens', () => {
    const quotes = (limit: number, system: number): boolean => {
      const talk = conversation(`system: ${4 * system} chars
        user: fix the bug in the parser
        assistant: I looked at the wooden table and the copper lamp.
        user: go on`)
      const scene = stageScene(talk, { limit })
      const dropped = scene.viewAfter([{ verb: 'drop', block: 2 }])
      const { result } = answered(
        carryNotes(compressionSettings()).act({ ...dropped, edited: true }, 0, scene.context),
      )
      expect(scene.view.block(2).type).toBe('assistant_response')
      return result.edits.length > 0
    }
    // 7 % of 2,858 are 200.06, of 2,857 199.99; the prompt has 100 tokens, and its message four.
    expect([quotes(2961, 100), quotes(2962, 100)]).toEqual([false, true])
    expect([quotes(4000, 100), quotes(4000, 2500)]).toEqual([true, false])
  })

  it('COMP-6 they quote a message as it is in this run, after a person rewrote it in another', () => {
    const scene = stageScene(SAID, { limit: 10_000 })
    const view = { ...scene.viewAfter([{ verb: 'drop', block: 3 }]), edited: true }
    const toldWith = (text: typeof scene.context.text): string => {
      answered(carryNotes(compressionSettings()).act(view, 0, { ...scene.context, text }))
      return scene.contents.at(-1) ?? ''
    }
    const rewritten = (id: number): string =>
      id === 3 ? 'Behind the chair stands the lamp.' : scene.context.text(id)
    expect(toldWith(scene.context.text)).toContain('Behind the table')
    expect(toldWith(rewritten)).toContain('Behind the chair')
    expect(toldWith(scene.context.text)).toContain('Behind the table')
  })

  it('COMP-6 what the agent said of both who talk is quoted first, also from messages too far back for the rest', () => {
    const filler = 'The weather is mild. '.repeat(20)
    const talk = conversation(`
      user: fix the bug in the parser
      assistant: Your sketch lies in the drawer.
      user: The cat sleeps on the roof.
      assistant: ${filler}
      assistant: Another lamp stands behind the table.
      user: go on`)
    const scene = stageScene(talk, { limit: 10_000 })
    const changes = [1, 2, 3, 4].map((block) => ({ verb: 'drop' as const, block }))
    answered(
      carryNotes({ ...compressionSettings(), notesTokens: 50 }).act(
        { ...scene.viewAfter(changes), edited: true },
        0,
        scene.context,
      ),
    )
    // The heading takes 18 of 50 tokens, each speaker's about 5, and no more than 256 characters are read for the rest.
    expect(scene.contents[0]).toContain('Your sketch lies in the drawer.')
    expect(scene.contents[0]).toContain('The cat')
    expect(scene.contents[0]).not.toContain('Another lamp')
  })

  it('COMP-6 nothing is looked at before what is too far back to be quoted', () => {
    const name = (at: number): string =>
      at.toString(36).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')
    const pair = (at: number): string => `
      user: Cat ${name(at)} sleeps on the roof of the house beside the river.
      assistant: Lamp ${name(at)} stands behind the table of the room beside the hall.`
    const talk = conversation(`user: fix the bug${Array.from({ length: 300 }, (_, at) => pair(at)).join('')}
      user: go on`)
    const scene = stageScene(talk, { limit: 10_000 })
    const drops = Array.from({ length: 599 }, (_, at) => ({ verb: 'drop' as const, block: at + 1 }))
    const dropped = scene.viewAfter(drops)
    const looked = new Set<number>()
    const block = (id: number): Block => {
      looked.add(id)
      return dropped.block(id)
    }
    const settings = { ...compressionSettings(), notesTokens: 50 }
    const { result } = answered(
      carryNotes(settings).act({ ...dropped, edited: true, block }, 0, scene.context),
    )
    expect(result.edits).toHaveLength(1)
    // 32 tokens beside the heading: 128 × 32 characters of the agent are read, in messages of 60, with as many of the user.
    expect(looked.size).toBeLessThan(160)
  })

  it('COMP-6 without room for all, the user is quoted before the agent', () => {
    // The heading takes 18 of 40 tokens.
    const text = carriedAfter([1, 2, 3], [], 40)
    expect(text).toContain('The cat')
    expect(text).not.toContain('Behind the table')
  })
})
