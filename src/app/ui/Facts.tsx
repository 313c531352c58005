import type { ReactNode } from 'react'
import './facts.css'

/** Names with their values, each a `Fact`. */
export function Facts({
  label,
  inLine = false,
  className,
  children,
}: {
  readonly label?: string
  /** In one line instead of two columns. */
  readonly inLine?: boolean
  readonly className?: string
  readonly children: ReactNode
}) {
  const names = ['facts', inLine && 'in-line', className]
  return (
    <dl className={names.filter(Boolean).join(' ')} aria-label={label}>
      {children}
    </dl>
  )
}

export function Fact({
  name,
  title,
  className,
  children,
}: {
  readonly name: ReactNode
  readonly className?: string
  readonly title?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div title={title} className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
