import { ASK_KINDS, BLOCK_TYPES, FAILURES, VERDICTS } from '../../../engine/internal.ts'
import type { Note } from '../../../engine/index.ts'
import { NEED_KINDS } from '../../trace/trace.ts'
import type {
  NeedRecord,
  NoteRecord,
  RunAsk,
  SavedCheckpoint,
  Snapshot,
  Spans,
  TimelineData,
} from '../timeline/timeline.ts'
import { block, texts, thresholds } from './common.ts'
import type { Item } from './common.ts'
import { edits } from './edit.ts'
import { checkpoint, note, windowMemory } from './memory.ts'
import {
  anything,
  both,
  count,
  fields,
  flag,
  list,
  narrow,
  nullable,
  number,
  numbered,
  oneOf,
  only,
  optional,
  text,
  whole,
  within,
  wordOf,
} from './shape.ts'
import { set, spec } from './spec.ts'
import type { Shape } from './shape.ts'
import { turns } from './turn.ts'

const answerText = within('contents')

const mediaTokens = fields<NonNullable<Item<TimelineData['blocks']>['media']>>({
  images: number,
  documents: number,
  audio: number,
})

export const blocks: Shape<TimelineData['blocks']> = numbered(
  'id',
  fields<Item<TimelineData['blocks']>>({
    id: count,
    type: oneOf(BLOCK_TYPES),
    tokens: number,
    media: optional(mediaTokens),
    turn: count,
    window: count,
    message: whole,
    part: whole,
    role: wordOf({ system: true, user: true, assistant: true }),
    response: flag,
    call: nullable(fields({ id: text, name: text, before: nullable(block) })),
    important: flag,
    doNotEvict: flag,
    inferred: flag,
    unexplained: optional(only(true)),
  }),
)

/** Spans as JSON has them: a list for each column. */
const spans: Shape<Record<Exclude<keyof Spans, 'length'>, readonly number[]> & Pick<Spans, 'length'>> =
  fields({
    length: count,
    block: list(block),
    version: list(narrow),
    window: list(narrow),
    fromTick: list(narrow),
    toTick: list(narrow),
    state: list(within('states')),
    order: list(number),
    tokens: list(narrow),
    content: list(within('contents', 'or none')),
  })

export const needs: Shape<readonly NeedRecord[]> = list(
  fields<NeedRecord>({
    turn: count,
    source: block,
    kind: oneOf(NEED_KINDS),
    evidence: list(text),
    refetchable: flag,
    inferred: flag,
    resolution: wordOf({
      full: true,
      summary: true,
      partial: true,
      pointer: true,
      lost: true,
      unreached: true,
    }),
  }),
)

export const asks: Shape<readonly RunAsk[]> = numbered(
  'ask',
  fields<RunAsk>({
    ask: count,
    turn: within('turns'),
    window: count,
    stage: text,
    kind: oneOf(ASK_KINDS),
    sources: list(block),
    maxTokens: number,
    input: number,
    output: number,
    answer: nullable(answerText),
    failure: nullable(oneOf(FAILURES)),
    verdict: oneOf(VERDICTS),
  }),
)

/** A timeline of this version in JSON: spans are lists. Each stage checks its own state. */
export const timelineShape: Shape<Omit<TimelineData, 'spans'>> = both(
  fields<Omit<TimelineData, 'spans'>>({
    format: only('context-window-lab/timeline'),
    version: only(3),
    spec,
    hash: text,
    title: text,
    limit: number,
    reserve: number,
    thresholds,
    set: optional(set),
    model: optional(fields<NonNullable<TimelineData['model']>>({ name: nullable(text), window: number })),
    exact: flag,
    calibration: nullable(number),
    blocks,
    windows: list(
      fields<Item<TimelineData['windows']>>({
        id: count,
        parent: nullable(count),
        kind: wordOf({ main: true, subagent: true, continuation: true }),
        opened: count,
        closed: nullable(count),
      }),
    ),
    turns,
    edits,
    needs,
    asks,
    checkpoints: list(fields<SavedCheckpoint>({ turn: count, window: count, checkpoint })),
    notes: list(
      both(note, fields<Omit<NoteRecord, keyof Note>>({ window: count, from: count, to: nullable(count) })),
    ),
    contents: texts,
    snapshots: list(
      fields<Snapshot>({
        turn: count,
        tick: count,
        stages: list(anything),
        made: count,
        contents: count,
        asks: count,
        nextWindow: count,
        windows: list(windowMemory),
      }),
    ),
    ended: nullable(
      fields<NonNullable<TimelineData['ended']>>({
        turn: count,
        code: only('overflow'),
        of: optional(count),
      }),
    ),
  }),
  fields({ spans }),
)
