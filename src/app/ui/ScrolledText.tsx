import type { ReactNode } from 'react'

/** A text with its own line breaks, in a box that scrolls. */
export function ScrolledText({
  label,
  className,
  children,
}: {
  /** Its accessible name. */
  readonly label?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <pre tabIndex={0} aria-label={label} className={className}>
      {children}
    </pre>
  )
}
