import { Search } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { stages } from '../../../../engine/index.ts'
import { isStageWith, reserveOf } from '../../../../engine/internal.ts'
import type { Config } from '../../../../config/index.ts'
import { focusKey, useFocusedKey } from '../../../store/look/focused-key.ts'
import { ownConfig } from '../../../store/choice/lane-text.ts'
import { useSession } from '../../../store/run/session.ts'
import { SETTINGS_TEXT } from './words.ts'
import { tune } from '../../../store/look/open.ts'
import { BenchContext, useBench } from './bench.ts'
import type { Tuned } from './bench.ts'
import { AgeFigure, ageEnd } from './AgeFigure.tsx'
import { agingCurves } from './aging.ts'
import { BudgetFigure } from './BudgetFigure.tsx'
import { Fold } from './Fold.tsx'
import { Foot } from './Foot.tsx'
import { handlesOf } from './handles.ts'
import { HintContext, HintList, useHints } from './Hints.tsx'
import { Marker } from './Marker.tsx'
import { bySection, linesOf, matches, shownLines, readByPlan } from './rows.ts'
import type { ShownLine } from './rows.ts'
import { SettingLine } from './SettingLine.tsx'
import { ShorteningFigure } from './ShorteningFigure.tsx'
import { splitOf } from './split.ts'
import { WeightFigure } from './WeightFigure.tsx'
import { weightRows } from './weights.ts'
import { ZoneFigure } from './ZoneFigure.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Row } from '../../../ui/Box.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import './controls.css'

/** The settings of a lane as controls: pictures of groups of settings, then every other setting by section. */
export function Controls(tuned: Tuned) {
  const { lane, choice, index, name, label, declarations, text } = tuned
  const { config: read, problems } = useMemo(() => declarations.parseConfig(text), [text, declarations])
  const error = read === null ? problems.find(({ severity }) => severity === 'error') : undefined
  const { policy, gates, failing = 'never' } = choice
  const own = useMemo(
    () => ownConfig({ policy, gates, failing }, declarations),
    [policy, gates, failing, declarations],
  )
  const config = read ?? lane.data.spec.config
  const usable = read !== null
  const { exact } = lane.data
  const bench = useMemo(
    () => ({ index, lane: name, label, declarations, usable, exact }),
    [index, name, label, declarations, usable, exact],
  )
  const [words, setWords] = useState('')
  const [changed, setChanged] = useState(false)
  const [all, setAll] = useState(false)
  const lines = useMemo(
    () => linesOf(config.eviction.policy, declarations),
    [config.eviction.policy, declarations],
  )
  const sections = declarations.sectionsRead(config)
  const shown = shownLines(lines, config, own, sections)
  const searched = useDeferredValue(words)
  const found = shown.filter(
    ({ line, read: isRead, differs }) => (all || isRead) && (!changed || differs) && matches(line, searched),
  )
  const hints = useHints(name, lane.data)
  const body = useRef<HTMLDivElement>(null)
  const filtered = searched.trim() !== '' || changed
  const showAll = useCallback(() => {
    setWords('')
    setChanged(false)
  }, [])
  return (
    <BenchContext value={bench}>
      <HintContext value={hints}>
        <div
          className="stack gap-4 small controls"
          ref={body}
          onPointerLeave={() => {
            if (body.current?.contains(document.activeElement) !== true) focusKey(null)
          }}
        >
          <Marker lane={name} root={body} onMissing={showAll} />
          <LetGo lane={name} isGone={filtered && found.length === 0} />
          <Row gap={4} wrap className="stays controls-tools">
            <label className="soft controls-find">
              <Search size={14} aria-hidden="true" />
              <input
                type="search"
                aria-label={SETTINGS_TEXT.find}
                placeholder={SETTINGS_TEXT.findShort}
                value={words}
                onChange={(event) => {
                  setWords(event.currentTarget.value)
                }}
              />
            </label>
            <Choice
              chips
              options={['changed', 'all'] as const}
              isOn={(one) => (one === 'all' ? all : changed)}
              text={(one) => SETTINGS_TEXT[one]}
              title={(one) => SETTINGS_TEXT[`${one}Title`]}
              onPress={(one) => {
                if (one === 'all') setAll(!all)
                else setChanged(!changed)
              }}
            />
            <output className="to-end" title={SETTINGS_TEXT.shownTitle(found.length, shown.length)}>
              {SETTINGS_TEXT.shown(found.length, shown.length)}
            </output>
            {error !== undefined && (
              <div className="callout is-bad own-line broken" role="alert">
                <p>
                  {SETTINGS_TEXT.broken(error.line)} <span className="loss">{error.message}</span>
                </p>
                <p>
                  {SETTINGS_TEXT.brokenAfter}{' '}
                  <Button
                    kind="link"
                    onClick={() => {
                      tune(name, { tab: 'text', key: error.path.join('.') })
                    }}
                  >
                    {SETTINGS_TEXT.toText}
                  </Button>
                </p>
              </div>
            )}
          </Row>
          {filtered ? (
            <Sections rows={found} read={sections} isFiltered />
          ) : (
            <>
              <HintList />
              <Pictures tuned={tuned} config={config} shown={shown}>
                {(drawn) => (
                  <Sections rows={found.filter(({ line }) => !drawn.has(line.key))} read={sections} />
                )}
              </Pictures>
            </>
          )}
          <Foot {...tuned} />
        </div>
      </HintContext>
    </BenchContext>
  )
}

