import { FORMAT_LABELS } from './shown.ts'
import { READING_TEXT } from './reading-words.ts'
import { chooseFormat, useShownLog } from './reading.ts'
import { Formats } from './Formats.tsx'
import { Row } from '../../../ui/Box.tsx'

/** The format of the current log; detected from the content, unless a person chooses one. */
export function FormatChoice({ read }: { readonly read: string }) {
  const log = useShownLog()
  if (log === null) return null
  return (
    <Row as="label" size="small">
      <span>{READING_TEXT.format}</span>
      <select
        value={log.format ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          chooseFormat(log, value === '' ? null : value)
        }}
      >
        <option value="">
          {log.format === undefined
            ? READING_TEXT.found(FORMAT_LABELS[read] ?? read)
            : READING_TEXT.byContent}
        </option>
        <Formats />
      </select>
    </Row>
  )
}
