import { describe, expect, it } from 'vitest'
import type { Autopsy, AutopsyItem, CompactionAutopsy } from '../../sim/index.ts'
import {
  adviceSentence,
  autopsyFacts,
  autopsyRows,
  autopsySentences,
  autopsySheet,
  autopsyTitle,
  detectionRows,
  foreignSentence,
  lostSentence,
  lostText,
} from './autopsy.ts'
import { copiedSentence, versionRows, versionSheet } from './autopsy-versions.ts'

function item(text: string, more: Partial<AutopsyItem> = {}): AutopsyItem {
  return {
    kind: 'rule',
    by: 'user',
    turn: 0,
    block: 0,
    text,
    fate: 'verbatim',
    missing: [],
    nearest: null,
    broken: 'undecidable',
    brokenBefore: null,
    saidAgain: null,
    sentAgain: null,
    ...more,
  }
}

function compaction(items: readonly AutopsyItem[], more: Partial<CompactionAutopsy> = {}): CompactionAutopsy {
  return {
    nth: 1,
    turn: 40,
    window: 0,
    trigger: 'auto',
    version: '2.1.38',
    tokensBefore: 167_038,
    summary: 16_677,
    items,
    sentAgain: [],
    ...more,
  }
}

let hashes = 0

function autopsy(compactions: readonly CompactionAutopsy[], client = 'Claude Code session'): Autopsy {
  return {
    version: 1,
    client,
    title: 'A log',
    hash: `${hashes++}`,
    compactions,
    said: { messages: 3, foreign: 0 },
  }
}

const push = { rule: 'command', turn: 44, block: 9, tool: 'Bash', shown: 'git push origin main' } as const

const items = [
  item('src/app.ts', { kind: 'file', by: 'agent' }),
  item('Never push to main.', {
    fate: 'gone',
    broken: push,
    saidAgain: { turn: 45, block: 10, text: 'Never push!' },
  }),
  item('All texts must be in Danish.', {
    fate: 'weakened',
    nearest: 'Texts are in Danish.',
    missing: ['must'],
  }),
  item('Tables have a header.'),
  item('Do not touch dist.', { broken: { ...push, turn: 50 } }),
  item('Use tabs.', {
    by: 'client',
    fate: 'gone',
    sentAgain: { turn: 40, block: 8, text: 'Use tabs.' },
  }),
]

