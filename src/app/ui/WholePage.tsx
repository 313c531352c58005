import type { ReactNode } from 'react'
import { download } from './download.ts'
import { PART_TEXT, UI_TEXT } from './words.ts'
import { CopyButton } from './CopyButton.tsx'
import { Boundary, messageOf, ReloadButton } from './Part.tsx'
import { rescued } from './rescue.ts'
import { Button } from './Button.tsx'

/** The page, or an error message if all of it fails, with a way to download data that exists only here. */
export function WholePage({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary of={[]} renderFailed={(reason, retry) => <PageFailed reason={reason} onRetry={retry} />}>
      {children}
    </Boundary>
  )
}

function PageFailed({ reason, onRetry }: { readonly reason: unknown; readonly onRetry: () => void }) {
  const files = rescued()
  return (
    <main className="page-failed" role="alert">
      <h1>{PART_TEXT.page}</h1>
      <p>{PART_TEXT.pageWhy(messageOf(reason))}</p>
      {files.length > 0 && <p>{PART_TEXT.pageLive}</p>}
      {files.map(({ title, filename, text }) => (
        <p key={filename}>
          <Button
            onClick={() => {
              download(filename, text)
            }}
          >
            {PART_TEXT.save(title)}
          </Button>{' '}
          <CopyButton text={text} label={PART_TEXT.copy(title)} done={PART_TEXT.copied} />
        </p>
      ))}
      <p>
        <Button onClick={onRetry}>{UI_TEXT.tryAgain}</Button> <ReloadButton />
      </p>
    </main>
  )
}
