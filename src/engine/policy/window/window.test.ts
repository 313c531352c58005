import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { stageScene } from '../../../testing/stage-view.ts'
import { endMarkers, markerText, strandedThinking } from '../ends.ts'
import { DROPPED, REPLACED } from '../candidate.ts'
import { CALL, RESULT } from '../../core/message/block-facts.ts'
import type { Block } from '../../core/message/block.ts'
import type { Change } from '../../core/window/change.ts'
import { columnsOf, LIVE, PLACEHOLDER, SPEAKS } from './columns.ts'
import { loopTies, runningLoop } from './running-loop.ts'
import { membersOf, toolGroups } from './tool-groups.ts'

/** Positions of the entries are counted from 0, one for each part of a message. */
function windowOf(text: string, changes: readonly Change[] = []) {
  return stageScene(conversation(text), { limit: 100_000 }).viewAfter(changes)
}

describe('columns of a window', () => {
  it('LED-1 tokens, content without overhead, what is outside of the conversation, and how many entries a message has', () => {
    const view = windowOf(
      `
      system: be brief
      user: 40 chars
      assistant: sure + call a f
      result a: 400 chars`,
      [{ verb: 'replace', block: 4, content: 0, tokens: 9 }],
    )
    const { length, id, tokens, content, outside, inMessage, flags, any } = columnsOf(view)
    expect([length, [...id], outside, [...inMessage]]).toEqual([5, [0, 1, 2, 3, 4], [0], [1, 1, 2, 1]])
    expect([...tokens]).toEqual(view.window.entries.map((entry) => entry.tokens))
    // A message costs 4 tokens; they are counted with its first entry.
    expect([content[1], tokens[1], content[4]]).toEqual([10, 14, 9])
    expect([...flags].map((bits) => bits & (LIVE | PLACEHOLDER))).toEqual([
      LIVE,
      LIVE,
      LIVE,
      LIVE,
      PLACEHOLDER,
    ])
    expect(any & (CALL | RESULT | PLACEHOLDER)).toBe(CALL | RESULT | PLACEHOLDER)
  })
})

describe('PAIR-1 tool groups', () => {
  const groupsOf = (text: string, now = 1000) => {
    const columns = columnsOf(windowOf(text))
    const groups = toolGroups(columns, now)
    const { first, open, sides } = groups
    const roots = [...first.keys()].filter((at) => first[at] === at)
    const speakers = [...columns.flags.keys()].filter((at) => ((columns.flags[at] ?? 0) & SPEAKS) !== 0)
    return {
      members: roots.map((at) => membersOf(at, groups)),
      open,
      speakers,
      sides: roots.map((at) => sides[at]),
    }
  }

  it('PAIR-1 PAIR-2 a call and its results are one, and a call without a result is open', () => {
    const text = `
      user: go
      assistant: call a f + call b f
      result a: 1
      result b: 2
      assistant: call c f`
    const whole = CALL | RESULT
    expect(groupsOf(text)).toEqual({
      members: [[1, 3], [2, 4], [5]],
      open: [5],
      speakers: [1, 2, 3, 4, 5],
      sides: [whole, whole, CALL],
    })
    // The third bit is that of results that arrived in this turn.
    expect(groupsOf(text.replace('assistant: call c f', ''), 1).sides).toEqual([whole | 128, whole | 128])
    expect(groupsOf('user: go\nassistant: sure\nuser: more')).toEqual({
      members: [],
      open: [],
      speakers: [],
      sides: [],
    })
  })

  it('PAIR-2 calls that share one id are open as a whole', () => {
    const { members, open } = groupsOf('user: go\nassistant: call a f + call a g + call b f\nresult b: 1')
    expect([members, open]).toEqual([
      [
        [1, 2],
        [3, 4],
      ],
      [1, 2],
    ])
  })

  it('PAIR-1 a reply of a running loop with thinking is one with all its results, in their order', () => {
    const view = windowOf(`
      user: go
      assistant: think[s] hm + call a f + call b f
      result b: 1
      result a: 2
      assistant: think[s] oh + call c f
      result c: 3`)
    const columns = columnsOf(view)
    const groups = toolGroups(columns, view.turn, runningLoop(view, columns).loop)
    expect([1, 5, 6].map((at) => membersOf(at, groups))).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
      [6, 7, 8],
    ])
    const speaks = [...columns.flags.keys()].filter((at) => ((columns.flags[at] as number) & SPEAKS) !== 0)
    expect(speaks).toEqual([4, 8])
    // The last result arrived in this turn.
    expect([...groups.sides]).toEqual([0, CALL | RESULT, 0, 0, 0, 0, CALL | RESULT | 128, 0, 0])
  })

  it('PAIR-1 a second result of a call joins its group, and does not speak for it', () => {
    const { members, speakers, open } = groupsOf(`
      user: go
      assistant: call a f
      result a: 1
      assistant: wait
      result a: 2`)
    expect([members, speakers, open]).toEqual([[[1, 2, 4]], [1, 2], []])
  })

  it('PAIR-1 the position of an entry without a group has no members', () => {
    const columns = columnsOf(windowOf('user: go\nassistant: call a f\nresult a: 1'))
    const groups = toolGroups(columns, 1000)
    expect([0, 1, 2, 9].map((at) => membersOf(at, groups))).toEqual([[], [1, 2], [1, 2], []])
  })
})

