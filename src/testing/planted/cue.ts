import { factsOf, factsWithTalk } from '../../engine/internal.ts'
import type { AskSource, BlockType } from '../../engine/index.ts'
import { createMock } from '../../llm/index.ts'
import { PLANTED_KINDS } from './plant.ts'
import type { Templates } from './plant.ts'

const TYPES: readonly BlockType[] = [
  'user_message',
  'assistant_response',
  'thinking',
  'memory_injection',
  'summary',
  'tool_result',
]

/**
 * What extraction takes a sentence for, by its cues: kinds of facts, and fields of a checkpoint that it would fill. Empty
 * for a sentence without cue. `file` and `number` are found by the shape of a path and a number. The forms in which people
 * say things in passing are no cues: they are made for what people say, whoever writes it down, and no summary goes by them.
 */
export function cuesIn(text: string): readonly string[] {
  const source = (type: BlockType): AskSource => ({
    block: 0,
    type,
    role: type === 'assistant_response' ? 'assistant' : 'user',
    turn: 0,
    tool: '',
    args: '',
    text,
  })
  const kinds = TYPES.flatMap((type) => factsOf(source(type)).map(({ kind }) => kind))
  const { text: state } = createMock({ count: (one) => one.length })({
    kind: 'extract',
    stage: 'save_checkpoint',
    turn: 0,
    window: 0,
    sources: [source('user_message')],
    task: '',
    previous: null,
    update: 'anchored',
    maxTokens: 10_000,
  })
  const inPassing = factsWithTalk(source('user_message')).filter(({ spoken }) => spoken)
  const fields = Object.entries(JSON.parse(state) as object).flatMap(([name, value]) => {
    const told = inPassing.reduce(
      (rest, fact) => rest.replaceAll(fact.text, ''),
      Object.values(Object(value))
        .map((one) => (typeof one === 'object' ? Object.values(Object(one)) : [one]))
        .join(' '),
    )
    return /[1-9A-Za-z]/.test(told) ? [name] : []
  })
  return [...new Set([...kinds, ...fields])]
}

/** The sentences of templates with a cue, or with an end that hides one: a question, or an introduction of a list. */
export function sentencesWithCue(templates: Templates): readonly string[] {
  return (['chat', 'coding'] as const).flatMap((setting) =>
    PLANTED_KINDS.flatMap((kind) =>
      templates[setting][kind].flat().flatMap((template) => {
        const text = template
          .replace('{p}', 'ashen candle')
          .replace('{q}', 'plum goose')
          .replace('{n}', 'two hundred and thirty-one')
          .replace('{d}', '48213')
          .replace('{f}', 'lib/ashen/candle.py')
        // Paths and digits are found by their shape, among many of the same shape that are no facts.
        const byShape = setting === 'coding' && (kind === 'artifact' || kind === 'number')
        const cues = cuesIn(text).filter((cue) => !byShape || (cue !== 'file' && cue !== 'number'))
        return cues.length > 0 || /[?:]$/.test(text) ? [`${kind}: ${text} (${cues.join(', ')})`] : []
      }),
    ),
  )
}
