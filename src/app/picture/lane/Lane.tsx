import { memo, useCallback, useEffect, useMemo, useRef } from 'react'
import type { BlockId, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import {
  hitTest,
  lifelineAt,
  sameUntil,
  shownName,
  turnAt,
  turnName,
  whole,
  windowAt,
  xAt,
} from '../../../view/index.ts'
import type { Invalidation, Lifelines, OverlapPoint, Strata } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { Forks, GhostOver } from '../fork/Forks.tsx'
import { useGhost } from '../fork/ghost.ts'
import type { GhostHit } from '../fork/ghost.ts'
import { outlinesOfRow, rowsOver, upperEdgeOfRow } from '../lifelines/bars.ts'
import { LifelinesPicture } from '../lifelines/LifelinesPicture.tsx'
import { tellTurn, useTuning } from '../../store/look/open.ts'
import { choose } from '../../store/choice/choices.ts'
import { useHeldLine } from '../strata/held-line.ts'
import { LineHandles } from '../strata/LineHandles.tsx'
import { StrataPicture } from '../strata/StrataPicture.tsx'
import { scaleOf } from '../plot/scale.ts'
import type { Frame } from '../plot/scale.ts'
import type { SelectionMark } from '../../store/run/selection-marks.ts'
import { pathOf } from '../plot/shape.ts'
import { outlineOfBand, outlinesOf, upperEdgeAt } from '../strata/shapes.ts'
import { LANE_TEXT } from '../words.ts'
import { BlockWalker } from '../plot/BlockWalker.tsx'
import type { Walk } from '../plot/BlockWalker.tsx'
import { Brush, Cursors } from '../plot/Cursors.tsx'
import { ControlledNote, Ended, MarkedStretch, NewWindows } from './LaneMarks.tsx'
import { DELTA_HEIGHT, DeltaRibbon, Ribbon } from './Ribbon.tsx'
import { flagAt, flagsAt, openingUnder } from '../plot/flags.ts'
import { CACHE_HEIGHT, CacheRibbon, tipOfCache } from './CacheRibbon.tsx'
import { Gutters } from './Gutters.tsx'
import type { GutterLabel } from './Gutters.tsx'
import { LaneHead } from './LaneHead.tsx'
import { LaneLine } from './LaneLine.tsx'
import type { LanePlace } from '../../store/choice/lane-place.ts'
import { largestOf, tipOf, tipOfBlock, tipOfLife, tipOfOverlap } from './lane-words.ts'
import { laneView, withOwnBand } from './lane-view.ts'
import { usePlotPointer } from '../plot/plot-pointer.ts'
import type { PlotPointer, Target } from '../plot/plot-pointer.ts'
import { tokenTicks } from './lane-size.ts'
import { TurnAxis } from '../plot/TurnAxis.tsx'
import { useControlled } from './use-controlled.ts'
import { useZoomGesture } from '../plot/zoom-gesture.ts'
import { Text } from '../../ui/Box.tsx'
import { useFoundIn } from '../../store/look/find.ts'
import { isAhead } from '../../store/look/future.ts'
import { useEmbedded } from '../../store/page-state/show.ts'
import { useReaches } from '../../store/look/depth.ts'
import { useToldPlainly } from '../../store/lesson/shown.ts'
import { Future } from '../plot/Future.tsx'
import { PlainMarks } from './PlainMarks.tsx'

interface Properties {
  readonly lane: LaneResult
  /** The same with forks that arrived later: parts about the lane alone are not rendered again for them. */
  readonly forked: LaneResult
  readonly place: LanePlace | null
  readonly window: WindowId
  readonly frame: Frame
  /** Turns of the conversation; a lane may end earlier. */
  readonly turns: number
  /** Pixels of the picture of the blocks. */
  readonly height: number
  /** Tokens below which neighbours share a band. */
  readonly smallerThan: Tokens
  /** The lifelines to draw instead of the strata; null for the strata. */
  readonly lives: Lifelines | null
  /** Rows of the lane with the most, so that rows have the same height in every lane. */
  readonly mostRows: number
  /** Top of the picture in tokens, the same in every lane. */
  readonly top: Tokens
  readonly selected: BlockId | null
  readonly marks: readonly SelectionMark[]
  /** First turn in which it differs from the first lane; null for that one and for no difference. */
  readonly parts: number | null
  readonly first: LaneResult
  /** Its difference from the first lane; null for that one. */
  readonly overlap: readonly OverlapPoint[] | null
  /** Whether another lane is beside it: the first then leaves room for a difference, and all axes are in line. */
  readonly beside: boolean
  /** The largest such distance in any lane. */
  readonly mostApart: Tokens
  /** Tokens of the longest prompt of any lane. */
  readonly mostSent: Tokens
  /** Its name among the chosen lanes. */
  readonly previewed: string
  /** Preview of a moving knob; null without one. */
  readonly preview?: Strata | null
}

/** Pixels by which a pointer may miss a bar. */
const MISS = 3
/** Pixels of the zone ribbon with its margins: where the ribbon of differences begins. */
const ZONES = 12

/** One policy's run: head, the picture of its blocks, zones and differences over the same axis. */
export const Lane = memo(function Lane(props: Properties) {
  const { lane, forked, place, window, frame, turns, height, smallerThan, lives, mostRows, selected } = props
  const { marks, parts, first, overlap, beside, mostApart, mostSent, preview = null } = props
  const { data } = lane
  const plain = !useReaches('compare')
  const embedded = useEmbedded()
  const told = useToldPlainly()
  // The words of a lesson and those of its picture are the same.
  const inWords = plain || told
  const merged = useMemo(() => laneView(lane, window, smallerThan), [lane, window, smallerThan])
  const view = useMemo(
    () => withOwnBand(merged, lane, smallerThan, selected),
    [merged, lane, smallerThan, selected],
  )
  const shown = lives === null ? preview : null
  const found = useFoundIn(lane.name)
  const index = place?.index ?? null
  // A dragged threshold keeps its position under the finger; one of the common window does so in all lanes.
  const heldTop = useHeldLine((held) =>
    held?.index === index || held?.id === 'max_context_tokens' ? held.top : null,
  )
  const heldLine = useHeldLine((held) => (held?.index === index ? held.id : null))
  const top = heldTop ?? shown?.top ?? props.top
  const finer = useTuning((state) => state.index !== null && state.index === index)
  const looked = useControlled(props.previewed, data)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Beside the panel the lanes are laid out anew: what its controls change stays in sight. The focus is not moved.
    if (finer) section.current?.scrollIntoView({ block: 'nearest' })
  }, [finer, frame.width, height])
  const plot = useRef<HTMLDivElement>(null)
  const pointed = useRef<SVGPathElement>(null)
  const scale = useMemo(() => scaleOf(frame, height, top), [frame, height, top])
  const rows = useMemo(() => rowsOver(height, mostRows), [height, mostRows])
  const flags = useMemo(() => flagsAt(view.saved, scale), [view.saved, scale])
  const parting = useMemo(() => (lane === first ? null : sameUntil(first, lane)), [lane, first])
  const ghost = useGhost(forked, place)
  const ghostHit = useRef<GhostHit | null>(null)
  const setGhostHit = useCallback((hit: GhostHit | null) => {
    ghostHit.current = hit
  }, [])
  const pointer = useMemo((): PlotPointer => {
    const findApart = (turn: number): Target | null => {
      const at = turnAt(turn, turns)
      const point = overlap?.find((one) => one.turn === at)
      if (point === undefined) return null
      return {
        block: undefined,
        describe: () => tipOfOverlap(point, first.label, data.exact),
        outline: () => '',
      }
    }
    const findBand = (turn: number, y: number): Target | null => {
      const hit = hitTest(view.picture)(turn, scale.tokensOf(y))
      if (hit === null) return null
      return {
        block: largestOf(hit.band.blocks, data),
        describe: () => tipOf(hit, view.picture, staleAt(view.stale, turn, scale.tokensOf(y)), data),
        outline: () => pathOf(outlineOfBand(hit.band, scale), true),
      }
    }
    const findLife = (picture: Lifelines, turn: number, y: number): Target | null => {
      const reach = { turns: scale.turnOf(scale.left + MISS) - scale.from, rows: MISS / rows.pitch }
      const line = lifelineAt(picture, turn, y / rows.pitch, reach)
      if (line === null) return null
      return {
        block: line.block,
        describe: () => tipOfLife(line, data),
        outline: () => pathOf(outlinesOfRow(picture, line.block, scale, rows), true),
      }
    }
    const cacheFrom = height + ZONES + (overlap === null && !beside ? 0 : DELTA_HEIGHT)
    const axisFrom = plain ? height : cacheFrom + CACHE_HEIGHT
    return {
      scale,
      axisFrom,
      find(turn, y) {
        if (y < 0 || isAhead(turnAt(turn, turns))) return null
        if (plain && y >= height) return null
        const opening = openingUnder(view.openings, scale, scale.x(turn), y)
        if (opening !== null) {
          const line = LANE_TEXT.opened(opening.serial, turnName(opening.turn))
          return toldBy([line], opening.turn)
        }
        if (y >= axisFrom) {
          const flag = flagAt(flags, scale.x(turn))
          return flag === null
            ? { block: undefined, describe: () => [LANE_TEXT.markTurns], outline: () => '' }
            : toldBy([LANE_TEXT.saved(flag.turns.map(turnName).join(', '))], flag.turns[0])
        }
        if (y >= cacheFrom) {
          const tip = tipOfCache(lane, window, turnAt(turn, turns))
          return tip.length === 0 ? null : { block: undefined, describe: () => tip, outline: () => '' }
        }
        if (y >= height) return y >= height + ZONES && overlap !== null ? findApart(turn) : null
        if (shown !== null) return null
        const found = lives === null ? findBand(turn, y) : findLife(lives, turn, y)
        return ghostHit.current === null ? found : ghostHit.current(turn, y, found)
      },
      select(block) {
        choose({ selection: { lane: lane.name, block }, listed: lane.name })
      },
      point(outline) {
        pointed.current?.setAttribute('d', outline)
      },
    }
  }, [
    scale,
    height,
    view,
    lives,
    rows,
    data,
    lane,
    window,
    overlap,
    beside,
    turns,
    first.label,
    shown,
    flags,
    plain,
  ])
  usePlotPointer(plot, pointer)
  useZoomGesture(plot, scale)
  const toolOf = useCallback((block: BlockId) => shownName(data.blocks[block]?.call?.name ?? ''), [data])
  const walk = useMemo(
    (): Walk => ({
      order(turn) {
        if (lives !== null) return lives.rows.map((line) => line.block).toReversed()
        const record = data.turns[turn]
        if (record?.window !== window || isAhead(turn)) return []
        return windowAt(data, record.points.sent.tick, window).map((one) => one.block)
      },
      describe(block, turn) {
        const tick = data.turns[turn]?.points.sent.tick
        const there = tick === undefined ? [] : windowAt(data, tick, window)
        return tipOfBlock(data, block, turn, there.find((one) => one.block === block) ?? null)
      },
      point(block) {
        const lines =
          block === null
            ? []
            : lives === null
              ? outlinesOf(view.picture, block, scale)
              : outlinesOfRow(lives, block, scale, rows)
        pointed.current?.setAttribute('d', pathOf(lines, true))
      },
      placeOf: (block, turn) =>
        lives === null
          ? upperEdgeAt(view.picture, block, turn, scale)
          : upperEdgeOfRow(lives, block, xAt(turn, 'sent'), scale, rows),
      select: pointer.select,
    }),
    [data, window, lives, view, scale, rows, pointer],
  )
  const { picture } = shown === null ? view : { picture: shown }
  const handled = useMemo(
    () => picture.lines.filter(({ kind, id }) => finer || kind !== 'finer' || id === heldLine),
    [picture, finer, heldLine],
  )
  const empty =
    view.rows.size === 0 ? LANE_TEXT.noTurns : view.picture.bands.length === 0 ? LANE_TEXT.noBands : ''
  return (
    <section ref={section} className="lane" aria-labelledby={`lane-${lane.name}`} data-lane={lane.name}>
      <LaneHead lane={lane} place={place} shown={lives === null ? 'strata' : 'lifelines'} />
      <Forks lane={forked} place={place} />
      {!inWords && <LaneLine rows={view.rows} stale={view.stale} data={data} parting={parting} />}
      <div className="plot" ref={plot} style={{ width: frame.width }}>
        <div className="chart-row" style={{ height }}>
          {lives === null ? (
            <StrataPicture
              picture={shown ?? view.picture}
              scale={scale}
              pointed={pointed}
              label={LANE_TEXT.strata(lane.label)}
              finer={finer}
              plain={inWords}
              heldLine={heldLine}
              controlled={looked?.controlled ?? null}
              toolOf={toolOf}
              {...(shown === null
                ? { stale: view.stale, selected, found, marks, task: view.task }
                : { preview: true })}
            />
          ) : (
            <LifelinesPicture
              picture={lives}
              scale={scale}
              rows={rows}
              selected={selected}
              found={found}
              marks={marks}
              task={view.task}
              pointed={pointed}
              label={LANE_TEXT.lifelines(lane.label)}
            />
          )}
          <BlockWalker
            label={LANE_TEXT.blocksOf(lane.label)}
            hint={LANE_TEXT.walkHint}
            selected={selected}
            walk={walk}
          />
          {shown === null && (
            <GhostOver
              picture={view.picture}
              onHit={setGhostHit}
              {...{ ghost, lane, lives, rows, scale, smallerThan }}
            />
          )}
          <NewWindows openings={view.openings} scale={scale} />
          {data.ended !== null && <Ended turn={data.ended.turn} turns={turns} scale={scale} />}
          {lives === null && place !== null && !inWords && !embedded && (
            <LineHandles
              lines={handled}
              scale={scale}
              choice={place.choice}
              index={place.index}
              limit={data.limit}
              lane={lane.label}
              first={lane === first}
            />
          )}
          {looked !== null && <ControlledNote looked={looked} data={data} />}
          {empty !== '' && (
            <Text as="p" size="small" tone="soft" className="nothing">
              {empty}
            </Text>
          )}
          <Gutters
            scale={scale}
            left={
              lives === null
                ? tokenTicks(shown?.reserve.high ?? data.limit, scale)
                : arrivalTicks(lives.rows.length, rows.pitch)
            }
          />
          {lives !== null && lives.rows.length > 0 && (
            <Text as="p" size="tiny" tone="soft" className="arrival">
              {LANE_TEXT.arrival}
            </Text>
          )}
        </div>
        {!plain && (
          <>
            <Ribbon runs={view.zones} scale={scale} label={LANE_TEXT.zones(lane.label)} />
            {overlap === null ? (
              beside && <div style={{ height: DELTA_HEIGHT }} />
            ) : (
              <DeltaRibbon
                points={overlap}
                most={mostApart}
                scale={scale}
                lane={lane.label}
                first={first.label}
              />
            )}
            <CacheRibbon lane={lane} window={window} most={mostSent} scale={scale} />
          </>
        )}
        <TurnAxis
          scale={scale}
          parts={parts}
          flags={flags}
          title={LANE_TEXT.partsFrom(first.label, turnName(parts ?? 0))}
        />
        <Future scale={scale} />
        {inWords && lives === null && <PlainMarks data={data} window={window} scale={scale} />}
        <Cursors scale={scale} />
        <MarkedStretch scale={scale} />
        <Brush scale={scale} />
      </div>
    </section>
  )
})

/** A target with only a tip, whose full text is shown under the strip when pressed. */
function toldBy(lines: readonly string[], turn: Turn | undefined): Target {
  return {
    block: undefined,
    describe: () => [...lines, LANE_TEXT.pressToRead],
    outline: () => '',
    press: () => {
      if (turn !== undefined) tellTurn(turn)
    },
  }
}

/** The invalidation at a position of the picture; null if there is none. */
function staleAt(stale: readonly Invalidation[], x: number, y: Tokens): Invalidation | null {
  return stale.find(({ from, to, low, high }) => from <= x && x <= to && low <= y && y <= high) ?? null
}

/** Numbers of the first and the last row. */
function arrivalTicks(count: number, pitch: number): GutterLabel[] {
  const last = Math.max(0, count - 1)
  return (last === 0 ? [0] : [0, last]).map((row) => ({
    key: String(row),
    text: whole(row + 1),
    y: (row + 0.5) * pitch,
  }))
}
