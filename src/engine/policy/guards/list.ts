import { byName } from '../../core/by-name.ts'
import { DO_NOT_EVICT, STATE } from '../../core/message/block-facts.ts'
import type { MessageIndex } from '../../core/units.ts'
import type { WindowView } from '../window/view.ts'
import type { Guard } from './guard.ts'

/**
 * Marks every entry of replies with protected thinking: thinking cannot be at the end of a reply, so what follows it
 * stays too.
 */
function markReplies(
  view: WindowView,
  replies: ReadonlySet<MessageIndex>,
  mark: (position: number) => void,
): void {
  if (replies.size === 0) return
  view.blocks.forEach((block, position) => {
    if (replies.has(block.message)) mark(position)
  })
}

/** The system prompt and every type named in `eviction.protected_types`. */
const protectedTypes = {
  name: 'protected_types',
  label: 'protected type',
  meaning: 'The system prompt and every type listed in protected_types stay unchanged.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  protect(view, input, mark) {
    const types = new Set<string>(['system_prompt', ...input.protectedTypes])
    const talk = input.protectedTypes.some((type) => type !== 'system_prompt' && type !== 'tool_definition')
    const replies = new Set<MessageIndex>()
    const look = (at: number): void => {
      const block = view.blocks[at]
      if (block === undefined || !types.has(block.type)) return
      mark(at)
      if (block.type === 'thinking') replies.add(block.message)
    }
    // Entries of the conversation are checked only if their types are named.
    if (talk) for (let at = 0; at < view.blocks.length; at++) look(at)
    else input.columns.outside.forEach(look)
    markReplies(view, replies, mark)
  },
} as const satisfies Guard

/**
 * Tool definitions are candidates only when unneeded and unused in the window (EVI-4). Whether a tool
 * will be needed is not known at the time, so they stay; a request that lost one is rejected as soon
 * as the model has called it.
 */
const toolDefinitions = {
  name: 'tool_definitions',
  label: 'tool definition',
  meaning: 'Tool definitions stay: the model may call any of them next.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  protect(view, _input, mark) {
    // They are at the head of the window, behind the system prompt.
    for (const [position, block] of view.blocks.entries()) {
      if (block.type === 'tool_definition') mark(position)
      else if (block.type !== 'system_prompt') return
    }
  },
} as const satisfies Guard

/** The first user message of the window. */
const task = {
  name: 'task',
  label: 'the task',
  meaning: 'The first user message states the task; without it the agent no longer knows its goal.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  protect(view, _input, mark) {
    // After a compaction by the provider, which includes the task, the first user message is not the task.
    if (view.window.behind?.sent === true) return
    const first = view.blocks.findIndex((block) => block.type === 'user_message')
    const message = view.blocks[first]?.message
    for (let position = first; position >= 0 && view.blocks[position]?.message === message; position++) {
      if (view.blocks[position]?.type === 'user_message') mark(position)
    }
  },
} as const satisfies Guard

/** The newest plain user message: the current request to the agent. */
const currentUserMessage = {
  name: 'current_user_message',
  label: 'current request',
  meaning: 'The newest user message is what the agent works on now.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  protect(view, _input, mark) {
    const last = view.blocks.findLastIndex((block) => block.type === 'user_message')
    const message = view.blocks[last]?.message
    for (let position = last; position >= 0 && view.blocks[position]?.message === message; position--) {
      if (view.blocks[position]?.type === 'user_message') mark(position)
    }
  },
} as const satisfies Guard

/** Results that arrived in this turn: the model has not read them yet. Clipping keeps their content. */
const runningResults = {
  name: 'running_results',
  label: 'running results',
  meaning: 'Results of this turn have not been read yet; they may be clipped but not removed.',
  always: false,
  forbids: ['drop', 'replace', 'summarize'],
  protect(view, _input, mark) {
    if (view.arrived.length === 0) return
    const arrived = new Set(view.arrived)
    for (let position = view.blocks.length - 1, left = arrived.size; position >= 0 && left > 0; position--) {
      const block = view.blocks[position]
      if (block === undefined || !arrived.has(block.id)) continue
      left -= 1
      if (block.type === 'tool_result') mark(position)
    }
  },
} as const satisfies Guard

/** Blocks marked DO_NOT_EVICT by their author, or pinned by a person. */
const pinned = {
  name: 'pinned',
  label: 'pinned',
  meaning: 'Blocks marked DO_NOT_EVICT or pinned by hand stay unchanged.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  protect(view, input, mark) {
    if ((input.columns.any & DO_NOT_EVICT) === 0 && input.pinned.size === 0) return
    const replies = new Set<MessageIndex>()
    view.blocks.forEach((block, position) => {
      if (!block.doNotEvict && !input.pinned.has(block.id)) return
      mark(position)
      if (block.type === 'thinking') replies.add(block.message)
    })
    markReplies(view, replies, mark)
  },
} as const satisfies Guard

/**
 * What a strategy added to replace removed content: the newest summary, the notes, the bootstrap of this window.
 * Nothing refers to them yet, so a policy would evict them first, and everything they summarize would be lost. A later
 * compaction may include them.
 */
const carriedState = {
  name: 'carried_state',
  label: 'summaries and notes',
  meaning:
    'Summaries, notes and the bootstrap replace evicted blocks; only a newer summary may include them.',
  always: false,
  forbids: ['drop', 'replace', 'clip'],
  protect({ facts }, { columns: { length, id } }, mark) {
    for (let position = 0; position < length; position++)
      if (((facts.bits[id[position] as number] as number) & STATE) > 0) mark(position)
  },
} as const satisfies Guard

/** Calls whose result has not arrived (PAIR-2). */
const openCalls = {
  name: 'open_calls',
  label: 'open call',
  meaning: 'A call without a result yet stays; otherwise its result would have no call.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  protect(_view, input, mark) {
    for (const position of input.groups.open) mark(position)
  },
} as const satisfies Guard

/**
 * The reply that began a running tool loop, if it began with thinking: the provider requires it, first and unchanged,
 * as long as the loop runs (VALID-1). Its results are not guarded: they may be replaced by placeholders. Later replies
 * of the loop leave whole, as their groups do. A model that binds thinking to an unchanged prefix accepts no edit
 * before thinking: there the loop stays unchanged up to its last thinking.
 */
const runningThinking = {
  name: 'running_thinking',
  label: 'thinking in the current tool loop',
  meaning: 'In the current tool loop, the provider rejects requests without the loop’s first thinking.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  protect(view, { loop }, mark) {
    if (loop === null) return
    if (loop.begins) for (const position of loop.replies[0] ?? []) mark(position)
    // In a loop that began without thinking, that of the last reply counts.
    else
      for (const position of loop.replies.at(-1) ?? [])
        if (view.blocks[position]?.type === 'thinking') mark(position)
    if (view.bindsThinking !== true) return
    const from = loop.replies[0]?.[0] ?? loop.lastThinking
    for (let position = from; position <= loop.lastThinking; position++) mark(position)
  },
} as const satisfies Guard

/** Every guard in its order. A guard's index is its bit in a table. */
const list = [
  protectedTypes,
  toolDefinitions,
  task,
  currentUserMessage,
  runningResults,
  pinned,
  carriedState,
  openCalls,
  runningThinking,
] as const satisfies readonly Guard[]

export type GuardName = (typeof list)[number]['name']

/** Every guard by its name in the YAML, with title, meaning, forbidden verbs, and whether it is always on. */
export const guards: Readonly<Record<GuardName, Guard>> = byName(list)
