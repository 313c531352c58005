import { Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { SHARE_TEXT } from './words.ts'
import type { Review } from './sharing.ts'

const ReviewSecrets = onDemand(async () => (await import('./ReviewSecrets.tsx')).ReviewSecrets)

/**
 * Copies a text of the conversation: at once if nothing in it gives a person or an access away, else after a look at
 * what does.
 */
export function CopyText({
  text,
  what = SHARE_TEXT.text,
  kind = 'text',
  ...button
}: {
  readonly text: string | (() => Promise<string>)
  /** What is copied, as the beginning of a sentence. */
  readonly what?: string
  readonly kind?: 'json' | 'text'
} & Pick<React.ComponentProps<typeof CopyButton>, 'label' | 'name' | 'done' | 'inLine'>) {
  const [review, setReview] = useState<Review | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (review !== null) dialog.current?.showModal()
  }, [review])
  const close = (): void => dialog.current?.close()
  /** @throws if something was found, so that nothing is copied yet */
  const checked = async (): Promise<string> => {
    const { secretsOf } = await import('./sharing.ts')
    const file = { name: what, text: typeof text === 'string' ? text : await text(), kind }
    const found = secretsOf(file)
    if (found.length === 0) return file.text
    setReview({ file, found })
    throw new Error('it is shown first')
  }
  return (
    <>
      <CopyButton {...button} text={checked} />
      {review !== null &&
        createPortal(
          <dialog
            ref={dialog}
            className="over copy-review"
            aria-labelledby="review-secrets"
            onClose={() => {
              setReview(null)
            }}
          >
            <Suspense>
              <ReviewSecrets
                review={review}
                by="copy"
                leave={(left) => {
                  void navigator.clipboard.writeText(left)
                }}
                onDone={close}
              />
            </Suspense>
          </dialog>,
          document.body,
        )}
    </>
  )
}
