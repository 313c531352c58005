import { ChevronRight } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { money, whole } from '../../../view/index.ts'
import { APPROVAL_TEXT, CALLS_TEXT, MODEL_TEXT, REASONS, STATES } from '../../store/model/words.ts'
import { stopCall, useCalls } from '../../store/model/call-list.ts'
import type { CallRecord } from '../../store/model/call-list.ts'
import { decide } from '../../store/model/calls.ts'
import { promptTokens } from '../../store/model/estimate.ts'
import { modelPanel, useModelPanel } from '../../store/model/open.ts'
import { unusableIn } from '../../store/model/unusable.ts'
import { askUnusableAgain } from '../../store/run/session.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'
import { Button } from '../../ui/Button.tsx'

/** It shows a call as the provider's library sends it, and that library is large. */
const CallDetail = onDemand(async () => (await import('./CallDetail.tsx')).CallDetail)

/** Every call since the page was opened, newest first, with its estimated and actual cost. */
export function CallsSection() {
  const list = useCalls((state) => state.list)
  const open = useModelPanel((state) => state.call)
  const sought = useModelPanel((state) => state.sought)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (sought === null) return
    const row = place.current?.querySelector<HTMLElement>(`tr[data-call="${sought}"]`)
    row?.scrollIntoView()
    row?.querySelector('button')?.focus()
    modelPanel.setState({ sought: null })
  }, [sought])
  return (
    <section className="model-part calls" aria-labelledby="model-calls" ref={place}>
      <h3 id="model-calls">{CALLS_TEXT.title}</h3>
      {list.length === 0 ? (
        <p className="note">{CALLS_TEXT.none}</p>
      ) : (
        <div className="scroll-x">
          <table className="stacks">
            <caption className="unseen">{CALLS_TEXT.caption}</caption>
            <thead>
              <tr>
                <th scope="col" className="number">
                  {CALLS_TEXT.number}
                </th>
                <th scope="col">{CALLS_TEXT.what}</th>
                <th scope="col">{CALLS_TEXT.state}</th>
                <th scope="col" className="number">
                  {CALLS_TEXT.input} <small>{CALLS_TEXT.inputUnit}</small>
                </th>
                <th scope="col" className="number">
                  {CALLS_TEXT.output} <small>{CALLS_TEXT.outputUnit}</small>
                </th>
                <th scope="col" className="number">
                  {CALLS_TEXT.cost} <small>{CALLS_TEXT.costUnit}</small>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.toReversed().map((record) => (
                <Fragment key={record.id}>
                  <Row record={record} open={open === record.id} />
                  {open === record.id && (
                    <tr className="call-detail">
                      <td colSpan={6}>
                        <Part name="This call" fallback={CALLS_TEXT.loading}>
                          <CallDetail record={record} />
                        </Part>
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
            <Sums list={list} />
          </table>
        </div>
      )}
    </section>
  )
}

function Row({ record, open }: { readonly record: CallRecord; readonly open: boolean }) {
  const { id, about, call, estimate, reply, state, problem, tries } = record
  const why = unusableIn(record)
  const [sign, word] = STATES[isStopped(record) ? 'stopped' : why !== null ? 'unusable' : state]
  const usage = isBilled(record) ? (reply?.usage ?? null) : null
  return (
    <tr data-call={id} data-state={state}>
      <td className="number">{id}</td>
      <th scope="row" className="full">
        <button
          type="button"
          className="row gap-4 on-top call-open"
          aria-expanded={open}
          aria-label={CALLS_TEXT.open(id)}
          onClick={() => {
            modelPanel.setState({ call: open ? null : id })
          }}
        >
          <ChevronRight size={14} aria-hidden="true" />
          <span>
            {about}
            <small>{call.model}</small>
          </span>
        </button>
      </th>
      <td className="call-state unbroken">
        <span aria-hidden="true" className={state === 'failed' || why !== null ? 'loss' : undefined}>
          {sign}
        </span>{' '}
        {word}
        {problem !== null && !isStopped(record) && (
          <small>{CALLS_TEXT.reason(REASONS[problem.code], tries)}</small>
        )}
        {why !== null && <small>{MODEL_TEXT.unusable(why, call.maxTokens)}</small>}
        <Acts record={record} />
      </td>
      <td className="number" data-unit={CALLS_TEXT.input}>
        {state === 'cached' ? '–' : CALLS_TEXT.estimated(estimate.input)}
        {usage !== null && (
          <>
            {' → '}
            {whole(promptTokens(reply))}{' '}
            <Difference estimated={estimate.input} billed={promptTokens(reply)} />
          </>
        )}
      </td>
      <td className="number" data-unit={CALLS_TEXT.output}>
        {usage === null ? '–' : whole(usage.output)}
      </td>
      <td className="number" data-unit={CALLS_TEXT.cost}>
        {costOf(record)}
      </td>
    </tr>
  )
}

/** What can be done about a call from its row. */
function Acts({ record }: { readonly record: CallRecord }) {
  const { id, call, state } = record
  if (call.purpose === 'ask' && unusableIn(record) !== null) {
    return (
      <Button kind="link" onClick={askUnusableAgain}>
        {APPROVAL_TEXT.askAgain}
      </Button>
    )
  }
  if (state === 'sending') {
    return (
      <Button
        kind="link"
        onClick={({ currentTarget }) => {
          focusRow(currentTarget)
          stopCall(id)
        }}
      >
        {APPROVAL_TEXT.stop}
      </Button>
    )
  }
  if (state !== 'waiting') return null
  return (
    <span>
      <Button
        kind="link"
        onClick={({ currentTarget }) => {
          focusRow(currentTarget)
          decide(id, true)
        }}
      >
        {APPROVAL_TEXT.send}
      </Button>
      <Button
        kind="link"
        onClick={({ currentTarget }) => {
          focusRow(currentTarget)
          decide(id, false)
        }}
      >
        {APPROVAL_TEXT.decline}
      </Button>
    </span>
  )
}

/** The pressed button disappears; the row's own stays. */
function focusRow(pressed: HTMLButtonElement): void {
  pressed.closest('tr')?.querySelector<HTMLButtonElement>('.call-open')?.focus({ preventScroll: true })
}

function Difference({ estimated, billed }: { readonly estimated: number; readonly billed: number }) {
  if (estimated === 0) return null
  return <small title={CALLS_TEXT.differenceTitle}>{CALLS_TEXT.difference(billed / estimated - 1)}</small>
}

function Sums({ list }: { readonly list: readonly CallRecord[] }) {
  const spent = useCalls((state) => state.spent)
  const billed = list.filter(isBilled)
  const estimated = billed.reduce((sum, { estimate }) => sum + estimate.input, 0)
  const input = billed.reduce((sum, { reply }) => sum + promptTokens(reply), 0)
  const output = billed.reduce((sum, { reply }) => sum + (reply?.usage?.output ?? 0), 0)
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={3}>
          {CALLS_TEXT.sum(list.length, billed.length)}
        </th>
        <td className="number" data-unit={CALLS_TEXT.input}>
          {billed.length === 0 ? (
            '–'
          ) : (
            <>
              {CALLS_TEXT.estimated(estimated)} → {whole(input)}{' '}
              <Difference estimated={estimated} billed={input} />
            </>
          )}
        </td>
        <td className="number" data-unit={CALLS_TEXT.output}>
          {billed.length === 0 ? '–' : whole(output)}
        </td>
        <td className="number" data-unit={CALLS_TEXT.cost}>
          {money(spent)}
        </td>
      </tr>
    </tfoot>
  )
}

function costOf(record: CallRecord): string {
  const { state, cost, untold, struck } = record
  if (isBilled(record)) {
    const told = cost === null ? CALLS_TEXT.unknownCost : money(cost)
    return untold === 0 ? told : CALLS_TEXT.alsoUntold(told)
  }
  if (state === 'cached') return money(0)
  if (state === 'waiting' || state === 'sending') return '–'
  if (untold === 0) return CALLS_TEXT.notBilled
  return untold > struck ? CALLS_TEXT.notTold : CALLS_TEXT.struck
}

/** Whether the provider reported usage: an answer from the cache has the usage of the first call. */
function isBilled({ state, reply }: CallRecord): boolean {
  return state !== 'cached' && (reply?.usage ?? null) !== null
}

function isStopped({ state, problem }: CallRecord): boolean {
  return state === 'failed' && problem?.code === 'aborted'
}
