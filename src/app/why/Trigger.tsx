import { share, tokens, whole } from '../../view/index.ts'
import type { WhyTrigger } from '../../view/index.ts'
import { WHY_TEXT } from '../words/why.ts'

/** The figures that made the decision necessary. */
export function Trigger({ trigger, exact }: { readonly trigger: WhyTrigger; readonly exact: boolean }) {
  const figures = [
    [WHY_TEXT.used, `${tokens(trigger.used, { exact })} (${share(trigger.share)})`],
    [WHY_TEXT.target, whole(trigger.target)],
    [WHY_TEXT.toFree, whole(Math.max(0, trigger.toFree))],
    [WHY_TEXT.freed, whole(trigger.freed)],
  ] as const
  return (
    <dl className="trigger" aria-label={WHY_TEXT.trigger}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {trigger.shortfall > 0 && (
        <div>
          <dt>{WHY_TEXT.shortfall}</dt>
          <dd className="loss">{whole(trigger.shortfall)}</dd>
        </div>
      )}
    </dl>
  )
}
