import { expect, it } from 'vitest'
import { ProblemError } from '../../engine/index.ts'
import { unreadableOf } from './logs.ts'

it.each(['text-too-large', 'too-many-messages'])(
  'says what to do about a log that is too large: %s',
  (code) => {
    const error = new ProblemError([{ severity: 'error', code, message: 'It is too large', fix: 'Cut it.' }])
    expect(unreadableOf('a.jsonl', error).message).toBe('It is too large. Cut it.')
  },
)
