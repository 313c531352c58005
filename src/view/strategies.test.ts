import { describe, expect, it } from 'vitest'
import { overlaid, presetConfig } from '../config/index.ts'
import type { PartialConfig } from '../config/index.ts'
import { chars4 } from '../engine/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../sim/index.ts'
import type { RunOptions, TimelineData } from '../sim/index.ts'
import { auditRows, filterAudit } from './record/audit.ts'
import { biography } from './decision/block.ts'
import { dueOf } from './decision/due.ts'
import { eventStories } from './record/event-story.ts'
import { headline } from './compare/headline.ts'
import { laneEvents } from './record/lane-event.ts'
import { lifelines } from './layout/lifelines.ts'
import { madeBy } from './decision/lineage.ts'
import { rungOf } from './decision/rung.ts'
import { sentenceText } from './sentence/sentence.ts'
import { stageDone } from './sentence/stage-words.ts'
import { strata } from './layout/strata.ts'
import { why } from './decision/why.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const peak = unmanagedPeak(intake)

function ran(
  preset: string,
  share: number,
  over: PartialConfig = {},
  options: Partial<RunOptions> = {},
): TimelineData {
  const config = overlaid(presetConfig(preset), { max_context_tokens: Math.floor(peak * share), ...over })
  return run(trace, config, { intake, ...options }).data
}

const sliding = ran('atomic_window', 0.5)
const trimming = ran('token_trim', 0.5)
const tiers = ran('tiered', 0.5, {
  tiered: {
    persist_above_bytes: 4000,
    cut_above_characters: 2500,
    budget_characters: 1500,
    tight_budget_characters: 900,
  },
})
const levels = ran('tiered_full', 0.25, { tiered_full: { tool_result_characters: 4000, clear_from: 0.98 } })
const sessions = ran('tiered_full', 0.5, {
  tiered_full: { collapse: false, clear_from: 0.98, snip_from: 0.98 },
})
const rolling = ran('rolling_summary', 0.5)
const provided = ran('context_editing_compact', 0.2)
const recorded = ran('recorded', 0.5)
const piped = ran('pipeline', 0.5)
const byHand = ran(
  'unmanaged',
  1,
  {},
  {
    interventions: [
      { turn: 0, kind: 'compact' },
      { turn: 20, kind: 'compact' },
      { turn: 40, kind: 'reset' },
    ],
  },
)

const lanes: Readonly<Record<string, TimelineData>> = {
  sliding,
  trimming,
  tiers,
  levels,
  sessions,
  rolling,
  provided,
  recorded,
  piped,
  byHand,
}

/** The first block that a stage edited with this verb, and the sentence about it. */
function toldOf(data: TimelineData, stage: string, verb: string) {
  const edit = data.edits.find((one) => one.stage === stage && one.blocks.some((part) => part.verb === verb))
  const part = edit?.blocks.find((one) => one.verb === verb)
  if (edit === undefined || part === undefined) throw new Error(`no ${verb} by ${stage}`)
  const answer = why(data, part.block, { turn: edit.turn })
  if (answer === null) throw new Error('nothing is told')
  return { edit, part, answer }
}

