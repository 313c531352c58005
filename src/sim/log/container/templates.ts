import type { Json } from '../../../engine/index.ts'
import type { Container } from './container.ts'

/** The marks with which the prompts of some models are written: what begins a message, and what ends it. */
const TEMPLATES: readonly { readonly begin: RegExp; readonly end: RegExp }[] = [
  { begin: /<\|im_start\|>(\w+)\n?/g, end: /<\|im_end\|>/ },
  { begin: /<\|start_header_id\|>(\w+)<\|end_header_id\|>\n*/g, end: /<\|(?:eot_id|eom_id|end_of_text)\|>/ },
  { begin: /<start_of_turn>(\w+)\n?/g, end: /<end_of_turn>/ },
  { begin: /<\|(system|user|assistant|observation)\|>\n?/g, end: /<\|end\|>|<\/s>|<\|endoftext\|>/ },
  { begin: /(\[\/?INST\])/g, end: /<\/?s>/ },
  {
    begin: /(?:^|\n)(Human|Assistant|USER|ASSISTANT|SYSTEM|FUNCTION RESPONSE): ?/g,
    end: /<\|endoftext\|>/,
  },
]

const ROLES: Readonly<Record<string, string>> = {
  '[INST]': 'user',
  '[/INST]': 'assistant',
  human: 'user',
  user: 'user',
  system: 'system',
  assistant: 'assistant',
  model: 'assistant',
  tool: 'tool_response',
  ipython: 'tool_response',
  observation: 'tool_response',
  'function response': 'tool_response',
}

const SYSTEM = /^\s*<<SYS>>([^]*?)<<\/SYS>>/
/** How Glaive's data has a call: its arguments are JSON between single quotes. */
const QUOTED = /^<functioncall>\s*\{"name":\s*"([^"\n]+)"(?:,\s*"arguments":\s*'([^]*)')?\s*\}$/

/** The messages of a prompt as its model reads it; empty for another text. */
export function messagesInPrompt(text: string): readonly Json[] {
  // a template in a configuration has no message yet
  if (text.includes('{%')) return []
  for (const { begin, end } of TEMPLATES) {
    const marks = [...text.matchAll(begin)]
    const messages = marks.flatMap((mark, index): readonly Json[] => {
      const [whole, name = ''] = mark
      const body =
        text
          .slice(mark.index + whole.length, marks[index + 1]?.index)
          .split(end)[0]
          ?.trim() ?? ''
      return messageOf(ROLES[name] ?? ROLES[name.toLowerCase()] ?? name, body)
    })
    if (messages.length > 1) return messages
  }
  return []
}

function messageOf(role: string, body: string): readonly Json[] {
  const [block, system] = (role === 'user' ? SYSTEM.exec(body) : null) ?? []
  if (block !== undefined)
    return [
      { role: 'system', content: system?.trim() ?? '' },
      { role, content: body.slice(block.length).trim() },
    ]
  const [, name, args] = QUOTED.exec(body) ?? []
  if (name !== undefined)
    return [{ role: 'tool_call', content: JSON.stringify({ name, arguments: args ?? {} }) }]
  // a prompt ends where the model goes on
  return body === '' && role === 'assistant' ? [] : [{ role, content: body }]
}

/** A prompt as its model reads it. */
export const promptText: Container = {
  name: 'a prompt with the marks of its model',
  head: /^\uFEFF?\s*(?:<\|im_start\|>|<\|begin_of_text\|>|<\|start_header_id\|>|<bos>|<start_of_turn>|(?:<s>\s*)?\[INST\]|<\|(?:system|user)\|>)/,
  open: ({ text }) => {
    const messages = messagesInPrompt(text)
    return messages.length === 0 ? [] : [{ value: { messages }, line: 1, column: 1 }]
  },
}
