import { ChartLane } from './ChartFigure.tsx'
import { memo, useDeferredValue, useEffect, useMemo } from 'react'
import type { ComponentType } from 'react'
import type { PanelProperties } from '../panel.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { useViewport } from '../../store/look/viewport.ts'
import type { Frame } from '../../picture/plot/scale.ts'
import { useWidth } from '../../ui/use-in-sight.ts'
import { CHART_TEXT } from './words.ts'
import { laneSeries } from './chart-series.ts'
import { allowCharts } from './charts.ts'
import type { FigureProperties } from './chart-axis.ts'
import { useInTurn } from './chart-pointer.ts'
import { Part } from '../../ui/Part.tsx'
import { TypeFigure } from './TypeFigure.tsx'
import { UtilizationFigure } from './UtilizationFigure.tsx'
import { VelocityFigure } from './VelocityFigure.tsx'
import { ZoneFigure } from './ZoneFigure.tsx'
import './chart.css'

/** Pixels left and right of a plot, the same as in the lanes, so that turns are aligned. */
const LEFT = 38
const RIGHT = 8

/** Four charts over the axis of the lanes: utilization, velocity, zones, and types. */
function AllCharts({ comparison, lane: listed }: Omit<PanelProperties, 'turn'>) {
  const { ref, width } = useWidth<HTMLElement>()
  const window = useChoices((state) => state.window)
  // Deferred: zooming moves the lanes at once, and the charts follow when there is time.
  const { from, to, fitted } = useDeferredValue(useViewport())
  const frame = useMemo((): Frame => ({ width, left: LEFT, right: RIGHT, from, to }), [width, from, to])
  const lanes = useMemo(() => comparison.lanes.map((lane) => laneSeries(lane, window)), [comparison, window])
  const detail = lanes.find(({ lane }) => lane === listed)
  useEffect(allowCharts, [])
  return (
    <section className="panel stack gap-24 charts" aria-labelledby="charts" ref={ref}>
      <h2 id="charts" className="unseen">
        {CHART_TEXT.section}
      </h2>
      {width > 0 && detail !== undefined && (
        <ChartLane value={listed.name}>
          <Figures
            lanes={lanes}
            detail={detail}
            window={window}
            frame={frame}
            fitted={fitted}
            source={comparison.trace.source}
          />
        </ChartLane>
      )}
    </section>
  )
}

/** Cursors move without React, so that another turn does not render the charts again. */
export const Charts = memo(AllCharts, (a, b) => a.comparison === b.comparison && a.lane === b.lane)

const FIGURES = [
  { name: 'utilization', Figure: UtilizationFigure },
  { name: 'velocity', Figure: VelocityFigure },
  { name: 'zones', Figure: ZoneFigure },
  { name: 'types', Figure: TypeFigure },
] as const

/** The charts, one below the other. */
function Figures(properties: FigureProperties) {
  return FIGURES.map(({ name, Figure }, place) => (
    <InTurn key={name} Figure={Figure} place={place} {...properties} />
  ))
}

function InTurn({
  Figure,
  place,
  frame,
  ...others
}: FigureProperties & { readonly Figure: ComponentType<FigureProperties>; readonly place: number }) {
  return (
    <Part name="This chart" of={[others.detail]}>
      <Figure {...others} frame={useInTurn(frame, place)} />
    </Part>
  )
}
