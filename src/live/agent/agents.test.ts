import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validate } from '../../engine/index.ts'
import type { Message, Part } from '../../engine/index.ts'
import { arbitraryConversation, arbitraryMessages } from '../../testing/arbitrary.ts'
import { refusal } from '../growing.ts'
import { repository } from '../repository/repository.ts'
import { tools } from '../tools/list.ts'
import { bugHunter } from './bug-hunter.ts'
import { mockAgents } from './list.ts'
import { shown } from '../../testing/shown.ts'
import { survey } from './survey.ts'
import { suspectIn } from './suspect.ts'

const TASK: Message = { role: 'user', content: 'Tests fail. Find out why and fix it.' }

/** The conversation after this many steps of an agent, with nothing evicted. */
function after(agent: typeof bugHunter, steps: number, opening = TASK): Message[] {
  const messages: Message[] = [opening]
  let world = repository()
  for (let step = 0; step < steps; step += 1) {
    const content = agent.reply({ messages })
    const calls = content.filter((part) => part.type === 'tool_use')
    messages.push({ role: 'assistant', content })
    if (calls.length === 0) break
    const results = calls.map(({ id, name, input }): Part => {
      const outcome = tools[name]?.run(input, world)
      world = outcome?.world ?? world
      return {
        type: 'tool_result',
        tool_use_id: id,
        content: outcome?.text ?? '',
        is_error: outcome?.failed ?? true,
      }
    })
    messages.push({ role: 'user', content: results })
  }
  return messages
}

/** The same messages, with the results selected by `chosen` replaced by a note. */
function without(messages: readonly Message[], chosen: (text: string) => boolean, note: string): Message[] {
  return messages.map(({ role, content }) => ({
    role,
    content:
      typeof content === 'string'
        ? content
        : content.map((part) =>
            part.type === 'tool_result' && typeof part.content === 'string' && chosen(part.content)
              ? { ...part, content: note }
              : part,
          ),
  }))
}

