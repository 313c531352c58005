import { CopyButton } from '../../ui/CopyButton.tsx'
import { copied } from './leave.ts'
import type { SharedFile } from './sharing.ts'
import { SHARE_TEXT } from './words.ts'

/** Copies a text: at once if nothing in it gives a person or an access away, else after a look at what does. */
export function CopyText({
  text,
  what = SHARE_TEXT.text,
  kind = 'text',
  finish,
  ...button
}: {
  readonly text: string | (() => string | Promise<string>)
  /** What is copied, as the beginning of a sentence. */
  readonly what?: string
  readonly kind?: 'json' | 'text'
  readonly finish?: SharedFile['finish']
} & Omit<React.ComponentProps<typeof CopyButton>, 'text'>) {
  return (
    <CopyButton
      {...button}
      text={async () =>
        copied({
          name: what,
          text: typeof text === 'string' ? text : await text(),
          kind,
          ...(finish !== undefined && { finish }),
        })
      }
    />
  )
}
