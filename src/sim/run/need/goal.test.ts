import { expect, test } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import { takeIn } from '../../index.ts'
import { analysisOf } from './analysis.ts'

const TASK = 'Port the invoice parser to the new interface.'

/** The goal of the last turn of a talk: what the user says, each with the reply. */
function goalAfter(...talk: readonly (readonly [said: string, reply: string])[]) {
  const messages = [...talk, ['Go on.', 'I do.'] as const].flatMap(([said, reply]) => [
    { role: 'user' as const, content: said },
    { role: 'assistant' as const, content: reply },
  ])
  const trace = traceOf(messages)
  const { needs } = analysisOf(takeIn({ ...trace, source: { ...trace.source, kind: 'log' } }, chars4)).needs
  return needs.filter(({ kind }) => kind === 'goal').at(-1)?.evidence
}

test.each([
  ['Thanks, the first half of it looks really good to me.', 'I see.'],
  ['It is Postgres 14 and it runs on port 5432.', 'I see.'],
  ['The server of the staff is the one in the cellar.', 'I see.'],
  ['Yes, and the old one can stay where it is.', 'I see.'],
])('NEED-1 what answers, thanks or tells replaces no request: %s', (said, reply) => {
  expect(goalAfter([TASK, 'Which database is it?'], [said, reply])).toEqual([TASK])
  expect(goalAfter([TASK, 'The first half is done.'], [said, reply])).toEqual([TASK])
})

test.each([
  'Now write the letter to the bank of the club.',
  'Could you look at the lamp in the hall as well?',
  'Why is the second page of it so slow?',
  'Schreib jetzt bitte noch einen Brief an den Vorstand.',
  // Short ones, in lower case, with the verb of a trade or without one.
  'now do the scanner',
  'prune the roses',
  'The cellar first.',
  "let's sort the mail",
  'i have put the key into the lock now open it',
  'sort all of the letters by the year in which they came',
  // What is wrong, or is not to be so.
  "it doesn't ring, the line is still dead after the switch",
  'the lamp goes out with a fuse error in room 30',
  "I don't want the green ribbon anymore",
  'you forgot the window on the north side',
  'whatever I press, the lift stays where it is and the light blinks',
  'still dead: FuseError: line 3 is open at hall (plan.ts:3:1)',
  // Han characters are words.
  '現在把它改成英文',
])('NEED-1 another request is the goal from then on: %s', (said) => {
  expect(goalAfter([TASK, 'It is done.'], [said, 'I see.'])).toEqual([said])
})

test.each([
  ['actually, forget that. The cellar first.', 'The cellar first.'],
  ['Thanks! Next: the scanner.', 'Next: the scanner.'],
  ['I want you to:\n- copy the letters to the new folder\n- burn the old ones', 'I want you to:'],
  ['The lift is the old one. Oil its door.', 'Oil its door.'],
])('NEED-1 the goal is the first sentence that asks, however short: %s', (said, sentence) => {
  expect(goalAfter([TASK, 'It is done.'], [said, 'I see.'])).toEqual([sentence])
  expect(goalAfter([said, 'I see.'])).toEqual([sentence])
})

test.each([
  'continue',
  'ok, go ahead',
  'please keep going until all of it is done',
  'continue with the rest of the work that you planned',
  'Thank you so much for the help with the parser',
  'Great work on the first half of it!',
  'yes, that looks right, well done',
  "ok, let's do that",
  'hmm, not true',
  'try again',
  'i turned it on and the lamp is green now',
  'the whole house sleeps at night',
  'it is now in the cellar and it now has the red ribbon',
  'seems like the right set of tools',
  'Let me look at it for a while, then we talk.',
  '[Request interrupted by user for tool use]',
  '<local-command-stdout>Set the model to another one, please</local-command-stdout>',
  '<task-notification>The build in the background is done, please read its output</task-notification>',
  'https://example.org/now/write/the/letter/to/the/bank',
  '続けてください',
  'Output:\n$ ls -1 lib\nlamp.ts  lift.ts\n$ cat lib/lamp.ts\n{ "on": true, "watts": 12 }',
])('NEED-1 a nod, thanks or a report that all is well is no request: %s', (said) => {
  expect(goalAfter([TASK, 'The first half is done.'], [said, 'I see.'])).toEqual([TASK])
  expect(goalAfter([TASK, 'Want me to go on?'], [said, 'I see.'])).toEqual([TASK])
})

test.each([
  'the second one',
  'yes, use the one in the cellar',
  'Take the old one, it is nearer to the door of the house',
  'only the red ones, never more than two of them at once',
])('NEED-1 what answers a question is no request: %s', (said) => {
  expect(goalAfter([TASK, 'Which one should I use?'], [said, 'I see.'])).toEqual([TASK])
  expect(goalAfter([TASK, 'Should I use the old or the new one?'], [said, 'I see.'])).toEqual([TASK])
})

test('NEED-1 a request after an offer is no answer to it, nor is a report that something is wrong', () => {
  for (const said of ['write the letter to the bank', 'what about the lamp in the hall?'])
    expect(goalAfter([TASK, 'Half of it is done. Want me to go on?'], [said, 'I see.'])).toEqual([said])
  const wrong = 'No, the lamp in the hall is still dark after the switch.'
  expect(goalAfter([TASK, 'Did that help?'], [wrong, 'I see.'])).toEqual([wrong])
})

test('NEED-1 a nod in another language is short', () => {
  const task = 'Übertrage bitte den Leser der Rechnungen in die neue Form und lass die alte weg.'
  expect(goalAfter([task, 'Fertig.'], ['Ja, bitte weiter', 'Gut.'])).toEqual([task])
})

test('NEED-1 a question after a question answers it', () => {
  expect(
    goalAfter([TASK, 'Which one is it?'], ['Is the one in the cellar not the only one?', 'Yes.']),
  ).toEqual([TASK])
})

test('NEED-1 whatever follows a greeting says what it is about', () => {
  const said = 'The printer on the second floor has been dead since Monday.'
  expect(goalAfter(['Hello there!', 'Hello.'], [said, 'I see.'])).toEqual([said])
})

test('NEED-1 the goal is the sentence that asks, without the marks of a client', () => {
  expect(goalAfter([`The tool now knows two kinds of agents. ${TASK}`, 'I see.'])).toEqual([TASK])
  expect(
    goalAfter([
      `<command-message>port is running with all of its steps</command-message><command-args>${TASK}</command-args>`,
      'I see.',
    ]),
  ).toEqual([TASK])
  expect(
    goalAfter([
      `<ide_opened_file>The user has opened a file in the editor</ide_opened_file>\n${TASK}`,
      'I see.',
    ]),
  ).toEqual([TASK])
})

test('NEED-1 the goal of a first message is its words, however few; without any it is its picture, or there is none', () => {
  const picture = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
  } as const
  const goalOf = (content: Parameters<typeof traceOf>[0][number]['content']) => {
    const trace = traceOf([
      { role: 'user', content },
      { role: 'assistant', content: 'Which one?' },
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: 'I do.' },
    ])
    const intake = takeIn({ ...trace, source: { ...trace.source, kind: 'log' } }, chars4)
    const goal = analysisOf(intake).needs.needs.findLast(({ kind }) => kind === 'goal')
    return goal === undefined ? null : [intake.blocks[goal.source]?.part, goal.evidence]
  }
  expect(goalOf([picture, { type: 'text', text: 'Fix the parser please' }])).toEqual([
    1,
    ['Fix the parser please'],
  ])
  expect(goalOf([picture])).toEqual([0, []])
  expect(goalOf('   ')).toBeNull()
})
