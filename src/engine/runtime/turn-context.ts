import type { Likeness } from '../policy/signals/likeness.ts'
import type { StageContext } from '../stage/contract/stage.ts'
import type { BlockId, Tokens } from '../core/units.ts'
import type { ContentId } from '../core/window/window.ts'
import type { Ledger } from '../core/window/ledger.ts'
import type { WindowMemory } from './memory.ts'
import type { TurnInput, TurnResources } from './turn-input.ts'

/**
 * The phase of a manager: it decides which hooks may be called now.
 *
 * - `new`     the task has not started
 * - `between` no request is open
 * - `called`  a request was returned, and its reply has not arrived
 * - `over`    the strategy ends at an overflow, and this was one
 * - `ended`   the task has ended
 */
export type Phase = 'new' | 'between' | 'called' | 'over' | 'ended'

const SAYS: Readonly<Record<Phase, string>> = Object.freeze({
  new: 'the task has not started (onTaskStart)',
  between: 'no request is out (onTurnStart)',
  called: 'a request is out and its reply has not come (onTurnEnd)',
  over: 'the task ended at an overflow',
  ended: 'the task has ended',
})

/**
 * Refuses a hook that is called out of order, or during another one.
 *
 * @param busy the running hook, null for none
 * @throws Error that names both, and after an overflow its size and what helps
 */
export function mustBeTime(
  hook: string,
  now: Phase,
  busy: string | null,
  allowed: readonly Phase[],
  ledger: () => Ledger,
): void {
  if (busy !== null) throw new Error(`${busy} is still under way, so wait for it before ${hook}`)
  if (allowed.includes(now)) return
  const said = `${SAYS[now]}, so this is no time for ${hook}`
  if (now !== 'over') throw new Error(said)
  throw new Error(`${said}. ${overflowAdvice(ledger())}`)
}

/** Why a task ended at an overflow, and what helps. */
export function overflowAdvice({ used, limit, reserve }: Ledger): string {
  const why =
    used + reserve > limit
      ? `Its last request takes ${used} of ${limit} tokens, and ${reserve} are reserved for the reply. Look at fit before you send.`
      : `The provider rejected its last request as too long, though it takes ${used} of ${limit} tokens by this count.`
  return `${why} Choose a strategy that makes room, a larger window, or a smaller reserve (budget.allocations.output_reserved).`
}

/** What every stage of a turn receives besides the window; the turn renews these three before each stage. */
type TurnContext = Omit<StageContext, 'breaker' | 'carried' | 'asked'> & {
  -readonly [Key in 'breaker' | 'carried' | 'asked']: StageContext[Key]
}

/**
 * The context of a turn, with the texts that a person rewrote. There is one for all stages, and it names every field:
 * spreading this many functions took a tenth of the time of a run.
 */
export function contextOf(
  input: Omit<TurnInput, 'response'>,
  memory: WindowMemory,
  resources: TurnResources,
  rewritten: ReadonlyMap<BlockId, ContentId>,
): TurnContext {
  const { turn, time, sent = time, window, finished, manual = [], recordedActs = [] } = input
  const { text } = resources.content
  const context: TurnContext & { likeness?: Likeness } = {
    seed: resources.seed,
    messageOverhead: resources.messageOverhead,
    statements: resources.statements,
    references: resources.references,
    embedding: resources.embedding,
    pinned: resources.pinned,
    store: resources.store,
    makeBlock: resources.makeBlock,
    detail: resources.detail,
    turn,
    time,
    idle: sent === null || memory.time === undefined ? null : Math.max(0, sent - memory.time),
    breaker: memory.breaker,
    carried: memory.carried,
    emergency: memory.emergency,
    asked: memory.asked ?? null,
    finished,
    manual,
    recordedActs,
    count: (made): Tokens => resources.count(made, turn),
    text(block) {
      const content = rewritten.get(block)
      return content === undefined ? resources.text(block) : text(content)
    },
    stored: text,
    task: resources.task(window, turn),
  }
  if (resources.likeness !== undefined) context.likeness = resources.likeness
  return context
}
