import { fileName } from '../../../view/index.ts'
import { CopyText } from '../share/CopyText.tsx'
import { FileButton } from '../share/FileButton.tsx'
import type { SharedFile } from '../share/sharing.ts'
import { stillSvg, wellFormed } from './still.ts'
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
  empty: 'there is nothing to draw',
})

/** Downloads a picture, or copies it as an image: always in the light theme, 16 by 9, with its title and source. */
export function PictureButtons({
  name,
  make,
  subject,
}: {
  /** Of the picture, for the names of the buttons. */
  readonly name: string
  readonly make: MakeStill
  /** What is on the screen, read when a button is pressed. */
  readonly subject: () => StillSubject
}) {
  const made = async (extension: string): Promise<SharedFile> => {
    const about = subject()
    const still = await make(about)
    if (still === null) throw new Error(PICTURE_FILE_TEXT.empty)
    const { source } = about.comparison.trace
    const { content, lane } = still
    return {
      text: stillSvg(still, about),
      name: fileName({
        source,
        ...(lane !== undefined && { lane: lane.name }),
        content: `${content}-window-${about.comparison.limit}`,
        extension,
      }),
      finish: extension === 'svg' ? wellFormed : pngOf,
    }
  }
  return (
    <>
      <FileButton
        text={PICTURE_FILE_TEXT.svg}
        name={PICTURE_FILE_TEXT.svgName(name)}
        file={async () => made('svg')}
      />
      <FileButton
        text={PICTURE_FILE_TEXT.png}
        name={PICTURE_FILE_TEXT.pngName(name)}
        file={async () => made('png')}
      />
      <CopyText
        text={async () => (await made('png')).text}
        finish={pngOf}
        type="image/png"
        what={name}
        label={PICTURE_FILE_TEXT.copy}
        name={PICTURE_FILE_TEXT.copyName(name)}
        done={PICTURE_FILE_TEXT.copied}
      />
    </>
  )
}

async function pngOf(svg: string): Promise<Blob> {
  return (await import('./png.ts')).pngOf(wellFormed(svg))
}
