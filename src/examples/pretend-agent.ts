import type { AnthropicRequest, Json, Part, ReportedUsage, ToolDefinition } from '../engine/index.ts'

const SERVICES = ['gateway', 'cart', 'stock', 'billing', 'orders', 'mail', 'search', 'audit']
/** The service whose log has the cause. */
const CULPRIT = 'orders'
const LINES = 60
const LINE_OF_FAULT = 41

export const toolDefinitions: readonly ToolDefinition[] = [
  { name: 'list_services', description: 'Names all services.', input_schema: { type: 'object' } },
  {
    name: 'read_log',
    description: 'The last lines of a log.',
    input_schema: { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] },
  },
  {
    name: 'search_log',
    description: 'Lines of a log that hold a text.',
    input_schema: {
      type: 'object',
      properties: { service: { type: 'string' }, text: { type: 'string' } },
      required: ['service', 'text'],
    },
  },
]

/** Tools without side effects: their logs are made up, and the same each time. */
export const tools: Readonly<Record<string, (input: Json) => string>> = {
  list_services: () => SERVICES.join('\n'),
  read_log: (input) => logOf(field(input, 'service')).join('\n'),
  search_log: (input) => {
    const found = logOf(field(input, 'service')).filter((line) => line.includes(field(input, 'text')))
    return found.length === 0 ? 'no line holds that' : found.join('\n')
  },
}

/**
 * A model that follows a script: it lists the services, reads every log and searches it, and then reports. It uses its
 * own earlier calls, as a model with a plan would.
 */
export function createScriptedModel(): (request: AnthropicRequest) => Promise<Reply> {
  const plan: { readonly text: string; readonly name: string; readonly input: Json }[] = [
    { text: 'First I need to know what runs.', name: 'list_services', input: {} },
    ...SERVICES.flatMap((service) => [
      { text: `Now the log of ${service}.`, name: 'read_log', input: { service } },
      { text: `Does ${service} drop anything?`, name: 'search_log', input: { service, text: 'dropped' } },
    ]),
  ]
  let step = 0
  return (request) => {
    const next = plan[step]
    const content: Part[] =
      next === undefined
        ? [
            {
              type: 'text',
              text: `The service ${CULPRIT} drops orders; line ${LINE_OF_FAULT} of its log says so.`,
            },
          ]
        : [
            { type: 'text', text: next.text },
            { type: 'tool_use', id: `call_${step}`, name: next.name, input: next.input },
          ]
    step += 1
    // A real provider reports usage by its own tokenizer; this one estimates it from the length.
    const usage = { input_tokens: Math.ceil(JSON.stringify(request).length / 4) }
    return Promise.resolve({ content, usage })
  }
}

export interface Reply {
  readonly content: readonly Part[]
  readonly usage: ReportedUsage
}

function logOf(service: string): string[] {
  return Array.from({ length: LINES }, (_, index) => {
    const line = index + 1
    const id = `ord_${line * 7919}`
    if (service === CULPRIT && line === LINE_OF_FAULT) {
      return `${line} ERROR ${service}: queue full, order ${id} dropped after 3 attempts`
    }
    return `${line} INFO ${service}: handled ${id} in ${(line * 37) % 90} ms, ${(line * 13) % 50} waiting`
  })
}

function field(input: Json, name: string): string {
  const value: unknown =
    typeof input === 'object' && input !== null
      ? Object.entries(input).find(([key]) => key === name)?.[1]
      : null
  return typeof value === 'string' ? value : ''
}
