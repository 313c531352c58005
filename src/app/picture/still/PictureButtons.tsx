import { useState } from 'react'
import { fileName } from '../../../view/index.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { download } from '../../ui/download.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { Text } from '../../ui/Box.tsx'
import { stillSvg } from './still.ts'
import type { Still, StillSubject } from './still.ts'

/** Makes a picture when it is asked for; null if there is nothing to draw. */
export type MakeStill = (subject: StillSubject) => Promise<Still | null>

const PICTURE_FILE_TEXT = Object.freeze({
  svg: 'SVG',
  png: 'PNG',
  copy: 'Copy',
  copied: 'Copied',
  svgName: (picture: string) => `${picture} as SVG`,
  pngName: (picture: string) => `${picture} as PNG`,
  copyName: (picture: string) => `Copy ${picture} as an image`,
  empty: 'There is nothing to draw.',
  failed: (why: string) => `The picture could not be made: ${why}`,
})

/** Downloads a picture, or copies it as an image: always in the light theme, 16 by 9, with its title and source. */
export function PictureButtons({
  name,
  make,
  subject,
  kind = 'plain',
}: {
  /** Of the picture, for the names of the buttons. */
  readonly name: string
  readonly make: MakeStill
  /** What is on the screen, read when a button is pressed. */
  readonly subject: () => StillSubject
  readonly kind?: 'plain' | 'quiet'
}) {
  const [said, setSaid] = useState('')
  const made = async (): Promise<{ svg: string; file: (extension: string) => string }> => {
    setSaid('')
    try {
      const about = subject()
      const still = await make(about)
      if (still === null) throw new NothingToDraw(PICTURE_FILE_TEXT.empty)
      const { source } = about.comparison.trace
      const { content, lane } = still
      return {
        svg: stillSvg(still, about),
        file: (extension) =>
          fileName({
            source,
            ...(lane !== undefined && { lane: lane.name }),
            content: `${content}-window-${about.comparison.limit}`,
            extension,
          }),
      }
    } catch (failure) {
      setSaid(
        failure instanceof NothingToDraw
          ? failure.message
          : PICTURE_FILE_TEXT.failed(failure instanceof Error ? failure.message : String(failure)),
      )
      throw failure
    }
  }
  const png = async (svg: string): Promise<Blob> => (await import('./png.ts')).pngOf(svg)
  return (
    <>
      <FileButton
        kind={kind}
        text={PICTURE_FILE_TEXT.svg}
        name={PICTURE_FILE_TEXT.svgName(name)}
        onClick={() => {
          made().then(
            ({ svg, file }) => download(file('svg'), svg),
            () => undefined,
          )
        }}
      />
      <FileButton
        kind={kind}
        text={PICTURE_FILE_TEXT.png}
        name={PICTURE_FILE_TEXT.pngName(name)}
        onClick={() => {
          made()
            .then(async ({ svg, file }) => download(file('png'), await png(svg)))
            .catch((failure: unknown) => {
              setSaid((before) => before || PICTURE_FILE_TEXT.failed(String(failure)))
            })
        }}
      />
      {kind === 'plain' && (
        <CopyButton
          text={async () => png((await made()).svg)}
          type="image/png"
          label={PICTURE_FILE_TEXT.copy}
          name={PICTURE_FILE_TEXT.copyName(name)}
          done={PICTURE_FILE_TEXT.copied}
        />
      )}
      {said !== '' && (
        <Text as="span" size="small" className="loss" role="alert">
          {said}
        </Text>
      )}
    </>
  )
}

class NothingToDraw extends Error {}
