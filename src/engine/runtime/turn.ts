import { marginOf, readBudget } from '../budget/budget.ts'
import type { BudgetReading, BudgetState } from '../budget/budget.ts'
import type { CheckpointSave } from '../checkpoint/answer.ts'
import { asDone } from '../policy/record.ts'
import { readHealth, followCalls, NO_CALLS } from '../health/health.ts'
import type { Answer, Ask } from '../core/llm/ask.ts'
import type { Block } from '../core/message/block.ts'
import type { Violation } from '../validity/rule/violation.ts'
import { afterStages, anchoredUsed, readPressure, zoneOf } from '../pressure/pressure.ts'
import { breakerAfter } from '../stage/contract/asking.ts'
import type { EditTrigger, PlannedTrigger } from '../policy/edit-trigger.ts'
import type { EditPlan, Phase, ToldOfCall } from '../stage/contract/stage.ts'
import type { Holding, WindowView } from '../policy/window/view.ts'
import { cacheMarkingOf } from '../stage/tiered/cache-marks.ts'
import type { BlockId, WindowId } from '../core/units.ts'
import { append, applyChanges, withStoodFor } from '../core/window/change.ts'
import type { Applied } from '../core/window/change.ts'
import { afterChange, ledgerFrom, overflows, tokensByType } from '../core/window/ledger.ts'
import type { Ledger } from '../core/window/ledger.ts'
import { entryFromEnd } from '../core/window/window.ts'
import type { Window } from '../core/window/window.ts'
import { adjustedBy, adjustmentOf, asSent, withShareOfLoss } from './adjusting.ts'
import { arrivedIn, sumOfArrivals } from './arrivals.ts'
import { recorded } from './asked.ts'
import { readCache } from './cache-watch.ts'
import { compressionRecord } from './fidelity.ts'
import { healthInputOf } from './health-input.ts'
import { continuing } from './continued.ts'
import { intactOf } from './intact.ts'
import { setupSize } from './marked-cache.ts'
import { carriedAfter, inNewContext, newMemory, NOTHING_BY_COMPONENT, withSaved } from './memory.ts'
import type { RunState } from './memory.ts'
import type { AskRecord, TurnEvent, TurnOutcome, WindowChange, WindowPoint } from './record.ts'
import { REWRITE, rewriting } from './rewriting.ts'
import { telling } from './told-notes.ts'
import type { ToldNote } from './told-notes.ts'
import { contextOf } from './turn-context.ts'
import type { TurnInput, TurnResources, TurnRules } from './turn-input.ts'
import { repairWindow, staysValid } from './validity.ts'

/** A turn up to its call: everything that is known before the model answers. */
export interface PreparedTurn extends Omit<TurnOutcome, 'state' | 'responded' | 'fetched'> {
  /** The window as it is sent. */
  readonly window: Window
  /**
   * Ends the turn with the model's response; empty if there was none. A pure function.
   *
   * @param fetched calls and their results that the model fetched again before it responded, if it did, in order
   */
  readonly respond: (response: readonly Block[], fetched?: readonly Block[]) => TurnOutcome
}

/**
 * The only turn loop, up to the call: inputs arrive → stages on arrival → pressure and budget → the strategy's stages →
 * validity and repair → health. `respond` ends the turn: the call, what it fetched again, its response. A generator,
 * because stages may ask a model; small drivers answer (see drive.ts).
 */
