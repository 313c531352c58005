import { describe, expect, it } from 'vitest'
import { above, BY_RESERVE, byAmount, byShare, EDIT_MEASURES } from './edit-trigger.ts'

describe('EDIT-1 why a stage made an edit', () => {
  it('EDIT-1 names the setting as it is written, and what it is a share of', () => {
    expect(byAmount('compression.keep_messages', 6)).toEqual({
      key: 'compression.keep_messages',
      written: '6',
      of: null,
    })
    expect(byShare('token_trim.reserve', 0.05, 'limit less')).toEqual({
      key: 'token_trim.reserve',
      written: '0.05',
      of: 'limit less',
    })
    expect(BY_RESERVE).toEqual({ key: null, written: '', of: 'reserve' })
  })

  it('EDIT-1 says what was measured and allowed, and how far the target is if there is one', () => {
    const by = byAmount('slide.max_messages', 20)
    const level = { cause: 'level', measure: 'messages', value: 25, allowed: 20, by }
    expect(above('messages', 25, 20, by)).toEqual(level)
    expect(above('messages', 25, 20, by, 600)).toEqual(level)
    expect(above('messages', 25, 20, by, undefined, 900)).toEqual(level)
    expect(above('messages', 25, 20, by, 600, 900)).toEqual({ ...level, target: 600, toFree: 300 })
  })

  it('EDIT-1 measures a window, a result, a component, a subtask or the notes', () => {
    const ofWindow = [
      'share',
      'messages',
      'tokens',
      'characters',
      'bytes',
      'milliseconds',
      'tool_uses',
      'turns',
    ]
    expect(EDIT_MEASURES).toEqual([...ofWindow, 'result_tokens', 'component_tokens', 'calls', 'notes'])
  })
})