describe('the bug hunter', () => {
  it('runs the tests, reads the failing ones together, and follows what they import', () => {
    const words = [0, 1, 2].map((steps) => shown(bugHunter.reply({ messages: after(bugHunter, steps) })))
    expect(words).toEqual([
      { words: 'Step 1. I run the tests first.', calls: ['run_shell npm test'] },
      {
        words: 'Step 2. I read test/expiry.test.ts and test/reservation-book.test.ts, where tests fail.',
        calls: ['read_file test/expiry.test.ts', 'read_file test/reservation-book.test.ts'],
      },
      {
        words: 'Step 3. I read src/reservations/expiry.ts.',
        calls: ['read_file src/reservations/expiry.ts'],
      },
    ])
  })

  it('fixes the sum, runs the tests again, and reports when nothing is left to do', () => {
    const messages = after(bugHunter, 40)
    const last = messages.at(-1)?.content
    expect(shown(last as readonly Part[])).toEqual({
      words:
        'Step 16. Done. src/reservations/expiry.ts added seconds to milliseconds; now it converts them, and every test passes.',
      calls: [],
    })
  })

  it('EVI-5 it reads a needed result again if a note replaced it, and says so', () => {
    const messages = after(bugHunter, 13)
    expect(shown(bugHunter.reply({ messages })).calls[0]).toMatch(/^edit_file src\/reservations\/expiry\.ts/)
    const note =
      '[Evicted: result of turn 3, read_file {"path":"src/settings.ts"}. Call it again for the full text.]'
    const evicted = without(messages, (text) => text.startsWith('src/settings.ts,'), note)
    expect(shown(bugHunter.reply({ messages: evicted }))).toEqual({
      words:
        'Step 14. Before I change src/reservations/expiry.ts I need src/settings.ts again: its content is no longer in front of me.',
      calls: ['read_file src/settings.ts'],
    })
  })

  it('TRIM-1 a clipped result counts as gone, and so does a summarized one', () => {
    const messages = after(bugHunter, 13)
    for (const note of [
      'test/expiry.test.ts, lines 1 to 18 of 18\nimport assert',
      '[Summary, turn 2, read_file]\nTests of expiry.',
    ]) {
      const cut = without(messages, (text) => text.startsWith('test/expiry.test.ts,'), note)
      expect(shown(bugHunter.reply({ messages: cut })).calls).toEqual(['read_file test/expiry.test.ts'])
    }
  })

  it('EVI-3 without its task it asks, keeps its notes, and continues once it is told', () => {
    const messages = after(bugHunter, 5)
    const lost: Message[] = [
      { role: 'user', content: '[Evicted: user message of turn 0.]' },
      ...messages.slice(1),
    ]
    const asks = bugHunter.reply({ messages: lost })
    expect(shown(asks)).toEqual({
      words: 'Step 6. I can no longer see what I was asked to do; it has left my window. What should I do?',
      calls: [],
    })
    const told: Message[] = [...lost, { role: 'assistant', content: asks }, TASK]
    expect(shown(bugHunter.reply({ messages: told }))).toEqual({
      words: 'Step 7. I read src/reservations/reservation-book.ts.',
      calls: ['read_file src/reservations/reservation-book.ts'],
    })
  })

  it('COMP-4 it continues with its notes quoted in a summary, except a clipped item', () => {
    const summary: Message = {
      role: 'user',
      content:
        '[Summary of turns 0 to 9, of what is no longer here.]\n## Goal\n- Find out why tests fail\n## Files\n' +
        '- File: [suspect: src/reservations/expiry.ts:6: hold.placedAt + settings.holdSeconds] (turn 9)\n' +
        '- [next: src/log.ts | src/reservations/price.ts]\n- Done: [done: src/settings.ts | src/log.ts | src/reserv',
    }
    const reply = bugHunter.reply({ messages: [summary] })
    expect(shown(reply).calls).toEqual(['read_file src/reservations/price.ts'])
    expect(JSON.stringify(reply)).toContain(
      '[suspect: src/reservations/expiry.ts:6: hold.placedAt + settings.holdSeconds]',
    )
  })

  it('EVI-5 for a result that was read twice and is gone again it uses the lines that it noted', () => {
    const messages = after(bugHunter, 13)
    const gone = without(messages, (text) => text.startsWith('src/settings.ts,'), '[Evicted]')
    const again = bugHunter.reply({ messages: gone })
    expect(shown(again).calls).toEqual(['read_file src/settings.ts'])
    const [call] = again.filter((part) => part.type === 'tool_use')
    if (call === undefined) throw new Error('no call')
    const lost: Message[] = [
      ...gone,
      { role: 'assistant', content: again },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: '[Evicted]' }] },
    ]
    const mends = shown(bugHunter.reply({ messages: lost }))
    expect(mends.words).toMatch(
      /^Step 15\. I have read src\/settings\.ts twice and it has left my window twice/,
    )
    expect(mends.calls[0]).toMatch(/^edit_file src\/reservations\/expiry\.ts hold\.placedAt/)
  })

  it.each([
    ['it asked for its task three times', '[asked for the task: 3]', 'Step 5. I worked.'],
    ['24 steps were not enough', '[since step: 1]', 'Step 25. I worked.'],
  ])('if %s it takes the short way: a search for the units, and the change', (_, note, words) => {
    const suspect = '[suspect: src/reservations/expiry.ts:6: hold.placedAt + settings.holdSeconds]'
    const said: Message = {
      role: 'assistant',
      content: [{ type: 'text', text: `${words}\n${suspect}\n${note}` }],
    }
    const world = repository()
    const looks = bugHunter.reply({ messages: [TASK, said] })
    expect(shown(looks).calls).toEqual([
      'grep_search Seconds: number src/',
      'grep_search Milliseconds since src/',
    ])
    const results = looks.flatMap((part): Part[] =>
      part.type === 'tool_use'
        ? [
            {
              type: 'tool_result',
              tool_use_id: part.id,
              content: tools[part.name]?.run(part.input, world).text ?? '',
            },
          ]
        : [],
    )
    const mends = bugHunter.reply({
      messages: [TASK, said, { role: 'assistant', content: looks }, { role: 'user', content: results }],
    })
    expect(shown(mends).words).toContain(
      'what I noted: src/settings.ts:8: readonly holdSeconds: number; src/time/clock.ts:3',
    )
    expect(shown(mends).calls[0]).toMatch(/^edit_file /)
  })

  it('after 60 steps it gives up and says what it knows', () => {
    const said: Message = {
      role: 'assistant',
      content: [
        {
          type: 'text',
          text: 'Step 60. I read.\n[suspect: src/a.ts:6: hold.placedAt + holdSeconds]\n[failing: test/a.test.ts]',
        },
      ],
    }
    expect(shown(bugHunter.reply({ messages: [TASK, said] }))).toEqual({
      words:
        'Step 61. I stop here: after 60 steps I still miss what I need, because the window keeps losing it. What I know: tests fail in test/a.test.ts; I suspect hold.placedAt + holdSeconds in line 6 of src/a.ts.',
      calls: [],
    })
  })

  it('COMP-5 the goal of a summary is a task', () => {
    const summary: Message = {
      role: 'user',
      content: '[Summary of turns 0 to 3, of what is no longer here.]\n## Goal\n- Find out why tests fail\n',
    }
    expect(shown(bugHunter.reply({ messages: [summary] })).calls).toEqual(['run_shell npm test'])
  })

  it('a refusal stops it, and the user’s next message restarts it', () => {
    const messages = after(bugHunter, 1)
    const [call] = bugHunter.reply({ messages }).filter((part) => part.type === 'tool_use')
    if (call === undefined) throw new Error('no call')
    const { text } = refusal(call)
    const results: Part[] = bugHunter
      .reply({ messages })
      .flatMap((part): Part[] =>
        part.type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: part.id, content: text }] : [],
      )
    const refused: Message[] = [
      ...messages,
      { role: 'assistant', content: bugHunter.reply({ messages }) },
      { role: 'user', content: results },
    ]
    const stops = bugHunter.reply({ messages: refused })
    expect(shown(stops)).toEqual({
      words: 'Step 3. You refused that call, so I stop. What should I do instead?',
      calls: [],
    })
    const next: Message = { role: 'user', content: 'Look at `heldUntil` in src/time/units.ts.' }
    expect(
      shown(bugHunter.reply({ messages: [...refused, { role: 'assistant', content: stops }, next] })).calls,
    ).toEqual(['read_file src/time/units.ts'])
  })

  it('after its report it continues with the user’s messages', () => {
    const done = after(bugHunter, 40)
    const again: Message = { role: 'user', content: 'And what uses `toMilliseconds`?' }
    expect(shown(bugHunter.reply({ messages: [...done, again] }))).toEqual({
      words: 'Step 17. I look at toMilliseconds.',
      calls: ['grep_search toMilliseconds src/'],
    })
    const tests: Message = { role: 'user', content: 'Do the tests still pass?' }
    expect(shown(bugHunter.reply({ messages: [...done, tests] })).calls).toEqual([])
  })

  it('it knows a sum of two units, and no other', () => {
    expect(suspectIn('a\n  return hold.placedAt + settings.holdSeconds\n')).toEqual({
      line: 2,
      text: 'hold.placedAt + settings.holdSeconds',
      mended: 'hold.placedAt + settings.holdSeconds * 1000',
      seconds: 'settings.holdSeconds',
    })
    expect(suspectIn('x = placedAt + holdSeconds * 1000')).toBeNull()
    expect(suspectIn('// placedAt + holdSeconds')).toBeNull()
    expect(suspectIn('x = placedAt + holdMinutes')).toBeNull()
  })
})