describe('what is told of a compaction', () => {
  it('LOST-1 LOST-3 counts the user’s own rules apart, and tells what came after of the lost and of the kept', () => {
    expect(autopsySentences(compaction(items))).toEqual([
      'The user’s own rules: 4 found, 2 kept, 1 weakened, 1 gone. Of the 1 lost rule that a call can be held to, a later call contradicts 1. The user says 1 of the lost again. A later call contradicts 1 of the kept, too.',
      'Rules that the client injected, as skills, memory files and reminders: 1 found, 0 kept, 0 weakened, 1 gone. The log shows that the client adds 1 of the lost to the window again right after.',
      'Kept of the rest: 1 of 1 changed file.',
    ])
    expect(autopsyTitle(compaction([]))).toBe('Compaction 1, before turn 40')
    expect(autopsyFacts(autopsy([]), compaction([]))).toBe(
      'Claude Code session 2.1.38 · automatic · 167,038 tokens before it · summary of 16,677 characters',
    )
  })

  it('LOST-4 LOST-5 nothing found is not told as nothing lost, and an unknown summary as neither', () => {
    expect(autopsySentences(compaction([]))[0]).toMatch(/nothing found is not nothing lost/)
    expect(autopsySentences(compaction(items.slice(0, 1)))[0]).toMatch(/only changed files/)
    const unknown = compaction([item('Use tabs.', { fate: 'unknown' })], { summary: null })
    expect(autopsySentences(unknown)).toEqual([
      expect.stringMatching(/^The log does not have the summary/),
      'The user’s own rules: 1 found, 0 kept, 0 weakened, 0 gone, 1 not known.',
    ])
    expect(lostText(unknown)).toBeNull()
  })

  it('LOST-1 LOST-2 rows: rules first, the user’s and the lost before others; each with the part that is kept and what came after', () => {
    expect(autopsyRows(compaction(items)).map((row) => [row.item.text, row.fate, row.part])).toEqual([
      ['Never push to main.', 'gone', null],
      ['All texts must be in Danish.', 'weakened', 'Texts are in Danish.'],
      ['Tables have a header.', 'word for word', null],
      ['Do not touch dist.', 'word for word', null],
      ['Use tabs.', 'gone', null],
      ['src/app.ts', 'word for word', null],
    ])
    const [first, second, , , third, file] = autopsyRows(compaction(items))
    expect([first?.later, first?.again]).toEqual([
      'Bash contradicts it in turn 44. No call before the compaction did.',
      'The user says it again in turn 45.',
    ])
    expect(third?.again).toBe('The client adds it again in turn 40.')
    expect([second?.later, second?.again, file?.later]).toEqual(['Not decidable', '–', '–'])
    const kept = compaction([item('A', { fate: 'gone', broken: 'none' })])
    expect(autopsySentences(kept)[0]).toMatch(/no later call is found to contradict any\.$/)
    expect(autopsyRows(kept)[0]?.later).toBe('No contradicting call is found.')
    const before = item('A', { broken: push, brokenBefore: { ...push, turn: 3 } })
    expect(autopsyRows(compaction([before]))[0]?.later).toBe(
      'Bash contradicts it in turn 44. So did a call before the compaction, in turn 3.',
    )
  })

  it('LOST-2 LOST-3 where the log has times of day, each turn has its own, with the day where it is another one', () => {
    const at = (text: string) => ({ time: Date.parse(text) })
    const told = item('Never push to main.', {
      fate: 'gone',
      broken: { ...push, ...at('2026-11-12T09:49:31Z') },
      saidAgain: { turn: 45, block: 10, text: 'Never push!', ...at('2026-11-13T00:05:00Z') },
    })
    const one = compaction([told], at('2026-11-12T09:02:00Z'))
    expect(autopsyFacts(autopsy([]), one)).toContain(' · 2026-11-12 09:02 UTC · automatic')
    expect(autopsyRows(one)[0]).toMatchObject({
      later: 'Bash contradicts it in turn 44 (09:49 UTC). No call before the compaction did.',
      again: 'The user says it again in turn 45 (2026-11-13 00:05 UTC).',
    })
    expect(autopsySheet(autopsy([one]))[1]).toContain('2026-11-12 09:49 UTC')
  })

  it('LOST-3 says what to do next time in the words of the log’s client, only where a rule of the user was lost', () => {
    const advice = (client: string) => adviceSentence(autopsy([compaction(items)], client))
    expect(advice('Claude Code session')).toMatch(/CLAUDE\.md.*\/compact /)
    expect(advice('Codex rollout')).toMatch(/AGENTS\.md, which the client reads at every start\.$/)
    expect(advice('Messages')).toBe(
      'Next time: put such rules into a file that the client reads at every start.',
    )
    const kept = items.filter(({ by, fate }) => by !== 'user' || fate === 'verbatim')
    expect(adviceSentence(autopsy([compaction(kept)]))).toBeNull()
  })

  it('LOST-1 one sentence tells of the compaction that lost most of the user’s rules', () => {
    expect(lostSentence(autopsy([compaction(items)]))).toBe(
      'The compaction before turn 40 lost 1 of 4 rules of the user and weakened 1; a later call contradicts 1 of these.',
    )
    const weak = compaction([item('Use tabs.', { fate: 'weakened' }), item('Use ink.')], { turn: 12 })
    expect(lostSentence(autopsy([weak, compaction([])]))).toBe(
      'Of 2 compactions, only the one before turn 12 weakened 1 of 2 rules of the user.',
    )
    expect(lostSentence(autopsy([weak, compaction(items)]))).toMatch(
      /^Of 2 compactions, 2 lost or weakened rules: the worst, the one before turn 40, lost 1/,
    )
    expect(lostSentence(autopsy([compaction(items.filter(({ by }) => by !== 'user'))]))).toBeNull()
  })

  it('LOST-1 the text to paste has what was lost by kind, without what the client has added again', () => {
    const lost = [
      item('Ask one question at a time.', { by: 'client', fate: 'gone' }),
      ...items,
      item('src/b.ts', { kind: 'file', by: 'agent', fate: 'gone' }),
    ]
    expect(lostText(compaction(lost))).toEqual({
      count: 4,
      text: `These were said or done before the context was compacted. The summary has only a part of them, or nothing:

Rules:
- Never push to main.
- All texts must be in Danish.

Changed files:
- src/b.ts

Rules that the client injected:
- Ask one question at a time.
`,
    })
  })

  it('LOST-5 tells in how many messages of the user words cannot be found, once they are most', () => {
    expect(foreignSentence({ messages: 4, foreign: 2 })).toBeNull()
    expect(foreignSentence({ messages: 0, foreign: 0 })).toBeNull()
    expect(foreignSentence({ messages: 1, foreign: 1 })).toMatch(/^1 of 1 message of the user is not/)
    expect(foreignSentence({ messages: 4, foreign: 3 })).toMatch(/^3 of 4 messages of the user are not/)
  })

  it('LOST-1 the file has a line for every item, as wide as its heading', () => {
    const [head, ...lines] = autopsySheet(
      autopsy([compaction(items), compaction(items.slice(1), { nth: 2 })]),
    )
    expect(lines).toHaveLength(items.length * 2 - 1)
    expect(lines.every((line) => line.length === head?.length)).toBe(true)
    expect(lines[1]).toContain('Bash: git push origin main')
  })
})

