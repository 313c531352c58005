import {
  demandOf,
  dueBase,
  dueKey,
  dueShort,
  isEarly,
  isScaled,
  stopsAt,
  tokens,
  whole,
  writtenKey,
} from '../../../view/index.ts'
import type { Due, Rung, WhyTrigger } from '../../../view/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { COMPRESSED_TEXT } from './compressed.ts'
import { WHY_TEXT } from './words.ts'

/** The figures that made the decision necessary: a bar of the window, and what it says in numbers. */
export function Trigger({ trigger, exact }: { readonly trigger: WhyTrigger; readonly exact: boolean }) {
  const { used, limit, reserve, target, aim, toFree, freed, shortfall, zone } = trigger
  const whole100 = Math.max(limit, used, 1)
  const at = (amount: number): string => `${(Math.max(0, amount) / whole100) * 100}%`
  return (
    <section className="trigger" aria-label={WHY_TEXT.trigger}>
      <figure className="trigger-bar" aria-label={WHY_TEXT.triggerBar(trigger, exact)}>
        <i className="kept" style={{ width: at(used - freed) }} />
        <i className="freed" style={{ left: at(used - freed), width: at(freed) }} />
        <i className="kept-free" style={{ left: at(limit - reserve), width: at(reserve) }} />
        <i className="mark" style={{ left: at(aim) }} />
        {used > limit && <i className="limit" style={{ left: at(limit) }} />}
      </figure>
      <dl>
        <div>
          <dt>{WHY_TEXT.used}</dt>
          <dd>{tokens(used, { exact })}</dd>
          <dd className={`zone ${zone}`}>{WHY_TEXT.zone(trigger, exact)}</dd>
        </div>
        <div>
          <dt>{aim === target ? WHY_TEXT.target : WHY_TEXT.aim}</dt>
          <dd title={aim === target ? undefined : WHY_TEXT.aimTitle}>{whole(aim)}</dd>
        </div>
        <div>
          <dt>{WHY_TEXT.toFree}</dt>
          <dd>{whole(Math.max(0, toFree))}</dd>
        </div>
        <div>
          <dt>{WHY_TEXT.freed}</dt>
          <dd>{whole(freed)}</dd>
        </div>
        {shortfall > 0 && (
          <div>
            <dt>{WHY_TEXT.shortfall}</dt>
            <dd className="loss">{whole(shortfall)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** The rung of the ladder that made an edit due, by its key. */
export function DueBy({ rung }: { readonly rung: Rung }) {
  const { at, target } = rung
  const early = isEarly(rung)
  return (
    <p className="rung">
      {early ? COMPRESSED_TEXT.rungEarly : COMPRESSED_TEXT.rung} <code>{writtenKey(rung)}</code>
      {`, ${early ? earlyWords(rung) : dueWords(rung, at)}`}
      {target !== null && `; ${stopsAt(rung.key, target)}`}
    </p>
  )
}

/** What was more than a stage allows that ranks nothing: measured, by which key, by which stage of which strategy. */
export function DueOver({
  due,
  obeyed,
}: {
  readonly due: Due
  /** The run as it was in the turn of the edit; see `asObeyedAt`. */
  readonly obeyed: TimelineData
}) {
  const key = dueKey(due)
  const base = dueBase(due)
  return (
    <p className="rung">
      {key === '' ? COMPRESSED_TEXT.rungWithoutKey : COMPRESSED_TEXT.rung} {key !== '' && <code>{key}</code>}
      {key !== '' && base !== '' && ', '}
      {base}
      {`: ${dueShort(due, obeyed.exact)}; `}
      {COMPRESSED_TEXT.stage} <code>{due.stage}</code> {COMPRESSED_TEXT.ofStrategy}{' '}
      <code>{obeyed.spec.config.strategy}</code>
    </p>
  )
}

function dueWords(rung: Rung, at: number): string {
  return isScaled(rung) ? COMPRESSED_TEXT.scaledFrom(at) : COMPRESSED_TEXT.rungFrom(at)
}

function earlyWords(rung: Rung): string {
  const words = COMPRESSED_TEXT.early(rung.at, demandOf(rung))
  return isScaled(rung) ? `${COMPRESSED_TEXT.scaled}, ${words}` : words
}
