import { Fragment } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { UI_TEXT } from './words.ts'
import { Button } from './Button.tsx'
import { Row } from './Box.tsx'
import './table.css'

/** A column of a table: its heading, and the content of its cells. */
export interface Column<Row> {
  /** Unique among the columns. */
  readonly key: string
  readonly head: ReactNode
  /** The tooltip of the heading. */
  readonly title?: string | undefined
  /** Figures are aligned right. */
  readonly number?: boolean
  readonly width?: string | number
  /** Its cells are row headings. */
  readonly names?: boolean
  /** Where rows are stacked, each cell begins with the heading. */
  readonly says?: boolean
  /** Class of the heading and the cells. */
  readonly look?: string
  /** Class of the cells. */
  readonly mark?: string | ((row: Row) => string | undefined)
  readonly cell: (row: Row) => ReactNode
  /** More attributes of a cell, such as `title` and `data-…`. */
  readonly about?: (row: Row) => Attributes
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

interface Properties<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly className?: string | undefined
  readonly style?: CSSProperties
  /** Read by screen readers. */
  readonly caption?: string
  readonly label?: string
  /** Attributes of a row, such as `className` and `data-…`. */
  readonly rowAbout?: (row: Row) => Attributes
  /** Shown below a row across all columns, with the class of that line; null for nothing. */
  readonly below?: (row: Row) => ReactNode
  readonly belowLook?: string
  /** Additional rows: before and after the others, and in the foot. */
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly foot?: ReactNode
}

let headings = 0

/** Gives a table without a name of its own the heading before it, or the name of its section. */
export function namedBySection(table: HTMLTableElement | null): void {
  if (table === null || table.caption !== null || table.ariaLabel !== null) return
  for (let at: Element | null = table; at !== null; at = at.parentElement) {
    let heading = at.previousElementSibling
    while (heading !== null && !heading.matches('h3, h4, h5, summary'))
      heading = heading.previousElementSibling
    if (heading?.id === '') heading.id = `heading-${++headings}`
    const name = heading?.id ?? at.getAttribute('aria-labelledby')
    if (name === null) continue
    table.setAttribute('aria-labelledby', name)
    return
  }
}

/** A table declared by its columns. */
export function Table<Row>({
  columns,
  rows,
  keyOf,
  className,
  style,
  caption,
  label,
  rowAbout,
  below,
  belowLook,
  before,
  after,
  foot,
}: Properties<Row>) {
  return (
    <table ref={namedBySection} className={className} style={style} aria-label={label}>
      {caption !== undefined && <caption className="unseen">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ key, head, title, number, width, look }) => (
            <th
              key={key}
              scope="col"
              className={classOf(number && 'number', look)}
              style={{ width }}
              title={title}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {before}
        {rows.map((row) => {
          const detail = below?.(row) ?? null
          return (
            <Fragment key={keyOf(row)}>
              <tr {...rowAbout?.(row)}>
                {columns.map(({ key, head, number, names, says, look, mark, cell, about }) => {
                  const Cell = names ? 'th' : 'td'
                  const marked = typeof mark === 'function' ? mark(row) : mark
                  return (
                    <Cell
                      key={key}
                      scope={names ? 'row' : undefined}
                      className={classOf(number && 'number', look, marked)}
                      {...about?.(row)}
                    >
                      {says && <span className="narrow-only">{head} </span>}
                      {cell(row)}
                    </Cell>
                  )
                })}
              </tr>
              {detail !== null && detail !== false && (
                <tr className={belowLook}>
                  <td colSpan={columns.length}>{detail}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
        {after}
      </tbody>
      {foot !== undefined && <tfoot>{foot}</tfoot>}
    </table>
  )
}

function classOf(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}

/** The rows of a page. */
export function pageOf<Row>(rows: readonly Row[], size: number, wanted: number) {
  const last = Math.max(0, Math.ceil(rows.length / size) - 1)
  const page = Math.min(wanted, last)
  return { page, last, shown: rows.slice(page * size, (page + 1) * size) }
}

/** Buttons for the pages of a table; nothing if there is only one. */
export function Pages({
  page,
  last,
  go,
  children,
}: {
  readonly page: number
  readonly last: number
  readonly go: (page: number) => void
  /** Which rows are shown, in words. */
  readonly children: ReactNode
}) {
  if (last === 0) return null
  const steps = [
    { text: UI_TEXT.firstPage, to: 0 },
    { text: UI_TEXT.pageBefore, to: page - 1 },
    { text: UI_TEXT.nextPage, to: page + 1 },
    { text: UI_TEXT.lastPage, to: last },
  ]
  return (
    <Row as="p" gap={4} wrap size="small" tone="soft" className="pages">
      {steps.map(({ text, to }) => (
        <Button
          kind="quiet"
          key={text}
          disabled={to === page || to < 0 || to > last}
          onClick={() => {
            go(to)
          }}
        >
          {text}
        </Button>
      ))}
      <span aria-live="polite">{children}</span>
    </Row>
  )
}
