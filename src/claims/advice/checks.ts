import { atomicWindow } from '../../engine/index.ts'
import type { Message, Tokens } from '../../engine/index.ts'
import { requestIndex } from '../../engine/internal.ts'
import { entriesAt } from '../../sim/index.ts'
import type { Intake, Timeline } from '../../sim/index.ts'
import { orphanedPlans } from '../../sim/internal.ts'
import type { Plan } from './plan.ts'

/** What a harm is counted in: the run of a plan, and its conversation as the exact counter counts it. */
interface Shown {
  readonly plan: Plan
  readonly timeline: Timeline
  readonly exact: Intake
}

/** A harm that no metric of the table counts. */
interface Check {
  readonly label: string
  readonly kind: 'count' | 'share'
  readonly value: (shown: Shown) => number
}

/** From here on “Agent Context Window Management”, 2, says that the dilution of attention can be measured. */
const DILUTED = 0.75

const list = {
  'no-system-prompt': {
    label: 'Requests without the system prompt',
    kind: 'count',
    value: ({ timeline: { turns } }) => turns.filter(({ byType }) => byType.system_prompt === 0).length,
  },
  'messages-over': {
    label: 'Most messages above the limit in a request',
    kind: 'count',
    value: ({ timeline: { data } }) => {
      const counts = data.turns.map(({ points, window }) => {
        const entries = entriesAt(data.spans, points.sent.tick, window)
        const messages = entries.flatMap(({ block }) => data.blocks[block]?.message ?? [])
        return new Set(messages.filter((one) => one >= 0)).size
      })
      return Math.max(0, Math.max(...counts) - data.spec.config.atomic_window.max_messages)
    },
  },
  'over-when-counted': {
    label: 'Requests over the limit by an exact count',
    kind: 'count',
    value: ({ timeline: { data }, exact }) =>
      data.turns.filter(({ turn, points, window }) => {
        const used = entriesAt(data.spans, points.sent.tick, window).reduce(
          (sum, { block, content }): Tokens => {
            const text = data.contents[content]
            return sum + (text === undefined ? (exact.blocks[block]?.tokens ?? 0) : exact.count(text, turn))
          },
          0,
        )
        return used > data.limit
      }).length,
  },
  'caller-lost': {
    label: 'Messages gone from the caller’s own list',
    kind: 'count',
    value: ({ plan, timeline: { trace, data } }) => {
      const own = [...trace.messages]
      const { max_messages: most } = data.spec.config.atomic_window
      const trim = plan.inPlace === true ? trimInPlace : trimCopy
      trim(own, most)
      return trace.messages.length - own.length
    },
  },
  'above-three-quarters': {
    label: 'Requests above 75 % of the window',
    kind: 'count',
    value: ({ timeline: { turns } }) => turns.filter(({ utilization }) => utilization > DILUTED).length,
  },
  'outdated-results': {
    label: 'Outdated results, of all tokens sent',
    kind: 'share',
    value: ({ timeline: { data, intake } }) => {
      const requests = requestIndex()
      for (const block of intake.blocks) {
        const before = block.call?.before ?? null
        requests.add(block, before === null ? null : (intake.blocks[before] ?? null), (id) => intake.text(id))
      }
      let [outdated, sent] = [0, 0]
      for (const { turn, points, window } of data.turns) {
        for (const { block, content, tokens } of entriesAt(data.spans, points.sent.tick, window)) {
          sent += tokens
          if (content < 0 && requests.replacedAt(block, turn) !== null) outdated += tokens
        }
      }
      return outdated / sent
    },
  },
  'orphaned-plans': {
    label: 'Plans that a new window takes for done',
    kind: 'count',
    value: ({ timeline: { data } }) => orphanedPlans(data)?.length ?? 0,
  },
} satisfies Readonly<Record<string, Check>>

export type CheckId = keyof typeof list

/** Every check by its id; less is better in each. */
export const checks: Readonly<Record<CheckId, Check>> = list

/** A trim that cuts the list that it was given. */
function trimInPlace(messages: Message[], most: number): void {
  messages.splice(0, messages.length - most)
}

function trimCopy(messages: readonly Message[], maxMessages: number): void {
  atomicWindow(messages, { maxMessages })
}