export function* beforeCall(
  state: RunState,
  input: Omit<TurnInput, 'response'>,
  rules: TurnRules,
  resources: TurnResources,
): Generator<Ask, PreparedTurn, Answer> {
  const memory = state.windows.get(input.window) ?? newMemory(input.window, input.turn)
  const changes: WindowChange[] = []
  const events: TurnEvent[] = []
  const asks: AskRecord[] = []
  const checkpoints: CheckpointSave[] = []
  const stageStates = state.stages.slice()
  let { window, zone, breaker, carried, context, nextWindow } = { ...memory, nextWindow: state.nextWindow }
  let toldNotes: readonly ToldNote[] = memory.told ?? []
  let byType = memory.byType ?? tokensByType(window.entries, resources.block)
  let { tick } = state
  let isEdited = memory.edited ?? false
  let stopped = false
  let holding: Holding | null = null
  const rewritten = new Map(memory.rewritten)
  const base = contextOf(input, memory, resources, rewritten)

  function record(cause: WindowChange['cause'], change: Applied, edit: WindowChange['edit']): void {
    tick += 1
    const { logged } = edit ?? {}
    let { applied, adjusted: left } = withShareOfLoss(change, adjusted, resources.block)
    byType = afterChange(byType, applied, resources.block)
    if (logged === undefined) isEdited ||= cause === 'stage'
    else if (logged.after !== null && input.adjustment !== undefined && !isEdited)
      ({ applied, adjusted: left } = asSent(applied, left, logged.after, byType, resources.block))
    adjusted = left
    window = applied.window
    const decision = edit?.decision ?? null
    const told = edit === null || decision === null ? edit : { ...edit, decision: asDone(decision, applied) }
    changes.push({ tick, cause, applied, edit: told })
  }
  const point = (): WindowPoint => ({ tick, used: window.used })
  const ledgerNow = (): Ledger => ledgerFrom(byType, window.used, rules.limit, rules.reserve)

  const adjustment = adjustmentOf(input.adjustment ?? 0, memory.adjusted, isEdited, window, input.inputs)
  const arrival = append(window, input.inputs, resources.messageOverhead, adjustment)
  let adjusted = adjustedBy(adjustment, memory.adjusted, window, byType, arrival.opened, resources.block)
  record('arrive', arrival, null)
  let offeredWindow = window
  const arrived = point()
  const arrivedBy = arrivedIn(
    arrival.opened,
    resources.block,
    memory.respondedBy,
    entryFromEnd(memory.window) === undefined,
  )

  const monitor = { pressure: readPressure, budget: readBudget, ...rules.monitors }
  const pressure = monitor.pressure(
    memory.pressure,
    {
      used: window.used,
      arrived: sumOfArrivals(arrivedBy),
      limit: rules.limit,
      ...(input.reported === undefined ? {} : { reported: input.reported, hidden: input.hidden ?? 0 }),
    },
    rules.thresholds,
    rules.velocityWindow,
    rules.spikes,
  )
  let { reading } = pressure
  let budget = budgetNow()

  function budgetNow(): { readonly state: BudgetState; readonly reading: BudgetReading } {
    const reported = anchoredUsed({ window, reading })
    const measured = { ledger: ledgerNow(), arrived: arrivedBy, exact: rules.exact, reported }
    return monitor.budget(memory.budget, measured, rules.budget)
  }

  function view(): WindowView {
    const seen = window
    let blocks: readonly Block[] | null = null
    let intact: number | null = null
    return {
      turn: input.turn,
      window: seen,
      // Made when first needed: in most turns the stages see that nothing is to be done, and need none.
      get blocks() {
        blocks ??= seen.entries.map((entry) => resources.block(entry.block))
        return blocks
      },
      block: resources.block,
      facts: resources.facts,
      limit: rules.limit,
      reserve: rules.reserve,
      margin: marginOf(seen.used, rules.exact, rules.budget.countingMargin),
      thresholds: rules.thresholds,
      reading,
      budget: budget.reading,
      arrived: [...(input.standing ?? []), ...input.inputs.map((block) => block.id)],
      ...(input.standing !== undefined && { again: true }),
      edited: changes.some((change) => change.edit !== null),
      ...(resources.bindsThinking?.(input.turn) === true ? { bindsThinking: true } : {}),
      offered: offeredWindow,
      get intact() {
        intact ??= intactOf(memory.window.entries, seen.entries, memory.sent ?? 0, resources)
        return intact
      },
      idle: base.idle,
      ...(input.cacheLife === undefined ? {} : { cacheLife: input.cacheLife }),
      holding,
    }
  }

  function* act(phase: Phase): Generator<Ask, void, Answer> {
    for (const [index, stage] of rules.stages.entries()) {
      if (stage.phase !== phase) continue
      base.breaker = breaker
      base.carried = carried
      const seen = view()
      const steps = stage.act(seen, stageStates[index], base)
      const continued = continuing(seen, memory, rules.requests, resources, base.count)
      const { result, asks: asked } = yield* recorded(steps, base.count, base.store, continued)
      stageStates[index] = result.state
      const firstAsk = asks.length
      asks.push(...asked)
      if (asked.length > 0) base.asked = input.turn
      if (result.holding !== undefined) holding = result.holding
      trip(asked, phase)
      carried = carriedAfter(carried, result)
      if (result.save !== undefined) save(result.save)
      if (result.ends === true) stopped = true
      for (const plan of result.edits) edit(stage.name, plan, firstAsk, asked.length, { step: index, seen })
      const news = telling(toldNotes, index, stage, result)
      toldNotes = news.told
      if (result.note !== null && news.isNews)
        events.push({ kind: 'note', stage: stage.name, note: result.note })
    }
  }

  /** @param by the index of the stage in the strategy's list, and the window on which it decided */
  function edit(
    stage: string,
    plan: EditPlan,
    firstAsk: number,
    asked: number,
    by: { readonly step: number; readonly seen: WindowView } | null = null,
  ): void {
    const decision = plan.decision?.() ?? null
    const errand = (): WindowId | null =>
      (plan.compression?.subagent ?? null) === null ? null : nextWindow++
    const made = withStoodFor(window, plan.changes, resources.block)
    const applied = applyChanges(window, made, resources.messageOverhead, resources.block)
    const compression =
      plan.compression === undefined
        ? null
        : {
            ...compressionRecord(
              resources,
              plan.compression,
              applied,
              Array.from({ length: asked }, (_, index) => firstAsk + index),
              base,
              rules.health.questions.most,
            ),
            window: errand(),
          }
    const opened = plan.opensWindow === true ? nextWindow : null
    record('stage', applied, {
      stage,
      changes: made,
      decision,
      repairs: [],
      compression,
      opened,
      kept: plan.kept ?? null,
      ...(by === null ? {} : { step: by.step }),
      ...(plan.trigger === undefined || by === null ? {} : { trigger: triggerIn(by.seen, plan.trigger) }),
      ...(plan.logged !== undefined && { logged: plan.logged }),
    })
    if (opened === null) return
    events.push({ kind: 'window', from: context, to: opened })
    context = opened
    nextWindow += 1
    ;({ breaker, carried, told: toldNotes } = inNewContext(carried, input.turn))
  }

  function hear(told: ToldOfCall): void {
    for (const [index, stage] of rules.stages.entries()) {
      const heard = stage.hears?.(view(), stageStates[index], told, base)
      if (heard === undefined) continue
      stageStates[index] = heard.state
      for (const plan of heard.edits) edit(stage.name, plan, asks.length, 0)
    }
  }

  function trip(asked: readonly AskRecord[], phase: Phase): void {
    // A success on a manual request closes it (COMP-3).
    if (phase === 'manual' && asked.at(-1)?.verdict === 'used') breaker = { failures: 0, open: false }
    const before = breaker
    const verdicts = asked.map(({ verdict }) => verdict)
    breaker = breakerAfter(breaker, verdicts, rules.breakerAfter)
    if (breaker.open && !before.open) events.push({ kind: 'breaker', failures: breaker.failures })
  }

  function save(saved: CheckpointSave): void {
    checkpoints.push(saved)
    const { checkpoint, changes: became, problems } = saved
    carried = withSaved(carried, checkpoint)
    events.push({
      kind: 'checkpoint',
      window: checkpoint.window,
      version: checkpoint.version,
      ...(became.length === 0 ? {} : { changes: became }),
      ...(problems.length === 0 ? {} : { problems }),
    })
  }

  function noteZone(at: 'offered' | 'sent'): void {
    const next = zoneOf(anchoredUsed({ window, reading }) / rules.limit, rules.thresholds)
    if (next !== zone) events.push({ kind: 'zone', point: at, from: zone, to: next })
    zone = next
  }

  yield* act('result')
  const offered = point()
  offeredWindow = window
  if (offered.tick !== arrived.tick) {
    reading = afterStages(reading, offered.used - arrived.used, rules.limit, rules.thresholds)
    budget = budgetNow()
  }
  noteZone('offered')
  if (reading.spike) events.push({ kind: 'spike', arrived: reading.arrived, baseline: reading.baseline ?? 0 })
  for (const event of budget.reading.events) events.push({ kind: 'budget', event })

  for (const one of input.rewrites ?? []) {
    const { plan, content, note } = rewriting(view(), one, base)
    if (note !== null) {
      events.push({ kind: 'note', stage: REWRITE, note })
      continue
    }
    edit(REWRITE, plan, asks.length, 0)
    rewritten.set(one.block, content)
  }
  if (input.told !== undefined) hear(input.told)
  if (base.manual.length > 0) yield* act('manual')
  yield* act('call')
  if (overflows(window.used, rules.limit, rules.reserve)) yield* act('overflow')

  const { block, content, messageOverhead, store, makeBlock } = resources
  const judging = {
    block,
    content,
    messageOverhead,
    store,
    makeBlock,
    count: base.count,
    thinking: resources.thinking === undefined ? content.thinking : resources.thinking(input.turn),
    thinkingIn: resources.thinking,
    inherited: (violation: Violation, blocks: readonly BlockId[]) =>
      resources.inherited(violation, blocks, input.window, input.turn),
  }
  const untouched = memory.valid && changes.every((change) => change.edit === null)
  const { found: violations, edits: repairs } =
    untouched && staysValid(window, input.turn, judging)
      ? { found: [], edits: [] }
      : repairWindow(window, input.turn, judging)
  for (const { applied, changes: made, repairs: fixes } of repairs) {
    record('repair', applied, {
      stage: 'repair',
      changes: made,
      decision: null,
      repairs: fixes,
      compression: null,
      opened: null,
      kept: null,
    })
  }
  const sent = point()
  noteZone('sent')
  const ledger = ledgerNow()

  const { cacheLife } = rules.stages.find((stage) => stage.cacheLife !== undefined) ?? {}
  const marking = cacheMarkingOf(rules.stages)
  const cached =
    cacheLife === undefined
      ? null
      : readCache(
          memory.cache ?? null,
          {
            window,
            changes,
            idle: base.idle,
            life: cacheLife,
            ...(marking === null
              ? {}
              : { setup: () => setupSize(window, marking, resources.content, resources.block, base.count) }),
          },
          resources.block,
        )
  if (cached !== null && cached.broken !== null) events.push({ kind: 'cache_break', ...cached.broken })

  const over = overflows(window.used, rules.limit, rules.reserve)
  if (over) events.push({ kind: 'overflow', used: window.used, limit: rules.limit, reserve: rules.reserve })
  const ends = over && (stopped || rules.strategy.endsAtOverflow)
  const calls = followCalls(memory.calls ?? NO_CALLS, input.inputs, resources.text)
  const health = readHealth(
    memory.health,
    healthInputOf(
      input.turn,
      { ...ledger, utilization: anchoredUsed({ window, reading }) / rules.limit },
      reading.arrived,
      calls.repeated,
      changes.flatMap(({ edit: one }) => one ?? []),
      rules.health.questions.least,
    ),
    rules.health,
  )
  for (const alert of health.reading.alerts) events.push({ kind: 'alert', alert })

  const prepared = {
    window,
    points: { arrived, offered, sent },
    reading,
    arrivedBy,
    repeatedCalls: calls.repeated,
    budget: budget.reading,
    health: health.reading,
    ledger,
    changes,
    asks,
    events,
    violations,
    context,
    checkpoints,
    notes: carried.notes,
    ended: ends ? ({ turn: input.turn, code: 'overflow' } as const) : null,
  }

  function respond(response: readonly Block[], fetched: readonly Block[] = []): TurnOutcome {
    const arriving: WindowChange[] = []
    let next = window
    let types = byType
    const arrive = (cause: 'fetch' | 'respond', blocks: readonly Block[]): WindowPoint | null => {
      if (ends || response.length === 0 || blocks.length === 0) return null
      const before = cause === 'fetch' ? response[0]?.id : undefined
      const applied = append(next, blocks, resources.messageOverhead, 0, before)
      next = applied.window
      types = afterChange(types, applied, resources.block)
      arriving.push({ tick: sent.tick + arriving.length + 1, cause, applied, edit: null })
      return { tick: sent.tick + arriving.length, used: applied.after }
    }
    const again = arrive('fetch', fetched)
    const responded = arrive('respond', response)
    const opened = arriving.flatMap(({ applied }) => applied.opened)
    const windows = new Map(state.windows)
    const time = input.time ?? memory.time
    windows.set(input.window, {
      window: next,
      pressure: pressure.state,
      zone,
      respondedBy: arrivedIn(opened, resources.block, NOTHING_BY_COMPONENT, false),
      valid: violations.length === 0 && again === null,
      budget: budget.state,
      health: health.state,
      breaker,
      carried,
      emergency: health.reading.alerts.some(({ action }) => action === 'emergency_compaction'),
      context,
      byType: types,
      ...(time === undefined ? {} : { time }),
      ...(cached === null ? {} : { cache: cached.memory }),
      ...(calls === NO_CALLS ? {} : { calls }),
      ...(toldNotes.length === 0 ? {} : { told: toldNotes }),
      ...(adjusted === undefined ? {} : { adjusted }),
      ...(isEdited ? { edited: true } : {}),
      ...(rewritten.size === 0 ? {} : { rewritten: [...rewritten] }),
      ...(base.asked === null ? {} : { asked: base.asked }),
      sent: window.entries.length,
    })
    const { window: _, ...told } = prepared
    return {
      ...told,
      state: { windows, stages: stageStates, tick: sent.tick + arriving.length, nextWindow },
      fetched: again,
      responded,
      changes: [...changes, ...arriving],
    }
  }
  return { ...prepared, respond }
}

/** A trigger with the window on which it was decided. */
function triggerIn(view: WindowView, trigger: PlannedTrigger): EditTrigger {
  const { window, limit, reserve, thresholds } = view
  const zone = zoneOf(anchoredUsed(view) / limit, thresholds)
  return { ...trigger, zone, used: window.used, limit, reserve }
}
