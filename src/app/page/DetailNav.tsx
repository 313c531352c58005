import { DETAIL_TEXT } from './detail-words.ts'
import { jumpTo } from './jump.ts'
import './detail.css'

const SECTIONS = Object.entries(DETAIL_TEXT.names)

/** Leads to the panels of the lane in detail, which are many screens long. */
export function DetailNav() {
  return (
    <nav className="detail-nav" aria-label={DETAIL_TEXT.sections}>
      {SECTIONS.map(([id, name]) => (
        <button
          key={id}
          type="button"
          className="quiet"
          onClick={() => {
            jumpTo(
              () => document.getElementById(id)?.closest('section'),
              () => document.querySelector('.details .later') === null,
            )
          }}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
