import type {
  Block,
  BlockId,
  ContentId,
  RunState,
  Turn,
  WindowChange,
  WindowId,
} from '../../../engine/index.ts'
import { isRestorable, originalOf } from '../timeline/again.ts'
import type { AskedAgainRecord, Intervention, NeedRecord } from '../timeline/timeline.ts'
import { resolve } from './need.ts'
import type { NeedTable } from './need.ts'
import { emptyPrompt } from './prompt.ts'
import type { FollowingPrompt } from './prompt.ts'

/** What following the prompts of a run needs. */
export interface Followed {
  readonly needs: NeedTable
  readonly block: (id: BlockId) => Block
  /** Texts that the run made; more are added later. */
  readonly contents: readonly string[]
  /** What a person said about inferred needs (REF-2), in order. */
  readonly interventions: readonly Intervention[]
  /** The windows at its first turn; null for the beginning. */
  readonly start: Pick<RunState, 'windows'> | null
}

/** Follows the prompts of a run's windows, turn by turn, and says how each meets the needs of its turn (NEED-2). */
export class NeedsFollowed {
  readonly #of: Followed
  readonly #prompts = new Map<WindowId, FollowingPrompt>()
  readonly #evidenceIn = new Map<ContentId, readonly string[]>()
  /** By turn and block. */
  readonly #verdicts = new Map<string, 'confirm' | 'reject'>()

  constructor(of: Followed) {
    this.#of = of
    for (const one of of.interventions)
      if (one.kind === 'confirm' || one.kind === 'reject')
        this.#verdicts.set(`${one.turn} ${one.block}`, one.kind)
  }

  /** Applies changes of a window, in order. */
  follow(window: WindowId, changes: readonly Pick<WindowChange, 'applied'>[]): void {
    const prompt = this.#promptOf(window)
    for (const { applied } of changes) prompt.follow(applied)
  }

  /**
   * The needs of a turn, met or not by the current prompt of its window; `unreached` if its turn is never sent. Without
   * those that a person rejected. With the calls among them that asked for a result again.
   */
  met(
    turn: Turn,
    window: WindowId | null,
  ): { readonly needs: readonly NeedRecord[]; readonly askedAgain: readonly AskedAgainRecord[] } {
    const prompt = window === null ? null : this.#promptOf(window)
    const needs: NeedRecord[] = []
    const askedAgain: AskedAgainRecord[] = []
    for (const need of this.#of.needs.at(turn)) {
      const { proof: _, told: __, way: ___, strong: ____, unseen: _____, again, ...record } = need
      // It is about a reference to the block: the goal of a turn is no reference.
      const isJudged = need.inferred && need.kind !== 'goal'
      const verdict = isJudged ? this.#verdicts.get(`${turn} ${need.source}`) : undefined
      if (verdict === 'reject') continue
      const inferred = need.inferred && verdict !== 'confirm'
      // What repeats words of a user's message may be anything: confirmed, it is still no rule.
      const kind = isJudged && !inferred && need.kind === 'constraint' ? 'fact' : need.kind
      const resolution = prompt ? resolve(need, prompt) : 'unreached'
      needs.push({ ...record, kind, inferred, resolution })
      if (again !== undefined)
        askedAgain.push({
          turn,
          call: again,
          source: need.source,
          present: prompt !== null && !isRestorable({ resolution, refetchable: true }),
        })
    }
    return { needs, askedAgain }
  }

  #promptOf(window: WindowId): FollowingPrompt {
    let prompt = this.#prompts.get(window)
    if (prompt !== undefined) return prompt
    const { needs, block, start } = this.#of
    prompt = emptyPrompt(
      (content) => this.#foundIn(content),
      (id) => needs.evidence.heldBy(id),
      (id) => originalOf(block(id)),
    )
    this.#prompts.set(window, prompt)
    prompt.follow({ closed: [], opened: start?.windows.get(window)?.window.entries ?? [] })
    return prompt
  }

  #foundIn(content: ContentId): readonly string[] {
    let found = this.#evidenceIn.get(content)
    if (found === undefined) {
      found = this.#of.needs.evidence.foundIn(this.#of.contents[content] ?? '')
      this.#evidenceIn.set(content, found)
    }
    return found
  }
}
