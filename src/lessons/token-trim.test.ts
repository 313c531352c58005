import { describe, expect, it } from 'vitest'
import { conversation } from '../testing/conversation.ts'
import { answered, stageScene } from '../testing/stage-view.ts'
import { chars4, trimToBudget } from '../engine/index.ts'
import { argumentsText, modalityTokens, partsOf, sumOfModalities } from '../engine/internal.ts'
import type { Message, TokenTrimSettings } from '../engine/index.ts'
import { fittedAsWritten } from './token-trim.ts'
import type { EntryAsWritten } from './token-trim.ts'
import { trimAsWritten } from './trim-stages.ts'
import defects from './defects.json' with { type: 'json' }

function told(message: Message): EntryAsWritten {
  const [part] = partsOf(message)
  const tokens = sumOfModalities(modalityTokens(message, chars4))
  if (part?.type === 'tool_use')
    return { kind: 'call', id: part.id, tokens, text: part.name + argumentsText(part.input) }
  if (part?.type === 'tool_result')
    return { kind: 'result', id: part.tool_use_id, tokens, text: JSON.stringify(part.content) }
  return {
    kind: message.role === 'system' ? 'system' : 'prose',
    id: null,
    tokens,
    text: JSON.stringify(message.content),
  }
}

/** The indices that both keep of a list of messages with one part each. */
function both(
  list: readonly Message[],
  maxTokens: number,
  direction: TokenTrimSettings['direction'] = 'start',
  reserve = 0,
) {
  const here = trimToBudget(list, { maxTokens, reserve: reserve / maxTokens, direction })
  const gone = new Set(here.dropped)
  return {
    article: fittedAsWritten(list.map(told), { maxTokens, reserve, direction }),
    here:
      here.outcome === 'refused' ? (here.note?.code ?? '') : [...list.keys()].filter((at) => !gone.has(at)),
  }
}

describe('the trimmer of “agentfit-rs” compared with this one', () => {
  it('TRIM-1 prose_goes_with_system: the task is dropped although everything fits; here it stays', () => {
    const list = conversation(`
      system: be brief
      user: the task
      assistant: call a f
      result a: seen
      user: and now?`)
    expect(both(list, 10_000)).toEqual({ article: [0, 2, 3, 4], here: [0, 1, 2, 3, 4] })
  })

  it('TRIM-1 middle_drops_newest: of two groups the newest is dropped; here the older one', () => {
    const list = conversation(`
      system: be brief
      assistant: call a f
      result a: 384 chars
      assistant: call b f
      result b: 384 chars`)
    expect(both(list, 200, 'middle')).toEqual({ article: [0, 1, 2], here: [0, 3, 4] })
  })

  it('TRIM-1 oversize_never_refused: only the system prompt is sent; here the request is refused with the message that is too large', () => {
    const list = conversation(`
      system: be brief
      assistant: call a f
      result a: 4000 chars`)
    expect(both(list, 500)).toEqual({ article: [0], here: 'message_too_large' })
  })

  it('TRIM-1 reserve_underflows: a reserve above the limit trims nothing; here it is refused', () => {
    const list = conversation('system: be brief\nassistant: call a f\nresult a: 4000 chars')
    expect(both(list, 100, 'start', 200)).toEqual({ article: [0, 1, 2], here: 'reserve_exceeds_limit' })
  })

  it('TRIM-1 later_systems_lost: a later system message is dropped; here it stays', () => {
    const list = conversation(`
      system: be brief
      assistant: call a f
      result a: seen
      system: be careful
      assistant: call b f
      result b: seen`)
    expect(both(list, 10_000)).toEqual({ article: [0, 1, 2, 4, 5], here: [0, 1, 2, 3, 4, 5] })
  })

  it('TRIM-1 twins_by_equality: a repeated call moves up to the earlier one; here each keeps its place', () => {
    const list = conversation(`
      system: be brief
      assistant: call a status
      result a: waiting
      assistant: call b deploy
      result b: started
      assistant: call c status
      result c: done`)
    expect(both(list, 10_000)).toEqual({ article: [0, 1, 2, 5, 6, 3, 4], here: [0, 1, 2, 3, 4, 5, 6] })
  })

  it('TRIM-1 as a strategy in the turn loop it drops the task first', () => {
    const list = conversation(`
      system: be brief
      user: 384 chars
      assistant: call a f
      result a: 384 chars`)
    const { view, context } = stageScene(list, { limit: 180 })
    const settings = { maxTokens: 0, reserve: 0.1, direction: 'start', rollback: false } as const
    const { result } = answered(trimAsWritten(settings).act(view, null, context))
    expect(result.edits[0]?.changes.map(({ block }) => view.block(block).type)).toEqual(['user_message'])
  })

  it('each names the article and the rule', () => {
    expect(new Set(defects['token-trim'].map(({ article, rule }) => `${article}: ${rule}`))).toEqual(
      new Set(['agentfit-rs: TRIM-1']),
    )
  })
})
