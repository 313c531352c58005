import { Suspense, useMemo } from 'react'
import { money, share, tradePoints, tradeTitle } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { Row, Text } from '../../ui/Box.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { useInSight, useWidth } from '../../ui/use-in-sight.ts'
import { SavePicture } from '../../picture/still/SavePicture.tsx'
import { METRIC_TEXT } from './words.ts'

const TradePlot = onDemand(async () => (await import('./TradePlot.tsx')).TradePlot)

/** How near the plot has to come before the charting library is fetched for it. */
const NEAR = '300px'

/** What each lane costs and how much of the needed context it keeps; nothing where there are not two to compare. */
export function Trade({ comparison: { lanes } }: { readonly comparison: Comparison }) {
  const points = useMemo(() => tradePoints(lanes), [lanes])
  const title = useMemo(() => tradeTitle(points), [points])
  const { ref, inSight } = useInSight<HTMLElement>(NEAR)
  const { ref: plot, width } = useWidth<HTMLDivElement>()
  if (title === '') return null
  return (
    <figure className="trade" ref={ref} aria-labelledby="trade">
      <figcaption>
        <Row gap={4}>
          <h3 id="trade">{title}</h3>
          <SavePicture
            name={METRIC_TEXT.trade}
            make={async (subject) => (await import('./stills.ts')).tradeStills(subject)[0] ?? null}
          />
        </Row>
        <Text as="p" size="small" tone="soft">
          {METRIC_TEXT.tradeMarks}
        </Text>
      </figcaption>
      <p className="unseen">
        {points
          .map(({ label, cost, present }) => METRIC_TEXT.point(label, money(cost), share(present)))
          .join('; ')}
      </p>
      <div className="trade-plot plotted" ref={plot} aria-hidden="true">
        {inSight && width > 0 && (
          <Suspense fallback={null}>
            <TradePlot points={points} width={width} />
          </Suspense>
        )}
      </div>
    </figure>
  )
}