/** If a search hides all controls, none is in focus any more; the picture's own focus stays. */
function LetGo({ lane, isGone }: { readonly lane: string; readonly isGone: boolean }) {
  const own = useFocusedKey((key) => key?.lane === lane && key.from === 'control')
  useEffect(() => {
    if (isGone && own) focusKey(null)
  }, [isGone, own])
  return null
}

/** Groups of settings, each as one picture with its settings below; the rest gets the list of those shown. */
function Pictures({
  tuned: { lane, declarations, comparison },
  config,
  shown,
  children,
}: {
  readonly tuned: Tuned
  readonly config: Config
  readonly shown: readonly ShownLine[]
  readonly children: (drawn: ReadonlySet<string>) => ReactNode
}) {
  const isIdle = useSession((state) => state.progress === null)
  const plan = readByPlan(config, declarations)
  const settings = declarations.runSettings(config)
  const lines = new Map(shown.map((one) => [one.line.key, one]))
  const handles = handlesOf(config, plan)
  const weights = plan.reads('eviction.weights') ? weightRows(config) : []
  const aging = plan.reads('eviction.policy') ? agingCurves(config, 400) : []
  const end = ageEnd(config.eviction.type_ttl, aging)
  const curves = aging.map((curve) => ({ ...curve, values: curve.values.slice(0, end + 1) }))
  const shortens =
    plan.reads('compression.progressive') &&
    Object.keys(stages).some((name) => isStageWith('ages', name) && plan.calls(name))
  const limit = config.max_context_tokens
  const split = splitOf(settings.budget, {
    limit,
    reserve: reserveOf(limit, config.budget.allocations.output_reserved),
  })
  const drawn = new Set([
    ...handles.map(({ kind, path }) => (kind === 'rung' ? path.slice(0, -1) : path).join('.')),
    ...weights.map(({ path }) => path.join('.')),
    ...aging.flatMap(({ type }) => (type === null ? [] : [`eviction.type_ttl.${type}`])),
    ...(shortens
      ? [...lines.keys()].filter((key) => /^compression\.progressive\..+_(?:until|share)$/u.test(key))
      : []),
    ...split.parts.map(({ path }) => path.join('.')),
  ])
  const changedIn = (test: (key: string) => boolean): number =>
    [...lines.values()].filter(({ line, changed }) => changed && drawn.has(line.key) && test(line.key)).length
  const weighs = (key: string): boolean => key.startsWith('eviction.weights.')
  const ages = (key: string): boolean => key.startsWith('eviction.type_ttl.')
  const tells = (key: string): boolean => key.startsWith('compression.progressive.')
  const shares = (key: string): boolean => key.startsWith('budget.allocations.')
  return (
    <>
      <Fold
        id="zones"
        title={SETTINGS_TEXT.zones}
        meaning={SETTINGS_TEXT.zonesMeaning}
        changed={changedIn((key) => !weighs(key) && !ages(key) && !tells(key) && !shares(key))}
      >
        <ZoneFigure config={config} data={lane.data} handles={handles} lines={lines} />
      </Fold>
      {weights.length > 0 && (
        <Fold
          id="weights"
          title={SETTINGS_TEXT.weights}
          meaning={SETTINGS_TEXT.weightsMeaning}
          changed={changedIn(weighs)}
        >
          <WeightFigure rows={weights} lines={lines} comparison={comparison} isShown={isIdle} />
        </Fold>
      )}
      {curves.length > 0 && (
        <Fold
          id="aging"
          title={SETTINGS_TEXT.aging}
          meaning={SETTINGS_TEXT.agingMeaning}
          changed={changedIn(ages)}
        >
          <AgeFigure curves={curves} typeTtl={config.eviction.type_ttl} lines={lines} />
        </Fold>
      )}
      {shortens && (
        <Fold
          id="shortening"
          title={SETTINGS_TEXT.shortening}
          meaning={SETTINGS_TEXT.shorteningMeaning}
          changed={changedIn(tells)}
        >
          <ShorteningFigure config={config} compression={settings.compression} lines={lines} />
        </Fold>
      )}
      <Fold
        id="budget"
        title={SETTINGS_TEXT.budget}
        meaning={SETTINGS_TEXT.budgetMeaning}
        changed={changedIn(shares)}
      >
        <BudgetFigure config={config} split={split} lines={lines} />
      </Fold>
      {children(drawn)}
    </>
  )
}

/** Settings by section, folded if every lane has it and open if only this lane reads it. */
function Sections({
  rows,
  read,
  isFiltered = false,
}: {
  readonly rows: readonly ShownLine[]
  readonly read: readonly string[]
  readonly isFiltered?: boolean
}) {
  const { configSpec } = useBench().declarations
  if (rows.length === 0) return <p className="note">{SETTINGS_TEXT.none}</p>
  const placed = rows.map((row) => ({ ...row, path: row.line.path }))
  return (
    <>
      {bySection(placed, read).map(({ section, rows: own }, place) => (
        <Fold
          key={section}
          id={section === '' ? 'lane' : section}
          title={section === '' ? SETTINGS_TEXT.top : section}
          isKey={section !== ''}
          isFolded={!isFiltered && place > 0}
          isFiltered={isFiltered}
          count={own.length}
          changed={own.filter(({ changed }) => changed).length}
          meaning={section === '' ? SETTINGS_TEXT.topMeaning : (configSpec[section]?.meaning ?? '')}
        >
          <div className="lines">
            {own.map((shown) => (
              <SettingLine key={shown.line.key} shown={shown} />
            ))}
          </div>
        </Fold>
      ))}
    </>
  )
}
