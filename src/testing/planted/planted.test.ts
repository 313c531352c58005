import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { takeIn } from '../../sim/index.ts'
import { checklist, firstSentences, saidIn, truncated, userTurns } from './baseline.ts'
import type { Said } from './baseline.ts'
import { cuesIn, sentencesWithCue } from './cue.ts'
import least from './least.json' with { type: 'json' }
import { seed as first } from '../seed.ts'
import { boundsOf, budgetOf, kept, rowsOf, shortcomings, someWays } from './measure.ts'
import { plant, PLANTED_KINDS, textOfMessage } from './plant.ts'
import type { PlantedFact, PlantedKind } from './plant.ts'
import plain from './templates-plain.json' with { type: 'json' }
import templates from './templates.json' with { type: 'json' }

const made = (['chat', 'coding'] as const).flatMap((setting) =>
  [1, 2, 3].map((seed) => ({ setting, seed, planted: plant(setting, seed, templates) })),
)

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1
}

describe.each(made)('a $setting of seed $seed', ({ setting, seed, planted }) => {
  const { trace, facts } = planted
  const texts = trace.messages.map((message) => textOfMessage(message))
  const text = texts.join('\n')

  it('MOCK-3 is the same for the same seed and another for another', () => {
    expect(JSON.stringify(plant(setting, seed, templates))).toBe(JSON.stringify(planted))
    expect(plant(setting, seed + 1, templates).facts[0]?.sentence).not.toBe(facts[0]?.sentence)
  })

  it('MOCK-3 tells every fact once, in the message and the turn that it says', () => {
    for (const { message, turn, sentence, proof } of facts) {
      const told = trace.turns[turn]
      expect([...(told?.inputs ?? []), told?.response]).toContain(message)
      expect(occurrences(texts[message] ?? '', sentence)).toBe(1)
      expect(proof.length).toBeGreaterThan(0)
      for (const part of proof) {
        expect(sentence).toContain(part)
        expect([part, occurrences(text, part)]).toEqual([part, 1])
      }
    }
  })

  it('MOCK-3 tells the old value of a changed one once, in an earlier message', () => {
    for (const { kind, key, message, sentence, stale, before } of facts) {
      if (kind !== 'changed') {
        expect([stale, before]).toEqual([null, null])
        continue
      }
      const old = texts.findIndex((one) => one.includes(before ?? '-'))
      expect(old).toBeGreaterThanOrEqual(0)
      expect(old).toBeLessThan(message)
      expect(occurrences(text, stale ?? '')).toBe(1)
      expect(before).toContain(stale)
      expect(before).toContain(key)
      expect(sentence).toContain(key)
      expect(sentence).not.toContain(stale)
    }
  })

  it('MOCK-3 spreads five facts of each kind over the conversation, a goal in its first turn, none in its last', () => {
    for (const kind of PLANTED_KINDS) {
      const turns = facts.filter((fact) => fact.kind === kind).map((fact) => fact.turn)
      expect(turns).toHaveLength(5)
      expect(Math.max(...turns)).toBeLessThan(79)
      // New values follow their old ones, so they need not be in every fifth.
      if (kind !== 'changed') expect(turns.map((turn) => Math.floor(turn / 16))).toEqual([0, 1, 2, 3, 4])
    }
    expect(facts[0]).toMatchObject({ kind: 'goal', turn: 0 })
  })

  it('PAIR-1 is a conversation that can be replayed: every call is answered in the next turn', () => {
    const { blocks } = takeIn(trace, chars4)
    const calls = blocks.filter(({ type }) => type === 'tool_call')
    const results = blocks.filter(({ type }) => type === 'tool_result')
    expect([calls.length, results.length]).toEqual(setting === 'chat' ? [0, 0] : [79, 79])
    expect(results.map(({ turn }) => turn)).toEqual(calls.map(({ turn }) => turn + 1))
  })

  it('MOCK-1 surrounds facts by what is as rare: the rarest sentences are not the facts', () => {
    const sentences = texts.flatMap((one) => one.split(/(?<=[.?])\s|\n+/)).filter((one) => one !== '')
    const wordsOf = (one: string) => [...new Set(one.toLowerCase().match(/[a-z'-]+|\d+/g))]
    const holders = new Map<string, number>()
    for (const one of sentences)
      for (const word of wordsOf(one)) holders.set(word, (holders.get(word) ?? 0) + 1)
    const weight = (word: string) => Math.log(sentences.length / (holders.get(word) ?? 1))
    const byRarity = (power: number) => {
      const scored = sentences.map((one) => {
        const words = wordsOf(one)
        const sum = words.reduce((total, word) => total + weight(word), 0)
        return { one, score: sum / words.length ** power }
      })
      let summary = ''
      for (const { one } of scored.sort((a, b) => b.score - a.score)) {
        if (chars4.count(summary + one) > budgetOf(planted)) break
        summary += `${one}\n`
      }
      const found = kept(facts, summary)
      return PLANTED_KINDS.reduce((sum, kind) => sum + found[kind].kept, 0) / facts.length
    }
    // Blind chance keeps .3. In coding, the sum prefers sentences to lines of output, whatever they say.
    expect(byRarity(1)).toBeLessThan(0.35)
    expect(byRarity(0.5)).toBeLessThan(setting === 'chat' ? 0.35 : 0.6)
  })
})

describe('the words of facts', () => {
  it('MOCK-3 are on no list of cues', () => {
    expect(sentencesWithCue(templates)).toEqual([])
  })

  it('MOCK-3 the check finds a cue, a shape, and a field of a checkpoint', () => {
    expect(cuesIn('Hands off the ashen candle.')).toEqual([])
    expect(cuesIn('Never touch the ashen candle of the goose.')).toEqual(['constraint', 'constraints'])
    expect(cuesIn('The ashen candle came to 48213 crowns.')).toEqual(['number'])
    expect(cuesIn('The candle is for us a success story.')).toEqual(['criteria'])
    expect(cuesIn('It lives on branch `candle` of the goose.')).toEqual(['environment'])
    const [first = '', ...rest] = templates.chat.goal
    const spoiled = { ...templates, chat: { ...templates.chat, goal: [`Please: ${first}`, ...rest] } }
    expect(sentencesWithCue(spoiled)).toHaveLength(1)
  })
})

const NONE = { told: 0, kept: 0, stale: 0, both: 0 }

function fact(
  kind: PlantedKind,
  key: string,
  turn: number,
  proof: string[],
  stale: string | null = null,
): PlantedFact {
  return { kind, key, turn, message: turn, sentence: proof.join(' '), proof, stale, before: stale }
}

describe('what a text keeps', () => {
  const facts = [
    fact('goal', 'red ant', 0, ['red ant', 'blue bee']),
    fact('goal', 'wet cat', 1, ['wet cat']),
    fact('changed', 'dry dog', 2, ['two cups'], 'one cup'),
  ]

  it('NEED-2 is every fact whose proof is complete', () => {
    const found = kept(facts, 'A red ant, a wet cat, and later two cups.')
    expect(found.goal).toEqual({ told: 2, kept: 1, stale: 0, both: 0 })
    expect(found.changed).toEqual({ told: 1, kept: 1, stale: 0, both: 0 })
    expect(found.decision).toEqual(NONE)
    expect(kept(facts, 'red ant\nblue bee').goal.kept).toBe(1)
    expect(kept(facts, 'Red ant, blue bee').goal.kept).toBe(0)
  })

  it('NEED-2 tells a stale value from a lost one and from one beside the new', () => {
    expect(kept(facts, 'one cup').changed).toEqual({ told: 1, kept: 0, stale: 1, both: 0 })
    expect(kept(facts, 'one cup, two cups').changed).toEqual({ told: 1, kept: 1, stale: 0, both: 1 })
    expect(kept(facts, '').changed).toEqual({ told: 1, kept: 0, stale: 0, both: 0 })
  })
})

describe('the baselines', () => {
  const count = (text: string) => text.length
  const said: readonly Said[] = [
    { by: 'user', text: 'One two. Three.' },
    { by: 'assistant', text: 'Four! Five' },
    { by: 'tool', text: 'six\nseven' },
    { by: 'user', text: 'Eight.' },
  ]

  it('NEED-2 truncation has the newest whole messages', () => {
    expect(truncated(said, 100, count)).toBe('One two. Three.\nFour! Five\nsix\nseven\nEight.')
    // 6, then 1 + 9, then 1 + 10 more
    expect(truncated(said, 16, count)).toBe('six\nseven\nEight.')
    expect(truncated(said, 26, count)).toBe('six\nseven\nEight.')
    expect(truncated(said, 27, count)).toBe('Four! Five\nsix\nseven\nEight.')
    expect(truncated(said, 5, count)).toBe('')
  })

  it('NEED-2 first sentences end at their stop or their line', () => {
    expect(firstSentences(said, 100, count)).toBe('One two.\nFour!\nsix\nEight.')
    expect(firstSentences(said, 10, count)).toBe('six\nEight.')
  })

  it('NEED-2 user turns are those of the user, not of a tool', () => {
    expect(userTurns(said, 100, count)).toBe('One two. Three.\nEight.')
    expect(userTurns(said, 21, count)).toBe('Eight.')
    const coding = made.find(({ setting }) => setting === 'coding')?.planted
    const users = coding === undefined ? [] : saidIn(coding).map(({ by }) => by)
    expect(users.slice(0, 3)).toEqual(['user', 'assistant', 'tool'])
    expect(users.filter((by) => by === 'user')).toHaveLength(20)
  })

  it('NEED-2 a checklist replaces the old value and drops the oldest', () => {
    const facts = [
      fact('number', 'ant', 5, ['3']),
      fact('number', 'bee', 1, ['2', 'x']),
      fact('number', 'ant', 0, ['1']),
    ]
    expect(checklist(facts, 100, count)).toBe('number bee: 2, x\nnumber ant: 3')
    expect(checklist(facts, 20, count)).toBe('number ant: 3')
  })
})

/*
 * What is kept today, with the conversation of seed 2 and 30 % of its tokens: the least share of goals and
 * constraints, and of all other facts. The aim for the writer after 1, 3 and 5 compactions: .95 and .75, no stale value;
 * and no managed lane below truncation to the same tokens. In a chat nothing but their meaning tells decisions, artifacts
 * and continuations from the agent's other sentences, so most of the others that are lost there are these.
 */
describe.each(['chat', 'coding'] as const)('facts kept today in %s', (setting) => {
  it('MOCK-1 the writer and the lanes keep at least these shares of facts whose words are no cues', () => {
    // Others in the other setting, in the other set, and with other seeds.
    const nth = first + (setting === 'chat' ? 0 : 1)
    const [ways, others] = [someWays(nth), someWays(nth + 1)]
    const bounds = boundsOf(least.templates[setting], ways)
    expect(shortcomings(rowsOf(setting, templates, [2], ways), bounds)).toEqual([])
    const plainBounds = boundsOf(least['templates-plain'][setting], others)
    expect(shortcomings(rowsOf(setting, plain, [2], others), plainBounds)).toEqual([])
  })
})
