import { useId, useState } from 'react'
import { csv, fileName } from '../../../view/index.ts'
import type { Sheet } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { ChartTable } from './ChartTable.tsx'
import { download } from '../../ui/download.ts'
import { FileButton } from '../../ui/FileButton.tsx'

interface Properties {
  readonly source: Comparison['trace']['source']
  readonly lane: string
  /** What is in the file, as a part of its name. */
  readonly content: string
  /** Made when somebody asks for it. */
  readonly sheetOf: () => Sheet
  readonly text: string
  readonly caption: string
  readonly file: string
  readonly fileAbout: string
}

/** All turns of a panel as a table that opens, and as a file. */
export function TurnsBehind(props: Properties) {
  const { source, lane, content, sheetOf, text, caption, file, fileAbout } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="turns-behind">
      <p className="turns-tools">
        <button
          type="button"
          className="quiet"
          aria-expanded={open}
          aria-label={caption}
          onClick={() => {
            setOpen(!open)
          }}
        >
          {text}
        </button>
        <FileButton
          text={file}
          name={fileAbout}
          onClick={() => {
            download(fileName({ source, lane, content, extension: 'csv' }), csv(sheetOf()))
          }}
        />
      </p>
      {open && <ChartTable id={id} caption={caption} sheet={sheetOf()} />}
    </div>
  )
}
