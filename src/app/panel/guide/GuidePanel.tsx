import { advised } from '../../../claims/index.ts'
import type { MeasuredPitfall, MeasuredSituation, Plan } from '../../../claims/index.ts'
import { OpenComparison } from '../../picture/link/OpenComparison.tsx'
import type { ReadyComparison } from '../../picture/link/OpenComparison.tsx'
import { laneLabels } from '../../store/choice/lanes.ts'
import type { LaneChoice } from '../../store/choice/choices.ts'
import { Stack, Text } from '../../ui/Box.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import './guide.css'
import { measuredText, signOf } from './verdict.ts'
import { GUIDE_TEXT } from './words.ts'

/** What the articles advise and warn of, with the figures of `npm run claims -- --write`. */
export function GuidePanel() {
  const { situations, pitfalls } = advised
  return (
    <section className="panel stack gap-12 guide" aria-labelledby="guide">
      <h2 id="guide">{GUIDE_TEXT.title}</h2>
      <p className="note">{GUIDE_TEXT.about(situations[0]?.seeds ?? 0)}</p>
      <Table
        className="stacks"
        caption={GUIDE_TEXT.caption}
        columns={SITUATION}
        rows={situations}
        keyOf={({ id }) => id}
        rowAbout={({ id }) => ({ 'data-situation': id })}
      />
      <h3>{GUIDE_TEXT.pitfalls}</h3>
      <p className="note">{GUIDE_TEXT.aboutPitfalls}</p>
      <Table
        className="stacks"
        caption={GUIDE_TEXT.pitfallsCaption}
        columns={PITFALL}
        rows={pitfalls}
        keyOf={({ id }) => id}
        rowAbout={({ id }) => ({ 'data-pitfall': id })}
      />
    </section>
  )
}

const SITUATION: readonly Column<MeasuredSituation>[] = [
  {
    key: 'situation',
    look: 'full',
    head: GUIDE_TEXT.situation,
    names: true,
    cell: ({ situation, article, section }) => (
      <Stack gap={0}>
        {situation}
        <Text size="tiny" tone="soft">
          {GUIDE_TEXT.source(article, section)}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'advised',
    look: 'full',
    head: GUIDE_TEXT.advised,
    cell: ({ advised: plan, rival, why }) => {
      return (
        <Stack gap={0}>
          <span>
            <strong>{nameOf(plan)}</strong> {GUIDE_TEXT.instead(nameOf(rival))}
          </span>
          <Text size="small" tone="soft">
            {why}
          </Text>
        </Stack>
      )
    },
  },
  {
    key: 'measured',
    look: 'full',
    head: GUIDE_TEXT.measured,
    cell: (row) => {
      const { sign, word } = GUIDE_TEXT.signs[signOf(row)]
      return (
        <Stack gap={0}>
          <span className="guide-sign" data-sign={signOf(row)}>
            <span aria-hidden="true">{sign}</span> {word}
          </span>
          <Text size="small">{measuredText(row)}</Text>
        </Stack>
      )
    },
  },
  {
    key: 'open',
    look: 'full',
    head: GUIDE_TEXT.open,
    cell: (row) => <OpenComparison choices={comparisonOf(row, [row.advised, row.rival])} />,
  },
]

const PITFALL: readonly Column<MeasuredPitfall>[] = [
  {
    key: 'pitfall',
    look: 'full',
    head: GUIDE_TEXT.pitfall,
    names: true,
    cell: ({ pitfall, article, section }) => (
      <Stack gap={0}>
        {pitfall}
        <Text size="tiny" tone="soft">
          {GUIDE_TEXT.source(article, section)}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'harm',
    look: 'full',
    head: GUIDE_TEXT.harm,
    cell: ({ harm, label, figures }) => (
      <Stack gap={0}>
        {harm}
        <Text size="small" tone="loss">
          {`${label}: ${figures.asWritten.text}`}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'mend',
    look: 'full',
    head: GUIDE_TEXT.mend,
    cell: ({ mend, label, figures }) => (
      <Stack gap={0}>
        {mend}
        <Text size="small" tone="soft">
          {`${label}: ${figures.mended.text}`}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'open',
    look: 'full',
    head: GUIDE_TEXT.open,
    cell: (row) => <OpenComparison choices={comparisonOf(row, [row.asWritten, row.mended])} />,
  },
]

function comparisonOf(
  { scenario, share }: Pick<MeasuredSituation, 'scenario' | 'share'>,
  plans: readonly Plan[],
): ReadyComparison {
  return {
    source: { kind: 'scenario', name: scenario },
    seed: 1,
    budget: { kind: 'share', share },
    lanes: plans.map(laneOf),
  }
}

/** The label of a plan’s lane, with its changes: Atomic window with token_aware: true. */
function nameOf(plan: Plan): string {
  const [label = plan.policy] = laneLabels([laneOf(plan)])
  const changes = Object.values(plan.changes ?? {}).flatMap((settings) =>
    Object.entries(settings ?? {}).map(([key, value]) => `${key}: ${String(value)}`),
  )
  return changes.length === 0 ? label : GUIDE_TEXT.with(label, changes.join(', '))
}

function laneOf({ policy, gates, changes, text }: Plan): LaneChoice {
  return {
    policy,
    gates,
    ...(changes === undefined ? {} : { byHand: changes }),
    ...(text === undefined ? {} : { text }),
  }
}
