import { expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import { readTraces } from '../reading.ts'

const json = JSON.stringify
/** Who says what in each conversation, its calls and results. */
const told = (text: string) =>
  readTraces(text).map(({ messages }) =>
    messages.map((message) => {
      const parts = partsOf(message).map((part) => {
        if (part.type === 'text') return part.text
        if (part.type === 'tool_use') return `${part.name}(${json(part.input)})`
        return part.type === 'tool_result' ? json(part.content) : part.type
      })
      return `${message.role}: ${parts.join(' | ')}`
    }),
  )

const turn = (speaker: string | number, utterance: string, frames: readonly object[] = []) => ({
  turn_id: '0',
  speaker,
  utterance,
  frames,
})

it('MSG-1 dialogues of Schema-Guided Dialogue and MultiWOZ 2.2, with what the system asked its services', () => {
  const call = {
    service: 'Restaurants_1',
    service_call: { method: 'FindRestaurants', parameters: { city: 'Bonn' } },
    service_results: [{ name: 'Sun' }],
  }
  const dialogue = {
    dialogue_id: '1_00000',
    services: ['Restaurants_1'],
    turns: [
      turn('USER', 'I am hungry.'),
      turn('SYSTEM', 'There is the Sun.', [call]),
      turn('USER', 'Thanks.', [{ state: {} }]),
      turn('SYSTEM', 'Bye.'),
    ],
  }
  expect(told(json([dialogue]))).toEqual([
    [
      'user: I am hungry.',
      'assistant: FindRestaurants({"city":"Bonn"})',
      `user: ${json('[{"name":"Sun"}]')}`,
      'assistant: There is the Sun.',
      'user: Thanks.',
      'assistant: Bye.',
    ],
  ])
  // as columns, with numbers for the speakers
  const columns = {
    ...dialogue,
    turns: { turn_id: ['0', '1'], speaker: [0, 1], utterance: ['Hi.', 'Hello.'] },
  }
  expect(told(`${json(columns)}\n${json({ ...columns, dialogue_id: 'b' })}`)).toEqual([
    ['user: Hi.', 'assistant: Hello.'],
    ['user: Hi.', 'assistant: Hello.'],
  ])
})

it('MSG-1 dialogues of MultiWOZ 2.1: user and system speak in turn', () => {
  const log = [
    { text: 'A cheap hotel?', metadata: {}, dialog_act: {} },
    { text: 'Which area?', metadata: { hotel: {} }, dialog_act: {} },
  ]
  const file = {
    'SNG1.json': { goal: { message: ['You look for a place.'] }, log },
    'PMUL2.json': { goal: {}, log },
  }
  const each = ['user: A cheap hotel?', 'assistant: Which area?']
  expect(told(json(file))).toEqual([each, each])
  expect(readTraces(json(file)).map(({ source }) => source.conversation)).toEqual(['SNG1.json', 'PMUL2.json'])
})

it('MSG-1 rows of MT-bench: a conversation for each answer, and what is in another file is told', () => {
  const question = json({ question_id: 81, category: 'writing', turns: ['A post.', 'Again.'] })
  const answer = (model_id: string) =>
    json({ question_id: 81, model_id, choices: [{ index: 0, turns: [`${model_id} 1`, `${model_id} 2`] }] })
  const both = [question, answer('a'), answer('b')].join('\n')
  expect(told(both)).toEqual([
    ['user: A post.', 'assistant: a 1', 'user: Again.', 'assistant: a 2'],
    ['user: A post.', 'assistant: b 1', 'user: Again.', 'assistant: b 2'],
  ])
  const [first] = readTraces(both)
  expect([first?.turns[0]?.model, first?.intake.problems]).toEqual(['a', []])
  const alone = (text: string) => readTraces(text)[0]?.intake.problems.map(({ message }) => message)
  expect(alone(question)).toEqual([expect.stringContaining('questions of MT-bench without an answer: 1')])
  expect(alone(answer('a'))).toEqual([expect.stringContaining('answers of MT-bench without a question: 1')])
})
