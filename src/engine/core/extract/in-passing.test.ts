import { expect, test } from 'vitest'
import type { AskSource } from '../llm/ask.ts'
import { factsWithTalk } from './facts-of.ts'

function stated(text: string, type: AskSource['type'] = 'user_message') {
  const source: AskSource = { block: 0, type, role: 'user', turn: 0, tool: '', args: '', text }
  return factsWithTalk(source).map(({ kind, text: said, spoken }) => [kind, said, spoken === true])
}

test.each([
  ['constraint', 'my son is allergic to wool'],
  ['constraint', 'forty words tops'],
  ['constraint', 'the attic is off limits'],
  ['decision', "ok let's do the blue one"],
  ['open', 'I need to call the plumber'],
])('COMP-6 what a user says in passing is a fact for notes: %s, %s', (kind, said) => {
  expect(stated(said)).toContainEqual([kind, said, true])
})

test('COMP-6 what its words say stays beside it, a goal too', () => {
  expect(stated('Please prepare the party, my son is allergic to wool.')).toEqual([
    ['constraint', 'Please prepare the party, my son is allergic to wool.', true],
    ['goal', 'Please prepare the party, my son is allergic to wool.', false],
  ])
})

test('COMP-6 nothing is said in passing by an agent, in questions, by others, or in a long text that was pasted', () => {
  const said = 'my son is allergic to wool'
  expect(stated(said, 'assistant_response')).toEqual([])
  expect(stated('is my son allergic to wool?')).toEqual([])
  expect(stated('the leaflet says my son is allergic to wool')).toEqual([])
  expect(stated(`${said}\n${'It rained in the valley.\n'.repeat(70)}`)).toEqual([])
})