describe('the survey', () => {
  const all: Message = { role: 'user', content: 'Read every file and write a report.' }

  it('lists, reads page by page, notes a line about each file, and writes the report', () => {
    const messages = after(survey, 80, all)
    const replies = messages.flatMap(({ role, content }) =>
      role === 'assistant' ? [shown(content as readonly Part[])] : [],
    )
    expect(replies[0]?.calls).toEqual(['list_files '.trim() + ' '])
    expect(replies[2]?.words).toBe('Step 3. README.md: 30 lines; mooring')
    expect(replies.filter(({ calls }) => calls[0]?.startsWith('read_file package-lock.json'))).toHaveLength(4)
    expect(replies.at(-2)?.calls[0]).toMatch(
      /^write_file REPORT\.md # What is in this repository\n\n- README\.md: 30 lines; mooring\n/,
    )
    expect(replies.at(-1)?.words).toBe(
      'Step 32. The report is in REPORT.md. It has a line for each of 24 files.',
    )
  })

  it('EVI-5 it reads a noted file that it no longer sees again in short, and says so', () => {
    const messages = after(survey, 30, all)
    const lost = messages.map((message): Message =>
      message.role === 'assistant' && JSON.stringify(message.content).includes('Step 3. README')
        ? {
            role: 'assistant',
            content: (message.content as readonly Part[]).map((part) =>
              part.type === 'text' ? { ...part, text: '[Summary] read' } : part,
            ),
          }
        : message,
    )
    const gone = without(lost, (text) => text.startsWith('README.md,'), '[Evicted: result of turn 2.]')
    const reply = survey.reply({ messages: gone })
    expect(shown(reply).calls).toEqual(['read_file README.md 15'])
    expect(JSON.stringify(reply)).toContain(
      'What I noted about README.md is no longer in front of me, so I read it again.',
    )
  })
})

describe('every agent', () => {
  it.each(Object.entries(mockAgents))(
    '%s answers any request with a valid message, the same twice',
    (name, agent) => {
      expect(agent.name).toBe(name)
      fc.assert(
        fc.property(
          fc.oneof(arbitraryMessages, arbitraryConversation, fc.constant([])),
          (messages: readonly Message[]) => {
            const reply = agent.reply({ messages })
            expect(agent.reply({ messages })).toEqual(reply)
            const opening: Message[] = [
              { role: 'user', content: 'x' },
              { role: 'assistant', content: reply },
            ]
            const results = reply.flatMap((part): Part[] =>
              part.type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: part.id, content: '' }] : [],
            )
            const next: Message[] = results.length === 0 ? [] : [{ role: 'user', content: results }]
            expect(validate([...opening, ...next], 'anthropic')).toEqual([])
          },
        ),
      )
    },
  )

  it.each(Object.values(mockAgents))(
    'VALID-1 $name uses no id of the request, and only calls existing tools',
    (agent) => {
      for (const steps of [0, 1, 4, 9, 14]) {
        const messages = after(agent, steps)
        const ids = messages.flatMap(({ content }) =>
          typeof content === 'string'
            ? []
            : content.flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])),
        )
        const next = agent.reply({ messages }).flatMap((part) => (part.type === 'tool_use' ? [part] : []))
        expect(new Set([...ids, ...next.map(({ id }) => id)]).size).toBe(ids.length + next.length)
        expect(next.every((call) => Object.hasOwn(tools, call.name))).toBe(true)
      }
    },
  )
})
