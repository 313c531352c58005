import { describe, expect, it } from 'vitest'
import type { Ask, AskSource } from '../../engine/index.ts'
import { compact } from './compact.ts'

describe('a talk in which the user tells', () => {
  const source = (type: AskSource['type'], turn: number, text: string): AskSource => ({
    block: turn,
    type,
    role: type === 'user_message' ? 'user' : 'assistant',
    turn,
    tool: '',
    args: '',
    text,
  })
  const told = [
    'we plan a weekend by the lake for the choir',
    'the altos bring the big lamp. my aunt Rosa sings in bar 41',
    'dogs are not allowed in the hut',
    'funny how time flies in these days',
    'my cousin once had such a green boat',
    'how so?',
    'the weather was rather mild this morning',
    'somebody left a red scarf on the piano bench',
    'that little cafe round the corner was nice and warm',
  ]
  const summaryOf = (maxTokens: number): string =>
    compact(
      {
        kind: 'compact',
        stage: 'test',
        turn: 0,
        window: 0,
        sources: told.flatMap((text, turn) => [
          source('user_message', turn, text),
          source('assistant_response', turn, 'Fine.'),
        ]),
        task: told[0] ?? '',
        previous: null,
        update: 'anchored',
        maxTokens,
      } satisfies Ask,
      (text) => Math.ceil(text.length / 4),
    )

  it('MOCK-1 a rule, a name and a number stay where chat has no room, also behind a small letter, and the task', () => {
    const summary = summaryOf(70)
    expect(summary).toContain(told[0])
    expect(summary).toContain('my aunt Rosa sings in bar 41')
    expect(summary).toContain('dogs are not allowed in the hut')
    for (const chat of ['big lamp', 'funny how', 'green boat']) expect(summary).not.toContain(chat)
  })
})
