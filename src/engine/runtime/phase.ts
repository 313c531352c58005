/**
 * Where a manager stands: which of its hooks may be called now.
 *
 * - `new`     the task has not started
 * - `between` no request is out
 * - `called`  a request is out, and its reply has not come
 * - `over`    the strategy ends at an overflow, and this was one
 * - `ended`   the task has ended
 */
export type Phase = 'new' | 'between' | 'called' | 'over' | 'ended'

const SAYS: Readonly<Record<Phase, string>> = Object.freeze({
  new: 'the task has not started (onTaskStart)',
  between: 'no request is out (onTurnStart)',
  called: 'a request is out and its reply has not come (onTurnEnd)',
  over: 'the run ended at an overflow',
  ended: 'the task has ended',
})

/**
 * Refuses a hook that is called out of order, or while another one is under way.
 *
 * @param busy the hook that is under way, null for none
 * @throws Error that says which
 */
export function mustBeTime(hook: string, now: Phase, busy: string | null, allowed: readonly Phase[]): void {
  if (busy !== null) throw new Error(`${busy} is still under way, so wait for it before ${hook}`)
  if (!allowed.includes(now)) throw new Error(`${SAYS[now]}, so this is no time for ${hook}`)
}
