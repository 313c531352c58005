import { memo, useCallback } from 'react'
import { isFit } from '../../../sim/internal.ts'
import { cachedCost, money, orderSentence, share, withoutCache } from '../../../view/index.ts'
import type { CachedCost } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { costOfLane } from '../../store/run/questions.ts'
import { OpenComparison } from '../../picture/link/OpenComparison.tsx'
import { Text } from '../../ui/Box.tsx'
import { useAnswer } from '../../ui/later.ts'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import type { PanelProperties } from '../panel.ts'
import { FINDINGS } from './findings.ts'
import type { Finding } from './findings.ts'
import { FINDINGS_TEXT } from './words.ts'

/** Every lane with and without its prompt cache, and comparisons in which the difference shows. */
export const FindingsPanel = memo(function FindingsPanel({ comparison }: PanelProperties) {
  const ask = useCallback(async () => costs(comparison), [comparison])
  const { answer, failed } = useAnswer(ask)
  const whole = new Set(comparison.lanes.filter(({ rows }) => isFit(rows)).map(({ name }) => name))
  return (
    <section className="panel stack gap-12 findings" aria-labelledby="findings">
      <h2 id="findings">{FINDINGS_TEXT.title}</h2>
      <p className="note">{FINDINGS_TEXT.about}</p>
      {failed && <p className="note">{FINDINGS_TEXT.failed}</p>}
      {answer !== null && (
        <>
          <p>{orderSentence(answer.filter(({ lane }) => whole.has(lane)))}</p>
          <Scrolled label={FINDINGS_TEXT.caption}>
            <Table
              caption={FINDINGS_TEXT.caption}
              columns={COLUMNS}
              rows={answer}
              keyOf={({ lane }) => lane}
              rowAbout={({ lane, growth }) => ({ 'data-lane': lane, 'data-growth': growth ?? '' })}
            />
          </Scrolled>
        </>
      )}
      <h3>{FINDINGS_TEXT.findings}</h3>
      <ul className="beside">
        {FINDINGS.map((finding) => (
          <Ready key={finding.name} finding={finding} />
        ))}
      </ul>
    </section>
  )
})

/** Both costs of every lane, from the worker. */
async function costs(comparison: Comparison): Promise<readonly CachedCost[]> {
  return Promise.all(
    comparison.lanes.map(async ({ name, label }) => {
      const { cost } = await costOfLane(comparison, name)
      const uncached = await costOfLane(comparison, name, { model: withoutCache(cost.model) })
      return cachedCost(name, label, cost, uncached.cost)
    }),
  )
}

const COLUMNS: readonly Column<CachedCost>[] = [
  { key: 'lane', head: FINDINGS_TEXT.lane, names: true, cell: ({ label }) => label },
  { key: 'cached', head: FINDINGS_TEXT.cached, number: true, cell: ({ cached }) => money(cached) },
  { key: 'uncached', head: FINDINGS_TEXT.uncached, number: true, cell: ({ uncached }) => money(uncached) },
  { key: 'hit', head: FINDINGS_TEXT.hit, number: true, cell: ({ hit }) => share(hit) },
  ...FINDINGS_TEXT.thirds.map((head, at) => ({
    key: head,
    head,
    title: FINDINGS_TEXT.thirdsTitle,
    number: true,
    cell: ({ thirds }: CachedCost) => money(thirds[at] ?? 0),
  })),
  {
    key: 'growth',
    head: FINDINGS_TEXT.growth,
    title: FINDINGS_TEXT.growthTitle,
    number: true,
    cell: ({ growth }) => growth?.toFixed(2) ?? '–',
  },
]

/** A comparison that one press opens. */
function Ready({ finding: { name, choices } }: { readonly finding: Finding }) {
  const { title, text, source } = FINDINGS_TEXT.said[name]
  return (
    <li className="stack gap-4" data-finding={name}>
      <strong>{title}</strong>
      <span>{text}</span>
      <Text size="small" tone="soft">
        {source}
      </Text>
      <OpenComparison choices={choices} />
    </li>
  )
}
