import { expect, test } from 'vitest'
import { spokenIn } from './speech.ts'

test.each([
  // negated orders, also without an apostrophe
  'dont ring the bell when you get there',
  'and never before nine please',
  // a thing that may not be
  'no peanuts',
  'nothing with more than two syllables',
  // what a person cannot or will not
  'My son is allergic to wool.',
  "she won't fly",
  // off limits, and what has to stay
  'the attic is off limits',
  'leave the hedge alone',
  // wishes and refusals
  "i'd rather sit at the back",
  'not like that, shorter please',
  // bounds
  'forty words tops',
  'it has to fit on one page',
  // where and when something holds
  'from now on in metric',
  'ask me first',
  // other languages
  'Der Flügel darf nicht in der Sonne stehen.',
  'Bitte keine Anrufe vor zehn.',
  'no quiero nada con gluten',
  '写真は載せないでください。',
  '不要提她的名字',
])('LOST-1 a rule in passing: %s', (said) => {
  expect(spokenIn(said)).toBe('constraint')
})

test.each([
  // asked, said by others, of the past, only supposed, one's own duty, a report
  'Should I never use the oven?',
  'the leaflet says no swimming after meals',
  'when I lived in Rome I never ate before nine',
  'if it were mine I would never sell it',
  'I have to leave at five',
  'it does not work on my phone',
  'no idea',
  'thanks, that was quick',
  '  if (weight < 0) throw new RangeError("never below 0")',
])('LOST-1 no rule of the user: %s', (said) => {
  expect(spokenIn(said)).not.toBe('constraint')
})

test.each([
  ["ok let's do the blue one", 'decision'],
  ["we'll take the early train", 'decision'],
  ['I still have to call the plumber', 'open'],
  ["the form isn't signed yet", 'open'],
  ['what a day', null],
])('LOST-1 %s: %s', (said, kind) => {
  expect(spokenIn(said)).toBe(kind)
})
