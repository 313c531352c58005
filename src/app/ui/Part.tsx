import { X } from 'lucide-react'
import { Component, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { PART_TEXT, UI_TEXT } from './words.ts'
import { forgetFailures, LoadFailure } from './on-demand.tsx'
import { reloadPage, rescued } from './rescue.ts'
import { Button } from './Button.tsx'
import { Row } from './Box.tsx'
import './part.css'

interface Guarded {
  /** With another value among these the part tries again by itself. */
  readonly of: readonly unknown[]
  readonly renderFailed: (reason: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface Failed {
  readonly failure: { readonly reason: unknown } | null
  readonly of: readonly unknown[]
}

/** Shows something else in place of what throws, be it while it is drawn or in its effects. */
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
  /** What it is called where it fails. */
  readonly name: string
  /** Of its heading, where something leads to it. */
  readonly id?: string
  /** Shown until its code is there. */
  readonly fallback?: ReactNode
  /** What it is about: with something else it tries again by itself. */
  readonly of?: readonly unknown[]
  /** Closes it, where it can be closed from inside alone. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/** A part of the page that fails alone: what throws in it, or does not load, is said in its place. */
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
  useEffect(() => {
    if (!notLoaded) return undefined
    window.addEventListener('online', onRetry)
    return () => {
      window.removeEventListener('online', onRetry)
    }
  }, [notLoaded, onRetry])
  return (
    <section className="part-failed callout is-bad small" role="alert">
      <p id={id}>
        <strong>{notLoaded ? PART_TEXT.notLoaded(name) : PART_TEXT.broke(name)}</strong>{' '}
        {notLoaded ? PART_TEXT.whyNotLoaded : PART_TEXT.whyBroke(messageOf(reason))}
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

/** Loads the page again, and keeps before what would be lost. */
export function ReloadButton() {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <Button
        title={rescued().length > 0 ? PART_TEXT.reloadKeepsTitle : PART_TEXT.reloadTitle}
        onClick={() => {
          reloadPage().catch((failure: unknown) => {
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