describe('every strategy', () => {
  it.each(Object.entries(lanes))(
    'EDIT-1 %s: every edited block is explained in complete sentences',
    (_, data) => {
      for (const edit of data.edits) {
        for (const { block } of edit.blocks) {
          const sentence = why(data, block, { turn: edit.turn })?.sentence ?? ''
          expect(sentence).toMatch(/^[A-Z].+\.$/)
          expect(sentence).not.toMatch(/undefined|NaN|null|\d_|[a-z]_[a-z]+ (acts|freed)|\. \.|\.\.|: \./)
        }
      }
      for (const { id } of data.blocks) expect(why(data, id)?.sentence).toMatch(/^[A-Z].+\.$/)
    },
  )

  it.each(Object.entries(lanes))(
    'EDIT-1 %s: an edit shows the measured value that was too large if the run recorded it',
    (_, data) => {
      for (const edit of data.edits) {
        const due = dueOf(data, edit)
        expect(due === null && rungOf(data, edit) === null).toBe(edit.trigger === undefined)
        if (due === null || edit.trigger === undefined) continue
        expect(due.value).toBe(edit.trigger.value)
        expect(due.key !== null || due.of === 'reserve', `${edit.stage} ${due.measure}`).toBe(true)
      }
    },
  )

  it.each(Object.entries(lanes))(
    'MAN-4 %s: events, sentences and the audit log agree in number and are in words',
    (_, data) => {
      const edits = laneEvents(data).filter(({ kind }) => kind === 'edit')
      expect(edits).toHaveLength(data.edits.length)
      const stories = data.turns.flatMap(({ turn, window }) => eventStories(data, window, turn))
      expect(stories).toHaveLength(laneEvents(data).length)
      for (const { sentence } of stories) expect(sentence).toMatch(/^[A-Z0-9≈].+\.$/)
      for (const { stage } of data.edits) {
        expect(edits.some(({ label }) => label.startsWith(stageDone(stage)))).toBe(true)
        const rows = filterAudit(auditRows(data), { kinds: new Set(['edit']), stage, text: '', turn: null })
        expect(rows).toHaveLength(data.edits.filter((edit) => edit.stage === stage).length)
      }
    },
  )
})

describe('the sliding window', () => {
  it('ATOM-1 a dropped block says how many messages the window had, how many are allowed, and by which setting', () => {
    const { answer, edit, part } = toldOf(sliding, 'slide', 'drop')
    // The reply of turn 0 began the current tool loop, with thinking: it stays whole, and the next one leaves.
    expect(answer.sentence).toBe(
      `The reply of turn 1 was dropped with ${edit.blocks.length - 1} other blocks in turn ${edit.turn}: ` +
        `the window had ${edit.trigger?.value} messages, 25 are allowed (atomic_window.max_messages: 25).`,
    )
    expect(answer.compressed?.story.rule).toContain('the last 6 messages (atomic_window.min_recent_keep: 6)')
    expect([answer.outcome, answer.reason, answer.block]).toEqual(['changed', 'evicted', part.block])
    expect(answer.due).toMatchObject({ measure: 'messages', allowed: 25, key: 'atomic_window.max_messages' })
  })

  it('ATOM-1 a block that stayed says why: a guard, the system prompt, or the newest messages', () => {
    const last = sliding.edits.at(-1)
    const told = (type: string) => {
      const block = sliding.blocks.find((one) => one.type === type)
      return why(sliding, block?.id ?? -1)?.sentence
    }
    const when = `stayed in turn ${last?.turn}, when sliding the window made room`
    expect(told('user_message')).toBe(`The user message of turn 0 ${when}: a guard protects it (the task).`)
    expect(told('system_prompt')).toContain(
      `${when}: system prompt and tools are not part of the conversation.`,
    )
    expect(why(sliding, last?.kept?.tailFrom ?? -1)?.sentence).toContain('it is among the last 6 messages')
  })
})

