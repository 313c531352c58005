import { ASK_KINDS, BLOCK_TYPES, FAILURES, VERDICTS } from '../../../engine/internal.ts'
import type { Note } from '../../../engine/index.ts'
import { NEED_KINDS } from '../../trace/trace.ts'
import type {
  AskedAgainRecord,
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
import * as is from './shape.ts'
import { set, spec } from './spec.ts'
import type { Shape } from './shape.ts'
import { turns } from './turn.ts'

const answerText = is.within('contents')

const mediaTokens = is.fields<NonNullable<Item<TimelineData['blocks']>['media']>>({
  images: is.number,
  documents: is.number,
  audio: is.number,
})

export const blocks: Shape<TimelineData['blocks']> = is.numbered(
  'id',
  is.fields<Item<TimelineData['blocks']>>({
    id: is.count,
    type: is.oneOf(BLOCK_TYPES),
    tokens: is.number,
    media: is.optional(mediaTokens),
    turn: is.count,
    window: is.count,
    message: is.whole,
    part: is.whole,
    role: is.wordOf({ system: true, user: true, assistant: true }),
    response: is.flag,
    call: is.nullable(is.fields({ id: is.text, name: is.text, before: is.nullable(block) })),
    important: is.flag,
    doNotEvict: is.flag,
    inferred: is.flag,
    unexplained: is.optional(is.only(true)),
    again: is.optional(block),
    resumed: is.optional(is.only(true)),
  }),
)

/** Spans as JSON has them: a list for each column. */
const spans: Shape<Record<Exclude<keyof Spans, 'length'>, readonly number[]> & Pick<Spans, 'length'>> =
  is.fields({
    length: is.count,
    block: is.list(block),
    version: is.list(is.narrow),
    window: is.list(is.narrow),
    fromTick: is.list(is.narrow),
    toTick: is.list(is.narrow),
    state: is.list(is.within('states')),
    order: is.list(is.number),
    tokens: is.list(is.narrow),
    content: is.list(is.within('contents', 'or none')),
  })

export const needs: Shape<readonly NeedRecord[]> = is.list(
  is.fields<NeedRecord>({
    turn: is.count,
    source: block,
    kind: is.oneOf(NEED_KINDS),
    evidence: is.list(is.text),
    refetchable: is.flag,
    inferred: is.flag,
    resolution: is.wordOf({
      full: true,
      summary: true,
      partial: true,
      pointer: true,
      lost: true,
      unknown: true,
      unreached: true,
    }),
  }),
)

export const asks: Shape<readonly RunAsk[]> = is.numbered(
  'ask',
  is.fields<RunAsk>({
    ask: is.count,
    turn: is.within('turns'),
    window: is.count,
    stage: is.text,
    kind: is.oneOf(ASK_KINDS),
    sources: is.list(block),
    maxTokens: is.number,
    input: is.number,
    alone: is.optional(is.number),
    output: is.number,
    answer: is.nullable(answerText),
    failure: is.nullable(is.oneOf(FAILURES)),
    verdict: is.oneOf(VERDICTS),
  }),
)

/** A timeline of this version in JSON: spans are lists. Each stage checks its own state. */
export const timelineShape: Shape<Omit<TimelineData, 'spans' | 'prices'>> = is.both(
  is.fields<Omit<TimelineData, 'spans' | 'prices'>>({
    format: is.only('context-window-lab/timeline'),
    version: is.only(3),
    spec,
    hash: is.text,
    title: is.text,
    limit: is.number,
    reserve: is.number,
    thresholds,
    set: is.optional(set),
    model: is.optional(
      is.fields<NonNullable<TimelineData['model']>>({ name: is.nullable(is.text), window: is.number }),
    ),
    exact: is.flag,
    refetching: is.optional(is.only(true)),
    calibration: is.nullable(is.number),
    blocks,
    windows: is.list(
      is.fields<Item<TimelineData['windows']>>({
        continued: is.optional(is.only(true)),
        id: is.count,
        parent: is.nullable(is.count),
        kind: is.wordOf({ main: true, subagent: true, continuation: true }),
        opened: is.count,
        closed: is.nullable(is.count),
      }),
    ),
    turns,
    edits,
    needs,
    askedAgain: is.optional(
      is.list(
        is.fields<AskedAgainRecord>({
          turn: is.within('turns'),
          call: block,
          source: block,
          present: is.flag,
        }),
      ),
    ),
    asks,
    checkpoints: is.list(is.fields<SavedCheckpoint>({ turn: is.count, window: is.count, checkpoint })),
    notes: is.list(
      is.both(
        note,
        is.fields<Omit<NoteRecord, keyof Note>>({
          window: is.count,
          from: is.count,
          to: is.nullable(is.count),
        }),
      ),
    ),
    contents: texts,
    snapshots: is.list(
      is.fields<Snapshot>({
        turn: is.count,
        tick: is.count,
        stages: is.list(is.anything),
        made: is.count,
        contents: is.count,
        asks: is.count,
        nextWindow: is.count,
        windows: is.list(windowMemory),
      }),
    ),
    ended: is.nullable(
      is.fields<NonNullable<TimelineData['ended']>>({
        turn: is.count,
        code: is.only('overflow'),
        of: is.optional(is.count),
      }),
    ),
  }),
  is.fields({ spans }),
)
