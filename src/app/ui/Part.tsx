import { X } from 'lucide-react'
import { Component, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { PART_TEXT, UI_TEXT } from './words.ts'
import { forgetFailures, LoadFailure } from './on-demand.tsx'
import { reloadPage, rescued } from './rescue.ts'
import { Button } from './Button.tsx'
import { Row } from './Box.tsx'
import { hasNewVersion } from './version.ts'
import './part.css'

interface Guarded {
  /** If one of these values changes, the part tries again. */
  readonly of: readonly unknown[]
  readonly renderFailed: (reason: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface Failed {
  readonly failure: { readonly reason: unknown } | null
  readonly of: readonly unknown[]
}

/** Shows a fallback for a part that throws during rendering or in its effects. */
export class Boundary extends Component<Guarded, Failed> {
  override readonly state: Failed = { failure: null, of: this.props.of }

  static getDerivedStateFromError(reason: unknown): Partial<Failed> {
    return { failure: { reason } }
  }

  static getDerivedStateFromProps({ of }: Guarded, state: Failed): Partial<Failed> | null {
    return of.every((one, place) => Object.is(one, state.of[place])) ? null : { failure: null, of }
  }

  private readonly retry = (): void => {
    forgetFailures()
    this.setState({ failure: null })
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === null ? this.props.children : this.props.renderFailed(failure.reason, this.retry)
  }
}

interface Properties {
  /** Its name in the message about a failure. */
  readonly name: string
  /** Id of its heading, if something links to it. */
  readonly id?: string
  /** Shown until its code is loaded. */
  readonly fallback?: ReactNode
  /** Its subject: with another one it tries again. */
  readonly of?: readonly unknown[]
  /** Closes it, if it has no other way to close. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/** A part of the page that fails alone: if it throws or does not load, a message is shown in its place. */
export function Part({ name, id, fallback = null, of = [], onClose, children }: Properties) {
  return (
    <Boundary
      of={of}
      renderFailed={(reason, retry) => (
        <PartFailed
          name={name}
          reason={reason}
          onRetry={retry}
          {...(id === undefined ? {} : { id })}
          {...(onClose === undefined ? {} : { onClose })}
        />
      )}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

function PartFailed({
  name,
  id,
  reason,
  onRetry,
  onClose,
}: Pick<Properties, 'name' | 'id' | 'onClose'> & {
  readonly reason: unknown
  readonly onRetry: () => void
}) {
  const notLoaded = reason instanceof LoadFailure
  const [newer, setNewer] = useState(false)
  useEffect(() => {
    if (!notLoaded) return undefined
    void hasNewVersion().then(setNewer)
    window.addEventListener('online', onRetry)
    return () => {
      window.removeEventListener('online', onRetry)
    }
  }, [notLoaded, onRetry])
  return (
    <section className="part-failed callout is-bad small" role="alert">
      <p id={id}>
        <strong>{notLoaded ? PART_TEXT.notLoaded(name) : PART_TEXT.broke(name)}</strong>{' '}
        {notLoaded
          ? newer
            ? PART_TEXT.newer
            : PART_TEXT.whyNotLoaded
          : PART_TEXT.whyBroke(messageOf(reason))}
      </p>
      <Row as="p" wrap>
        <Button onClick={onRetry}>{UI_TEXT.tryAgain}</Button>
        <ReloadButton />
        {onClose !== undefined && (
          <Button kind="icon" label={UI_TEXT.close} onClick={onClose}>
            <X size={16} aria-hidden="true" />
          </Button>
        )}
      </Row>
    </section>
  )
}

/** Reloads the page, after saving what would be lost, and after what `before` does. */
export function ReloadButton({ before }: { readonly before?: () => Promise<void> }) {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <Button
        title={rescued().length > 0 ? PART_TEXT.reloadKeepsTitle : PART_TEXT.reloadTitle}
        onClick={() => {
          reloadPage(before).catch((failure: unknown) => {
            setProblem(messageOf(failure))
          })
        }}
      >
        {PART_TEXT.reload}
      </Button>
      {problem !== null && <span className="loss">{PART_TEXT.notKept(problem)}</span>}
    </>
  )
}

export function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
