import { useState } from 'react'
import type { Comparison } from '../../../worker/protocol.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { showBesideFolder, useFolder } from '../../store/run/folder.ts'
import { Row } from '../../ui/Box.tsx'
import { Tabs } from '../../ui/Choice.tsx'
import { Fold } from './Fold.tsx'
import { LogsStudy } from './logs/LogsStudy.tsx'
import { Seeds } from './seeds/Seeds.tsx'
import { SweepPart } from './seeds/SweepPart.tsx'
import { STUDY_TEXT } from './seeds/words.ts'
import './study.css'

const Search = onDemand(async () => (await import('./search/Search.tsx')).Search)
const WorstSearch = onDemand(async () => (await import('./worst/WorstSearch.tsx')).WorstSearch)

const TABS = ['seeds', 'logs'] as const

/** The lanes over many seeds or over a folder of logs, and two settings of a lane varied together. */
export function StudyPanel({ comparison }: { readonly comparison: Comparison }) {
  const isScenario = comparison.trace.source.kind === 'scenario'
  const { opened, files } = useFolder()
  const [chosen, choose] = useState<{ readonly tab: (typeof TABS)[number]; readonly at: number } | null>(null)
  // Files that were just brought are what a person wants to see.
  const brought = opened > (chosen?.at ?? 0) && files.length > 0
  const tab = brought ? 'logs' : (chosen?.tab ?? (isScenario ? 'seeds' : 'logs'))
  return (
    <section className="panel stack gap-12 study" aria-labelledby="study">
      <Row gap={12} wrap apart>
        <h2 id="study">{STUDY_TEXT.title}</h2>
        <Tabs
          label={STUDY_TEXT.title}
          tabs={TABS}
          tab={tab}
          text={(one) => STUDY_TEXT.tabs[one]}
          of="study-part"
          onTab={(one) => {
            choose({ tab: one, at: opened })
            if (one !== 'logs') showBesideFolder()
          }}
        />
      </Row>
      <div id="study-part" role="tabpanel" aria-labelledby={`study-part-${tab}`} className="stack gap-12">
        {tab === 'logs' ? (
          <LogsStudy opened={opened} />
        ) : (
          <>
            {isScenario ? <Seeds /> : <p>{STUDY_TEXT.log}</p>}
            <Fold title={STUDY_TEXT.search}>
              <Search comparison={comparison} />
            </Fold>
            <Fold title={STUDY_TEXT.worst}>
              <WorstSearch />
            </Fold>
            <Fold title={STUDY_TEXT.sweep}>
              <SweepPart comparison={comparison} />
            </Fold>
          </>
        )}
      </div>
    </section>
  )
}