describe('trimming to a token budget', () => {
  it('TRIM-1 names the budget and the reserve that decides it', () => {
    const { answer } = toldOf(trimming, 'trim', 'drop')
    expect(answer.sentence).toContain('(the limit minus the reserve of 4,096).')
    expect(answer.trigger).toMatchObject({ target: trimming.limit - trimming.reserve, shortfall: 0 })
    const wide = ran('token_trim', 0.5, { token_trim: { reserve: 0.3 } })
    const told = toldOf(wide, 'trim', 'drop').answer
    expect(told.due).toMatchObject({ key: 'token_trim.reserve', of: 'limit less' })
    expect(told.sentence).toContain('(the limit minus 30.0 %, token_trim.reserve: 0.3).')
  })

  it('STRAT-1 a refusal names its sizes, is marked as a loss, and leads to the block', () => {
    const tight = ran('token_trim', 0.5, { token_trim: { max_tokens: 4000 } })
    const events = laneEvents(tight).filter(({ kind }) => kind === 'refused')
    expect(events.length).toBeGreaterThan(0)
    for (const { label, loss } of events) {
      expect(loss).toBe(true)
      expect(label).toMatch(
        /^refused: .+ has ≈ [\d,]+ tokens, and the other required blocks leave room for [\d,]+$/,
      )
    }
    const row = auditRows(tight).find(({ verdict }) => verdict === 'refused')
    expect(row).toMatchObject({ kind: 'note', stage: 'trim', bad: true })
    const story = eventStories(tight, 0, row?.turn ?? -1).find(({ kind }) => kind === 'refused')
    expect(story?.block).toBe(row?.blocks[0])
    const none = ran('token_trim', 0.5, { token_trim: { max_tokens: 1000 } })
    expect(laneEvents(none).find(({ kind }) => kind === 'refused')?.label).toMatch(
      /^refused: system prompt and tools alone have ≈ [\d,]+ tokens, and 900 may be sent$/,
    )
  })
})

describe('tiers', () => {
  it('TIER-1 a stored result names its bytes, the limit, and the size of the preview', () => {
    const { answer, edit } = toldOf(tiers, 'persist_results', 'replace')
    expect(answer.sentence).toMatch(
      /^The tool result of \w+ of turn \d+ was stored in turn \d+: it had [\d,]+ bytes, more than 4,000 \(tiered\.persist_above_bytes: 4000\)\. A preview of at most 200 lines and 8,192 bytes/,
    )
    expect(answer.compressed?.story.rule).toBe('Up to 4,000 bytes it would have stayed unchanged.')
    expect(answer.due?.value).toBe(edit.trigger?.value)
  })

  it('TIER-1 a cut result names its characters; one cut to a budget names the share and the budget', () => {
    expect(toldOf(tiers, 'cut_results', 'clip').answer.sentence).toMatch(
      /was cut to its head and tail in turn \d+: it had [\d,]+ characters, more than 2,500 \(tiered\.cut_above_characters: 2500\)/,
    )
    const { answer } = toldOf(tiers, 'budget_results', 'clip')
    expect(answer.sentence).toMatch(/% of the effective window, tiered\.(tight_)?budget_from: 0\.[57]\)/)
    expect(answer.compressed?.story.rule).toContain('1,500 characters from tiered.budget_from: 0.5 on')
  })

  it('TIER-1 a snipped result names the share, the notice that replaces it, and what would have kept it', () => {
    const { answer, part } = toldOf(levels, 'snip_history', 'replace')
    expect(answer.sentence).toContain('(60.0 % of the limit, tiered_full.snip_from: 0.6). A notice of ≈ ')
    expect(part.added).toBeGreaterThan(0)
    expect(answer.compressed?.story.rule).toContain('the newest 3 results of all tools stay')
    // It ignores messages that are not results.
    const only = ran('tiered', 0.5, { tiered: { auto_compact_from: 0.98 } })
    const reply = only.blocks.find(({ type }) => type === 'assistant_response')
    if (!only.edits.some(({ stage }) => stage === 'auto_compact'))
      expect(why(only, reply?.id ?? -1)?.sentence).toContain('Nothing was decided about')
  })

  it('TIER-3 a folded block is kept with 0 tokens: its bar continues as unsent, and its band has no height', () => {
    const { answer, part, edit } = toldOf(levels, 'collapse', 'fold')
    expect(answer.sentence).toMatch(/was folded behind the summary of turn \d+/)
    expect(answer.sentence).toContain('The conversation keeps it; the request leaves it out.')
    expect(part.added).toBe(0)
    const line = lifelines(levels).rows.find(({ block }) => block === part.block)
    expect(line?.segments.at(-1)).toMatchObject({ state: 'folded', unsent: true })
    expect(line?.ends.at(-1)).toMatchObject({ reason: 'folded', final: false })
    expect(line?.segments[0]?.unsent).toBe(false)
    const band = strata(levels, { keep: new Set([part.block]) }).bands.find(({ blocks }) =>
      blocks.includes(part.block),
    )
    const standing = band?.x.flatMap((x, at) =>
      x > edit.turn + 1 ? [(band.high[at] ?? 0) - (band.low[at] ?? 0)] : [],
    )
    expect(Math.max(0, ...(standing ?? []))).toBe(0)
    expect(biography(levels, part.block)?.spans.at(-1)).toMatchObject({ state: 'folded', tokens: 0 })
  })

  it('TIER-3 a block restored after a summary says so', () => {
    const edit = sessions.edits.find(
      ({ stage, blocks }) =>
        stage === 'compact_session' && blocks.filter(({ verb }) => verb === 'insert').length > 1,
    )
    const inserted = edit?.blocks.filter(({ verb }) => verb === 'insert').map(({ block }) => block) ?? []
    const kinds = inserted.map((block) => madeBy(sessions, block)?.kind)
    expect(kinds[0]).toBe('summary')
    expect(kinds).toContain('restored')
    const back = inserted.find((block) => madeBy(sessions, block)?.kind === 'restored') ?? -1
    expect(why(sessions, back, { turn: edit?.turn ?? -1 })?.sentence).toContain('was restored from the store')
  })

  it('TIER-3 a cache break says what it cost, and why', () => {
    const story = levels.turns
      .flatMap(({ turn }) => eventStories(levels, 0, turn))
      .find(({ kind }) => kind === 'cache')
    expect(story?.sentence).toMatch(
      /cached tokens could be read again: .+\. The other ≈ [\d,]+ are billed as new\.$/,
    )
  })
})

