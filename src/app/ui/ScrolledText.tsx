import type { ReactNode } from 'react'

/** A text with its own line breaks, in a box that scrolls. */
export function ScrolledText({
  label,
  className,
  children,
}: {
  /** Its accessible name. */
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    // Keys must reach what scrolls, and no other element keeps line breaks.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <pre tabIndex={0} role="group" aria-label={label} className={className}>
      {children}
    </pre>
  )
}