it('LOST-2 rates of the detection are fractions of what was planted', () => {
  for (const { right, found } of detectionRows()) {
    for (const text of [right, found]) {
      const [, percent = '', part = '', all = ''] = /^([\d.]+) % \((\d+) of (\d+)\)$/.exec(text) ?? []
      expect(Number(part)).toBeLessThanOrEqual(Number(all))
      expect(Math.abs(Number(percent) - (100 * Number(part)) / Number(all))).toBeLessThan(0.051)
    }
  }
})

describe('several logs', () => {
  const rule = (fate: AutopsyItem['fate']) => item('Use tabs.', { fate })

  it('LOST-6 adds up by client and version, versions in their order, a log with two versions in both', () => {
    const rows = versionRows([
      {
        name: 'a',
        autopsies: [
          autopsy([
            compaction([rule('gone')], { version: '2.1.9' }),
            compaction([rule('verbatim'), ...items], { nth: 2 }),
          ]),
        ],
      },
      { name: 'b', autopsies: [autopsy([compaction([rule('weakened')])])] },
      { name: 'c', autopsies: [autopsy([]), autopsy([compaction([], { version: null })], 'OpenAI chat')] },
    ])
    expect(
      rows.map(({ client, version, logs, compactions, user, injected }) => [
        client,
        version,
        logs,
        compactions,
        [user.kept, user.weakened, user.gone, user.saidAgain, user.broken],
        injected.all,
      ]),
    ).toEqual([
      ['Claude Code session', '2.1.9', 1, 1, [0, 0, 1, 0, 0], 0],
      ['Claude Code session', '2.1.38', 2, 2, [3, 2, 1, 1, 1], 1],
      ['OpenAI chat', null, 1, 1, [0, 0, 0, 0, 0], 0],
    ])
    const [head, ...lines] = versionSheet(rows)
    expect(lines.map((line) => line.length)).toEqual(rows.map(() => head?.length))
  })

  it('LOST-6 a copy of a log counts once, and that is said', () => {
    const one = autopsy([compaction([rule('gone')])])
    const [row, ...others] = versionRows([
      { name: 'on the page', autopsies: [one] },
      { name: 'in its folder', autopsies: [one, autopsy([])] },
    ])
    expect([row?.logs, row?.compactions, row?.user.all, others]).toEqual([1, 1, 1, []])
    const told = (...logs: readonly Autopsy[]): string =>
      copiedSentence(logs.map((log) => ({ name: '', autopsies: [log] })))
    expect(told(one, one)).toBe('1 conversation is a copy of another one and is left out.')
    expect(told(one, one, one)).toBe('2 conversations are copies of another one and are left out.')
    expect(told(one, autopsy([]))).toBe('')
    // The same words under another version of the client are another log.
    expect(
      told(one, { ...autopsy([compaction([rule('gone')], { version: '2.1.9' })]), hash: one.hash }),
    ).toBe('')
  })

  it('LOST-6 without a compaction there is no row', () => {
    expect(versionRows([{ name: 'a', autopsies: [autopsy([])] }])).toEqual([])
  })
})