describe('VALID-1 the running tool loop, worked by hand', () => {
  const found = (text: string, bindsThinking = false) => {
    const view = { ...windowOf(text), bindsThinking }
    const state = runningLoop(view, columnsOf(view))
    return { ...state.loop, opening: state.opening, boundary: state.boundary, ties: loopTies(state) }
  }
  const none = { opening: [], boundary: [], ties: [] }

  it.each([
    ['nothing was called and nothing thought', 'user: go\nassistant: sure\nuser: more', none],
    ['no reply has thinking', 'user: go\nassistant: call a f\nresult a: 1', none],
    [
      'it begins with thinking',
      'user: go\nassistant: think[s] hm + call a f\nresult a: 1',
      {
        begins: true,
        beside: false,
        replies: [[1, 2]],
        lastThinking: 1,
        opening: [0],
        boundary: [],
        ties: [[0, 1]],
      },
    ],
    [
      'a system message between replies is sent as the user’s, and opens it',
      'user: a\nassistant: ok\nsystem: be careful\nassistant: think[s] hm + call a f\nresult a: 1',
      {
        begins: true,
        beside: false,
        replies: [[3, 4]],
        lastThinking: 3,
        opening: [2],
        boundary: [1],
        ties: [[2, 3]],
      },
    ],
    [
      'the reply before its user message separates it from the one before',
      'user: a\nassistant: ok\nuser: go\nassistant: think[s] hm + call a f\nresult a: 1\nassistant: call b f\nresult b: 2',
      {
        begins: true,
        beside: false,
        replies: [[3, 4], [6]],
        lastThinking: 3,
        opening: [2],
        boundary: [1],
        ties: [[2, 3]],
      },
    ],
    [
      'only a later reply has thinking',
      'user: go\nassistant: call a f\nresult a: 1\nassistant: think[s] hm + call b f\nresult b: 2',
      {
        begins: false,
        beside: false,
        replies: [[1], [3, 4]],
        lastThinking: 3,
        opening: [0],
        boundary: [],
        ties: [],
      },
    ],
    [
      'the next reply begins one',
      'user: go\nassistant: think[s] hm + call a f\nresult a: 1\nassistant: done\nuser: one + two',
      { opening: [5, 6], boundary: [4], ties: [] },
    ],
    [
      'a reply opens the conversation',
      'assistant: think[s] hm + call a f\nresult a: 1',
      {
        begins: true,
        beside: false,
        replies: [[0, 1]],
        lastThinking: 0,
        opening: [],
        boundary: [],
        ties: [],
      },
    ],
    [
      'a first reply in two messages is one, a later one is two',
      'user: go\nassistant: think[s] hm\nassistant: call a f\nresult a: 1\nassistant: so\nassistant: call b f\nresult b: 2',
      {
        begins: true,
        beside: false,
        replies: [[1, 2], [4], [5]],
        lastThinking: 1,
        opening: [0],
        boundary: [],
        ties: [[0, 1]],
      },
    ],
  ])('VALID-1 where %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it('VALID-1 a text beside results begins it anew where thinking follows, unless thinking is bound to its prefix', () => {
    const text = `
      user: go
      assistant: call a f
      result a: 1
      & and quickly
      assistant: think[s] hm + call b f
      result b: 2`
    const later = {
      begins: true,
      beside: true,
      replies: [[4, 5]],
      lastThinking: 4,
      opening: [3],
      boundary: [],
      ties: [[3, 4]],
    }
    const whole = {
      begins: false,
      beside: false,
      replies: [[1], [4, 5]],
      lastThinking: 4,
      opening: [0],
      boundary: [],
      ties: [],
    }
    expect([found(text), found(text, true)]).toEqual([later, whole])
    // Where the first reply has thinking itself, or none follows the text, the loop is whole.
    const first = found(text.replace('assistant: call a f', 'assistant: think[s] oh + call a f'))
    expect([first.replies, first.opening]).toEqual([
      [
        [1, 2],
        [5, 6],
      ],
      [0],
    ])
    const after = `${text}\n      assistant: call c f\n      result c: 3\n      & go on\n      assistant: call d f\n      result d: 4`
    expect(found(after).replies).toEqual([[1], [4, 5], [7], [10]])
  })
})

