import { promptOf } from '../../src/engine/index.ts'
import { ASK_KINDS, BLOCK_TYPES } from '../../src/engine/internal.ts'
import type { Ask, AskSource } from '../../src/engine/index.ts'
import { createMock } from '../../src/llm/index.ts'
import { tokensOfText } from './tokens.ts'

const EMPTY: Ask = {
  kind: 'compact',
  stage: 'provider',
  turn: 0,
  window: 0,
  sources: [],
  task: '',
  previous: null,
  update: 'regenerate',
  maxTokens: 0,
}

/** The first words of each kind's instructions. */
const BEGINNINGS = ASK_KINDS.map((kind) => ({
  kind,
  beginning: promptOf({ ...EMPTY, kind }).system.split('\n\n')[0] ?? '',
}))

const ANCHORED = 'Keep its entries as they are worded'

/** The question in a prompt, parsed from its text; null for other prompts. */
export function askOf(system: string, user: string): Ask | null {
  const found = BEGINNINGS.find(({ beginning }) => system.startsWith(beginning))
  if (found === undefined) return null
  const frames = framesOf(user)
  const named = (name: string): string | null => frames.find(({ heading }) => heading === name)?.text ?? null
  return {
    ...EMPTY,
    kind: found.kind,
    task: named('task') ?? '',
    previous: named('previous'),
    update: system.includes(ANCHORED) ? 'anchored' : 'regenerate',
    maxTokens: Number(/Write at most (\d+) tokens/.exec(system)?.[1] ?? 0),
    sources: frames.flatMap(sourceOf),
  }
}

/** The built-in model's answer, within the length in this provider's tokens. */
export function answerToAsk(ask: Ask): string {
  return createMock({ count: tokensOfText })(ask).text
}

interface Frame {
  readonly heading: string
  readonly text: string
}

/** The texts between the markers of a prompt. */
function framesOf(user: string): readonly Frame[] {
  const mark = /^=+[0-9a-f]{8}(?= )/.exec(user)?.[0]
  if (mark === undefined) return []
  return user
    .split(`\n${mark} end`)
    .map((frame) => frame.trimStart())
    .filter((frame) => frame.startsWith(mark))
    .map((frame) => {
      const end = frame.indexOf('\n')
      return { heading: frame.slice(mark.length + 1, end), text: frame.slice(end + 1) }
    })
}

function sourceOf({ heading, text }: Frame, index: number): readonly AskSource[] {
  const found = /^\d+ (.+?) of turn (-?\d+)(?: (\S+))?(?: (.*))?$/.exec(heading)
  if (found === null) return []
  const [, typeName = '', turn = '0', tool = '', args = ''] = found
  const type = BLOCK_TYPES.find((name) => name === typeName.replace(' ', '_')) ?? 'user_message'
  const role =
    type === 'assistant_response' || type === 'thinking' || type === 'tool_call' ? 'assistant' : 'user'
  return [{ block: index, type, role, turn: Number(turn), tool, args, text }]
}
