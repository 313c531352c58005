import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Provider, WindowId } from '../../../engine/index.ts'
import { fileName } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { CopyText } from '../../picture/share/CopyText.tsx'
import { PictureButtons } from '../../picture/still/PictureButtons.tsx'
import { subjectOnScreen } from '../../picture/still/on-screen.ts'
import { REQUEST_FILE_TEXT } from '../../picture/words.ts'
import { requestOfTurn } from '../../store/run/questions.ts'
import { Row, Stack, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { pageFile, reportFile, reportOf } from './comparison-files.ts'
import { settingsFiles } from './settings-files.ts'
import type { SettingsFile } from './settings-files.ts'
import type { PictureSource } from './pictures.ts'
import type { SharedFile } from '../../picture/share/sharing.ts'
import { useDeclarations } from '../../store/choice/declarations.ts'
import { MORE_TEXT } from './more-words.ts'
import { TAKE_TEXT } from './words.ts'

/** What is handed to the part that is loaded later. */
export type MoreProperties = Omit<Properties, 'pictures'>

interface Properties {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly window: WindowId
  readonly pictures: readonly PictureSource[]
}

const PROVIDERS: readonly Provider[] = ['anthropic', 'openai', 'openai-responses']

/** Pictures, settings, and what is made to be shared. */
export function TakeMore(properties: Properties) {
  const { comparison, lane, window, pictures } = properties
  return (
    <div className="beside">
      <Stack as="section" gap={4} aria-labelledby="take-pictures">
        <h3 id="take-pictures">{MORE_TEXT.pictures}</h3>
        {pictures.map(({ name, make }) => (
          <Line key={name} title={name}>
            <PictureButtons
              name={MORE_TEXT.picture(name, lane.label)}
              make={async (subject) => make({ ...subject, comparison })}
              subject={() => subjectOnScreen(comparison, lane, window)}
            />
          </Line>
        ))}
        <p className="note">{MORE_TEXT.picturesNote}</p>
      </Stack>
      <Stack gap={24}>
        <Settings {...properties} />
        <ToShare {...properties} />
      </Stack>
    </div>
  )
}

function Settings({ comparison, lane }: Properties) {
  const declarations = useDeclarations()
  if (typeof declarations === 'string') return <p className="note">{TAKE_TEXT.loading}</p>
  const files = settingsFiles(lane, declarations)
  return (
    <Stack as="section" gap={4} aria-labelledby="take-settings">
      <h3 id="take-settings">{MORE_TEXT.settings}</h3>
      {files.map((file) => (
        <SettingsLine key={file.content} file={file} source={comparison.trace.source} lane={lane} />
      ))}
    </Stack>
  )
}

function SettingsLine({
  file: { title, content, extension, text, note },
  source,
  lane,
}: {
  readonly file: SettingsFile
  readonly source: Comparison['trace']['source']
  readonly lane: LaneResult
}) {
  return (
    <Line title={title} note={note}>
      <CopyText
        what={title}
        text={text}
        label={MORE_TEXT.copy}
        name={MORE_TEXT.copyName(title)}
        done={MORE_TEXT.copied}
      />
      <FileButton
        text={extension.toUpperCase()}
        name={title}
        file={() => {
          const window = `window-${lane.data.limit}`
          return {
            name: fileName({ source, lane: lane.name, content: `${content}-${window}`, extension }),
            text: text(),
          }
        }}
      />
    </Line>
  )
}

function Line({
  title,
  note = '',
  children,
}: {
  readonly title: string
  readonly note?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <Row apart wrap className="ruled">
      <div>
        {title}
        {note !== '' && (
          <Text as="p" size="small" tone="soft">
            {note}
          </Text>
        )}
      </div>
      <Row wrap>{children}</Row>
    </Row>
  )
}

function ToShare({ comparison, lane, window, pictures }: Properties) {
  const { source } = comparison.trace
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number } | null>(null)
  const stopped = useRef(false)
  const file = (content: string, extension: string): string =>
    fileName({ source, content: `${content}-window-${comparison.limit}`, extension })
  const subject = () => subjectOnScreen(comparison, lane, window)
  const allRequests = async (provider: Provider): Promise<SharedFile | null> => {
    const all = lane.data.turns.length
    stopped.current = false
    const lines: string[] = []
    try {
      for (let turn = 0; turn < all && !stopped.current; turn++) {
        setProgress({ done: turn + 1, all })
        const request = await requestOfTurn(comparison, lane.name, turn, provider)
        lines.push(`${JSON.stringify({ turn, request })}\n`)
      }
    } finally {
      setProgress(null)
    }
    if (stopped.current) return null
    const content = `requests-${provider}-window-${comparison.limit}`
    const name = fileName({ source, lane: lane.name, content, extension: 'jsonl' })
    return { name, text: lines.join('') }
  }
  return (
    <Stack as="section" gap={4} aria-labelledby="take-share">
      <h3 id="take-share">{MORE_TEXT.share}</h3>
      <Line title={MORE_TEXT.report}>
        <CopyText
          what={MORE_TEXT.report}
          text={async () => (await reportFile('', subject())).text}
          kind="json"
          finish={reportOf}
          label={MORE_TEXT.copy}
          name={MORE_TEXT.copyName(MORE_TEXT.report)}
          done={MORE_TEXT.copied}
        />
        <FileButton
          text="MD"
          name={MORE_TEXT.report}
          file={async () => reportFile(file('report', 'md'), subject())}
        />
      </Line>
      <Line title={MORE_TEXT.pageFile} note={MORE_TEXT.pageNote}>
        <FileButton
          text="HTML"
          name={MORE_TEXT.pageFile}
          file={async () => pageFile(file('page', 'html'), subject(), pictures)}
        />
      </Line>
      <Line title={MORE_TEXT.allRequests}>
        {PROVIDERS.map((provider) => (
          <FileButton
            key={provider}
            text={REQUEST_FILE_TEXT.providers[provider]}
            name={MORE_TEXT.allName(REQUEST_FILE_TEXT.providers[provider], lane.label)}
            disabled={progress !== null || lane.data.turns.length === 0}
            file={async () => allRequests(provider)}
          />
        ))}
        {progress !== null && (
          <>
            <Text as="output" size="small" tone="soft" figures>
              {MORE_TEXT.progress(progress.done, progress.all)}
            </Text>
            <Button
              small
              onClick={() => {
                stopped.current = true
              }}
            >
              {MORE_TEXT.cancel}
            </Button>
          </>
        )}
      </Line>
      <p className="note">{MORE_TEXT.shareNote}</p>
    </Stack>
  )
}