describe('the rolling summary', () => {
  it('ROLL-1 a summarized block names the number of exchanges that are kept', () => {
    const { answer } = toldOf(rolling, 'rolling_summary', 'absorb')
    expect(answer.sentence).toMatch(/was compacted into the summary of turn \d+ with \d+ other blocks/)
    expect(answer.compressed?.story.rule).toContain('at most 5 (rolling_summary.keep_recent_exchanges: 5)')
    expect(answer.trigger?.target).toBe(rolling.limit - rolling.reserve)
  })

  it('STRAT-1 an exchange that is too large is refused with its size', () => {
    const [event] = laneEvents(rolling).filter(({ kind }) => kind === 'refused')
    const note = rolling.turns.flatMap(({ events }) => events).find((one) => one.kind === 'note')
    expect(note).toMatchObject({ note: { code: 'kept_exchanges_too_large' } })
    expect(event?.label).toMatch(
      /^refused: the current exchange and the other required blocks have ≈ [\d,]+ tokens, and [\d,]+ may be sent$/,
    )
  })
})

describe('edits made by a provider', () => {
  it('EDITAPI-1 a cleared result names its trigger, what the model sees, and that the client keeps sending it', () => {
    const { answer, part } = toldOf(provided, 'clear_tool_uses', 'clear')
    expect(answer.sentence).toContain('was cleared by the provider')
    expect(answer.sentence).toContain(
      '(50.0 % of the limit, context_editing.clear_tool_uses.trigger_share: 0.5)',
    )
    expect(answer.sentence).toContain('The client keeps sending it; instead of its ≈ ')
    expect(part.added).toBeGreaterThan(0)
    const line = lifelines(provided).rows.find(({ block }) => block === part.block)
    expect(line?.segments.find(({ state }) => state === 'server_cleared')?.unsent).toBe(false)
  })

  it('EDITAPI-1 cleared thinking has no tokens in the prompt, and its bar continues as unsent', () => {
    const { answer, part } = toldOf(provided, 'clear_thinking', 'clear')
    expect(answer.sentence).toContain('2 assistant turns had thinking, 1 may keep it')
    expect(part.added).toBe(0)
    const line = lifelines(provided).rows.find(({ block }) => block === part.block)
    expect(line?.segments.at(-1)).toMatchObject({ state: 'server_cleared', unsent: true })
  })

  it('EDITAPI-1 the summary lists every block that it replaced, and connectors lead to it', () => {
    const { answer, edit, part } = toldOf(provided, 'server_compact', 'clear')
    const summary = edit.blocks.find(({ verb }) => verb === 'insert')?.block ?? -1
    expect([answer.reason, answer.compressed?.into]).toEqual(['absorbed', summary])
    expect(answer.sentence).toContain('The client keeps sending it; the model sees only the summary.')
    const made = madeBy(provided, summary)
    expect(made?.took.map(({ block }) => block)).toContain(part.block)
    expect(made?.took).toHaveLength(edit.blocks.length - 1)
    expect(strata(provided).connectors.some((one) => one.into === summary && one.kind === 'summary')).toBe(
      true,
    )
  })
})

