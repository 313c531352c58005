import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react'
import './box.css'

/** What a box may look like: each a step of the page's scales, none a number of its own. */
interface Look {
  /** Pixels between the parts; 8 by default. */
  readonly gap?: 0 | 4 | 12 | 24
  /** Goes on in a further line where there is no room. */
  readonly wrap?: boolean
  /** How the parts of a row stand to each other; by default on one middle. */
  readonly align?: 'baseline' | 'top'
  /** The first at one end, the last at the other. */
  readonly apart?: boolean
  readonly size?: 'small' | 'tiny' | 'large'
  readonly tone?: 'soft' | 'loss' | 'accent'
  readonly strong?: boolean
  /** One line, which ends in dots where it does not fit. */
  readonly clip?: boolean
  /** Figures of one width, not broken. */
  readonly figures?: boolean
  readonly className?: string | undefined
}

type BoxProperties<Tag extends ElementType> = Look & { readonly as?: Tag } & Omit<
    ComponentPropsWithRef<Tag>,
    keyof Look | 'as'
  >

function Box({
  as: Tag,
  base,
  gap,
  wrap,
  align,
  apart,
  size,
  tone,
  strong,
  clip,
  figures,
  className,
  ...others
}: Look & { readonly as: ElementType; readonly base: string }): ReactNode {
  const names = [
    base,
    gap !== undefined && `gap-${gap}`,
    wrap && 'wraps',
    align && `on-${align}`,
    apart && 'apart',
    size,
    tone,
    strong && 'strong',
    clip && 'clip',
    figures && 'figures-of-one-width',
    className,
  ]
  return <Tag className={names.filter(Boolean).join(' ')} {...others} />
}

/** Things beside each other. */
export function Row<Tag extends ElementType = 'div'>({ as, ...others }: BoxProperties<Tag>): ReactNode {
  return <Box as={as ?? 'div'} base="row" {...others} />
}

/** Things below each other. */
export function Stack<Tag extends ElementType = 'div'>({ as, ...others }: BoxProperties<Tag>): ReactNode {
  return <Box as={as ?? 'div'} base="stack" {...others} />
}

/** Words of one size and tone. */
export function Text<Tag extends ElementType = 'span'>({ as, ...others }: BoxProperties<Tag>): ReactNode {
  return <Box as={as ?? 'span'} base="" {...others} />
}