describe('VALID-3 what an edit leaves at the ends', () => {
  /** Positions that get a marker if these are dropped, and those that are replaced. */
  const marked = (text: string, dropped: readonly number[], replaced: readonly number[] = []) => {
    const view = windowOf(text)
    const columns = columnsOf(view)
    const fates = new Uint8Array(columns.length)
    for (const at of dropped) fates[at] = DROPPED
    for (const at of replaced) fates[at] = REPLACED
    return endMarkers(columns, fates, runningLoop(view, columns))
  }

  const talk = 'system: be brief\nuser: go\nassistant: sure\nuser: more\nassistant: ok\nuser: end'
  it.each([
    ['nothing left', [], []],
    ['a user message is first', [1, 2], []],
    ['a reply is first', [1], [1]],
    ['a reply is first, the nearest of two', [1, 2, 3], [3]],
    ['a reply is last', [5], [5]],
    ['replies are at both ends', [1, 5], [1, 5]],
    ['nothing stays but the system prompt', [1, 2, 3, 4, 5], [5]],
    ['a user message is alone', [1, 2, 4, 5], []],
  ])('VALID-3 where %s', (_, dropped, expected) => {
    expect(marked(talk, dropped)).toEqual(expected)
  })

  it('VALID-3 results end a request, but begin none; a replaced entry stays', () => {
    const tools = 'user: go\nassistant: call a f\nresult a: 1\nassistant: done\nuser: end'
    expect(marked(tools, [0])).toEqual([0])
    expect(marked(tools, [0, 1, 2])).toEqual([0])
    expect(marked('user: go\nassistant: call a f\nresult a: 1', [], [2])).toEqual([])
    expect(marked(talk, [], [1, 5])).toEqual([])
    // The newest message leaves a marker even so: without it the next reply would continue the finished loop.
    expect(marked(tools, [3, 4])).toEqual([4])
    expect(marked(tools, [0, 1, 2, 3, 4])).toEqual([4])
  })

  it('VALID-3 the message before a running loop that begins with thinking leaves a marker if earlier ones stay', () => {
    const loop = 'user: a\nassistant: ok\nuser: one + two\nassistant: think[s] hm + call a f\nresult a: 1'
    expect([marked(loop, [2, 3]), marked(loop, [2]), marked(loop, [3])]).toEqual([[3], [], []])
    expect(marked(loop.replace('think[s] hm + ', ''), [2, 3])).toEqual([])
    // If nothing earlier stays, the request needs it at its front.
    expect(marked(loop, [0, 1, 2, 3])).toEqual([3])
    // A loop that began without thinking needs none.
    const later =
      'user: a\nassistant: ok\nuser: go\nassistant: call a f\nresult a: 1\nassistant: think[s] hm + call b f\nresult b: 2'
    expect(marked(later, [2])).toEqual([])
  })

  it('VALID-3 an injected note at the front leaves the marker; with earlier messages the one before it', () => {
    const text = 'user: one + two\nassistant: think[s] hm + call a f\nresult a: 1'
    const first = 'user: a\nassistant: ok\n'
    // The second part of the message is made a note.
    const noted = (whole: string, ...dropped: readonly number[]) => {
      const note = Math.min(...dropped) + 1
      const view = windowOf(whole)
      const block = (id: number): Block => {
        const own = view.block(id)
        return id === note ? { ...own, type: 'memory_injection', message: -1 } : own
      }
      const columns = columnsOf(view)
      const fates = new Uint8Array(columns.length)
      for (const at of dropped) fates[at] = DROPPED
      return endMarkers(columns, fates, runningLoop({ ...view, block }, columns))
    }
    expect([noted(text, 0, 1), noted(first + text, 2, 3)]).toEqual([[1], [2]])
  })

  it('VALID-3 a marker names the turn', () => {
    const [block] = windowOf('user: go').blocks
    if (block === undefined) throw new Error('no block')
    expect(markerText({ ...block, turn: 7 })).toBe('[Evicted: user message of turn 7.]')
  })

  it('VALID-1 thinking that would end its reply leaves with what it led up to', () => {
    const stranded = (text: string, dropped: readonly number[]) => {
      const columns = columnsOf(windowOf(text))
      const fates = new Uint8Array(columns.length)
      for (const at of dropped) fates[at] = DROPPED
      return strandedThinking(columns, fates)
    }
    const reply = 'user: go\nassistant: think[s] hm + then + call a f\nresult a: 1\nassistant: ok\nuser: more'
    const left = [[], [2], [3, 4], [2, 3, 4], [1, 2, 3, 4], [5]].map((dropped) => stranded(reply, dropped))
    expect(left).toEqual([[], [], [], [1], [], []])
    const two = 'user: go\nassistant: think[s] a + x + think[s] b + think[s] c + y\nuser: more'
    expect(stranded('assistant: think[s] a + x\nuser: b', [1])).toEqual([0])
    expect([stranded(two, [5]), stranded(two, [2]), stranded(two, [2, 5])]).toEqual([[4, 3], [], [4, 3, 1]])
    // Thinking of a reply that lost nothing stays as it came.
    expect(stranded('user: go\nassistant: think[s] a\nuser: b\nassistant: c\nuser: d', [3])).toEqual([])
    expect(stranded('user: go\nassistant: c\nuser: d', [1])).toEqual([])
  })
})
