import { carriesState } from '../../core/message/block.ts'
import { checkpointOf } from '../../checkpoint/answer.ts'
import type { CheckpointSave } from '../../checkpoint/answer.ts'
import { acceptCheckpoint, nextVersion } from '../../checkpoint/checkpoint.ts'
import type { Checkpoint } from '../../checkpoint/checkpoint.ts'
import { serializeCheckpoint } from '../../checkpoint/file.ts'
import { headAndTail } from '../../core/message/head-and-tail.ts'
import type { Answer, Ask, AskSource } from '../../core/llm/ask.ts'
import type { Asking } from '../contract/asking.ts'
import type { Carried, StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { Turn } from '../../core/units.ts'
import type { CompressionSettings } from './declaration.ts'
import { sourceAt, taskText } from './source.ts'
import { whereAsked } from '../contract/trigger.ts'

/**
 * Asks for the state of the task, with everything since the previous checkpoint, and reads the answer; null if there is
 * none. Long results are quoted with head and tail alone: they say little about the task's state, and make up most of a
 * conversation. Items of the previous checkpoint that the answer leaves out are reported in `changes`. Each block is read once
 * over a run, so the cost of saving is linear in the conversation, not quadratic. Without news, no model is asked.
 */
export function* askForCheckpoint(
  view: WindowView,
  context: StageContext,
  asking: Asking,
  stage: string,
  { summaryTokens, quotedCharacters }: Pick<CompressionSettings, 'summaryTokens' | 'quotedCharacters'>,
): Generator<Ask, CheckpointSave | null, Answer> {
  const { checkpoint: newest, serial } = context.carried
  const previous = continuedCheckpoint(context.carried)
  const sources = sourcesSince(view, context, savedTurn(context.carried) ?? -1)
  if (previous !== null && sources.length === 0) return null
  const answer = yield* asking.ask({
    kind: 'extract',
    ...whereAsked(view, context, stage),
    sources: sources.map((source) => clipped(source, quotedCharacters)),
    task: taskText(view, context),
    previous: previous === null ? null : serializeCheckpoint(previous),
    update: 'anchored',
    maxTokens: summaryTokens,
  })
  if (answer === null) return null
  const save = checkpointOf(answer, {
    window: serial,
    version: nextVersion(newest),
    turn: context.turn,
    time: context.time,
    previous,
  })
  if (save.checkpoint === null || acceptCheckpoint(newest, save.checkpoint) !== null) {
    asking.settle('unreadable')
    return null
  }
  asking.settle('used')
  return save
}

/** The newest checkpoint, if it is about what the window still is about. */
export function continuedCheckpoint({ checkpoint, closed }: Carried): Checkpoint | null {
  return closed === true ? null : checkpoint
}

/**
 * The turn of this conversation in which the newest checkpoint was saved: -1 if it is from another conversation, null
 * if there is none.
 */
export function savedTurn({ checkpoint, foreign }: Carried): Turn | null {
  return checkpoint === null || foreign !== true ? (checkpoint?.turn ?? null) : -1
}

/** The conversation from a turn on, including the reply to that turn. */
function sourcesSince(view: WindowView, context: StageContext, turn: number): AskSource[] {
  const sources: AskSource[] = []
  const late = new Set(context.carried.late)
  view.blocks.forEach((block, position) => {
    if (block.type === 'system_prompt' || block.type === 'tool_definition') return
    // Notes and a bootstrap repeat other blocks, and would be taken for new statements.
    if (block.type === 'memory_injection' && carriesState(block)) return
    if (block.turn > turn || (block.turn === turn && block.response) || late.has(block.id)) {
      sources.push(sourceAt(view, position, context))
    }
  })
  return sources
}

/** Sources with clipped results, so that what was read from one is found again. */
const clippedOf = new WeakMap<AskSource, AskSource>()

function clipped(source: AskSource, most: number): AskSource {
  if (source.type !== 'tool_result' || source.text.length <= most) return source
  const text = headAndTail(source.text, most)
  const known = clippedOf.get(source)
  if (known?.text === text) return known
  const made = { ...source, text }
  clippedOf.set(source, made)
  return made
}
