import type { Json } from '../../../engine/index.ts'
import { at, isList, recordOf, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, summaryOf, usageBeside } from './chat-message.ts'
import type { Container } from './container.ts'

interface Step {
  readonly timestamp: Json | undefined
  model: Json | undefined
  readonly thoughts: string[]
  readonly said: string[]
  readonly calls: Json[]
  usage?: Json | undefined
}

/** The events of a session of Kimi Code (`wire.jsonl`): a step is a reply, whose parts and usage come one by one. */
export const kimi: Container = {
  name: 'a session of Kimi Code',
  keys: ['protocol_version'],
  open({ records }) {
    const [first] = records
    if (
      first === undefined ||
      !records.some(({ value }) => at(value, 'type') === 'context.append_loop_event')
    )
      return []
    const talk: (Json | Step)[] = []
    const steps = new Map<Json | undefined, Step>()
    let model: Json | undefined
    let alias: Json | undefined
    let newest: Step | undefined
    for (const { value } of records) {
      const prompt = textOf(at(value, 'systemPrompt'))
      const message = at(value, 'message')
      const event = at(value, 'event')
      const part = at(event, 'part')
      alias = at(value, 'modelAlias') ?? alias
      const named = at(value, 'model')
      // a request may come after the beginning of its step, and its usage after the end
      const isOfNewest =
        newest?.model === undefined || (at(value, 'type') === 'llm.request' && isEmpty(newest))
      if (named !== undefined && newest !== undefined && isOfNewest) newest.model = named
      model = named ?? model
      const step = steps.get(at(event, 'stepUuid') ?? at(event, 'uuid')) ?? steps.get(placeOf(event))
      if (prompt !== undefined && talk.length === 0) talk.push(chatMessage('system', { content: prompt }))
      else if (at(value, 'type') === 'context.append_message')
        talk.push({
          ...recordOf(message),
          timestamp: at(value, 'time') ?? null,
          ...(isOfClient(at(message, 'origin', 'kind')) && { isInjected: true }),
        })
      else if (at(value, 'type') === 'context.apply_compaction')
        talk.push(
          summaryOf(asText(at(value, 'contextSummary') ?? at(value, 'summary')), at(value, 'tokensBefore')),
        )
      else if (at(event, 'type') === 'step.begin') {
        const begun: Step = { timestamp: at(value, 'time'), model, thoughts: [], said: [], calls: [] }
        for (const key of [at(event, 'uuid'), placeOf(event)]) if (key !== undefined) steps.set(key, begun)
        newest = begun
        talk.push(begun)
      } else if (at(event, 'type') === 'tool.result')
        talk.push(resultOf(at(event, 'toolCallId'), outputOf(at(event, 'result', 'output'))))
      else if (at(event, 'type') === 'tool.call')
        step?.calls.push(callOf(at(event, 'toolCallId'), at(event, 'name'), at(event, 'args')))
      else if (at(part, 'type') === 'think') step?.thoughts.push(asText(at(part, 'think')))
      else if (at(part, 'type') === 'text') step?.said.push(asText(at(part, 'text')))
      else if (at(event, 'type') === 'step.end' && step !== undefined) {
        const used = recordOf(at(event, 'usage'))
        step.usage = usageBeside({ ...used, input: used['inputOther'] })
      }
    }
    return [
      {
        ...first,
        value: { ...(alias !== undefined && { model: alias }), messages: talk.flatMap(messageOf) },
      },
    ]
  },
}

/** A step that was broken off has said nothing. */
function messageOf(one: Json | Step): readonly Json[] {
  if (!isStep(one)) return [one]
  const { said, ...rest } = one
  return isEmpty(one) ? [] : [chatMessage('assistant', { content: said.join('\n\n'), ...rest })]
}

function isEmpty({ said, calls, thoughts }: Step): boolean {
  return said.length + calls.length + thoughts.length === 0
}

/** A step of a turn: some lines have no other name for it. */
function placeOf(event: Json | undefined): Json | undefined {
  const [turn, step] = [at(event, 'turnId'), at(event, 'step')]
  return turn === undefined || step === undefined ? undefined : `${asText(turn)} ${asText(step)}`
}

function isStep(one: Json | Step): one is Step {
  return typeof one === 'object' && one !== null && 'said' in one
}

/** True for reminders and news of tasks, which have the user's role; a skill is what the user chose. */
function isOfClient(origin: Json | undefined): boolean {
  return typeof origin === 'string' && origin !== 'user' && !origin.startsWith('skill')
}

function outputOf(output: Json | undefined): Json {
  return isList(output) ? output : asText(output)
}
