import { FileUp, FolderOpen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'

/** Endings of the files of logs. */
export const LOGS: readonly string[] =
  '.json .jsonl .ndjson .traj .txt .log .md .af .eval .har .csv .tsv .db .sqlite .sqlite3 .vscdb .zip .gz .zst .tar .tgz'.split(
    ' ',
  )

/** A button that lets a person choose files, or a folder with everything below it. */
export function PickFiles({
  text,
  folder = false,
  several = true,
  small = false,
  strong = false,
  endings = LOGS,
  title,
  onFiles,
}: {
  readonly text: string
  readonly folder?: boolean
  readonly several?: boolean
  readonly small?: boolean
  readonly strong?: boolean
  /** Endings of the files; missing: those of logs. */
  readonly endings?: readonly string[]
  readonly title?: string
  readonly onFiles: (files: readonly File[]) => void
}) {
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // React does not know this attribute.
    if (folder) picker.current?.setAttribute('webkitdirectory', '')
  }, [folder])
  const Sign = folder ? FolderOpen : FileUp
  return (
    <>
      <Button
        kind={strong ? 'strong' : 'plain'}
        small={small}
        title={title}
        onClick={() => {
          picker.current?.click()
        }}
      >
        <Sign size={small ? 14 : 15} aria-hidden="true" /> {text}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple={several || folder}
        className="unseen"
        tabIndex={-1}
        aria-hidden="true"
        aria-label={text}
        accept={folder ? undefined : endings.join(',')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
