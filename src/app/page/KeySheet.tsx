import { useEffect, useRef } from 'react'
import { KEYS } from './key-words.ts'
import { UI_TEXT } from '../ui/words.ts'
import { WORDS } from './words.ts'

/** The page's keys, in a dialog. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  return (
    <dialog ref={ref} className="key-sheet" aria-labelledby="keys" onClose={onClose}>
      <h2 id="keys">{WORDS.keys}</h2>
      <div className="key-groups">
        {KEYS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([names, meaning]) => (
                <div key={names}>
                  <dt>
                    <kbd>{names}</kbd>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <form method="dialog">
        <button type="submit" className="plain">
          {UI_TEXT.close}
        </button>
      </form>
    </dialog>
  )
}
