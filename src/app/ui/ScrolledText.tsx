import type { ReactNode } from 'react'

/** A text as it was written, in a box of its own that scrolls. */
export function ScrolledText({
  label,
  className,
  children,
}: {
  /** What it is, for who does not see where it stands. */
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
