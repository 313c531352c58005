import { memo, useDeferredValue, useMemo, useState } from 'react'
import { auditJson, auditRows, auditSheet, csv, fileName, filterAudit } from '../../../view/index.ts'
import type { AuditRow } from '../../../view/index.ts'
import type { PanelProperties } from '../panel.ts'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { AUDIT_TEXT } from './words.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import { filterOf, NOTHING_LEFT_OUT } from './filter.ts'
import { Row } from '../../ui/Box.tsx'
import './audit.css'

/** Everything that the lane's run did, as one list that can be filtered and exported. */
export const AuditPanel = memo(function AuditPanel({ comparison, lane, turn }: PanelProperties) {
  const { data, label, name } = lane
  const rows = useMemo(() => auditRows(data), [data])
  const [narrowed, setNarrowed] = useState(NOTHING_LEFT_OUT)
  const wanted = useDeferredValue(narrowed)
  const only = wanted.onlyTurn ? turn : null
  const shown = useMemo(
    (): readonly AuditRow[] => filterAudit(rows, filterOf(wanted, only ?? 0)),
    [rows, wanted, only],
  )
  const { source } = comparison.trace
  return (
    <section className="panel audit" aria-labelledby="audit">
      <Row gap={12}>
        <h2 id="audit">{AUDIT_TEXT.title(label)}</h2>
        <FileButton
          text={AUDIT_TEXT.csv}
          name={AUDIT_TEXT.csvName}
          disabled={shown.length === 0}
          file={() => ({
            name: fileName({ source, lane: name, content: 'audit', extension: 'csv' }),
            text: csv(auditSheet(shown)),
          })}
        />
        <FileButton
          text={AUDIT_TEXT.json}
          name={AUDIT_TEXT.jsonName}
          disabled={rows.length === 0}
          file={() => ({
            name: fileName({ source, lane: name, content: 'audit', extension: 'json' }),
            text: auditJson(data, rows),
          })}
        />
      </Row>
      <p className="note" aria-live="polite">
        {rows.length === 0 ? AUDIT_TEXT.none : AUDIT_TEXT.note(shown.length, rows.length)}
      </p>
      {rows.length > 0 && <AuditFilters rows={rows} narrowed={narrowed} turn={turn} onNarrow={setNarrowed} />}
      {rows.length > 0 && <AuditTable rows={shown} lane={lane} comparison={comparison} turn={turn} />}
    </section>
  )
})