describe('edits from a log or by hand', () => {
  it('REC-1 a log without compactions has one event for that, which is not a loss', () => {
    const events = laneEvents(recorded).filter(({ kind }) => kind === 'unrecorded')
    expect(events).toHaveLength(1)
    expect(events[0]?.label).toMatch(
      /^the log records no compaction up to here, with ≈ [\d,]+ tokens in the window$/,
    )
    expect(events[0]?.loss).toBe(false)
  })

  it('MAN-3 an edit by hand is described as such, and so is one without effect', () => {
    const compacted = byHand.edits.find(({ turn }) => turn === 20)
    const reset = byHand.edits.find(({ turn }) => turn === 40)
    const absorbed = compacted?.blocks.find(({ verb }) => verb === 'absorb')?.block ?? -1
    expect(why(byHand, absorbed, { turn: 20 })?.sentence).toContain('in turn 20 by hand.')
    const dropped = reset?.blocks.find(({ verb }) => verb === 'drop')?.block ?? -1
    expect(why(byHand, dropped, { turn: 40 })?.sentence).toContain('in turn 40 by hand.')
    expect(
      eventStories(byHand, 0, 40).some(({ sentence }) => sentence.includes('Window reset by hand')),
    ).toBe(true)
    const rows = auditRows(byHand).filter(({ verdict }) => verdict === 'by hand')
    expect(rows.map(({ turn }) => turn)).toEqual([20, 40])
    const early = laneEvents(byHand).filter(({ turn, kind }) => turn === 0 && kind === 'refused')
    expect(early).toHaveLength(1)
    for (const { label } of early) expect(label).toMatch(/^requested by hand, without effect: /)
  })
})

describe('a pipeline', () => {
  it('PIPE-1 an edit names the step that triggered it, and the step’s own settings', () => {
    const { answer } = toldOf(piped, 'summarize_results', 'summarize')
    expect(answer.rung?.key).toBe('pipeline[0].at')
    expect(answer.rung?.value).toBe('0.6')
    const own = ran('pipeline', 0.5, {
      pipeline: [{ stage: 'slide', with: { atomic_window: { max_messages: 20 } } }],
    })
    expect(toldOf(own, 'slide', 'drop').answer.due).toMatchObject({
      key: 'pipeline[0].with.atomic_window.max_messages',
      written: '20',
      allowed: 20,
    })
  })
})

describe('the headline', () => {
  const naive = ran('fifo', 0.5, { eviction: { gates: { task: false, current_user_message: false } } })
  const compare = (label: string, data: TimelineData): string =>
    sentenceText(
      headline(null, [
        { name: 'naive', label: 'Naive', data: naive, rows: [] },
        { name: 'other', label, data, rows: [] },
      ]),
    )

  it('credits a guard only to a strategy that uses guards', () => {
    expect(compare('Slide', sliding)).toContain('Slide, which protects it from eviction, still holds it')
    expect(compare('Provider', ran('context_editing', 0.5))).toContain('Provider still holds it')
    expect(compare('Log', recorded)).toContain('Log still holds it')
  })

  it('does not call the task lost if a summary gave it to every turn that needed it', () => {
    expect(compare('Tiered', ran('tiered', 0.5))).toMatch(
      /Tiered summarized it in turn \d+, where all \d+ turns that needed it found it/,
    )
  })
})
