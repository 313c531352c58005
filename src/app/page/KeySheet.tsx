import { useEffect, useRef } from 'react'
import { setLetters, useLetters } from '../store/look/letters.ts'
import KEYS from './key-words.json' with { type: 'json' }
import { UI_TEXT } from '../ui/words.ts'
import { WORDS } from './words.ts'
import { Button } from '../ui/Button.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'

/** The page's keys, in a dialog. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  const letters = useLetters()
  useEffect(() => {
    ref.current?.showModal()
    // Not its first link, which is at its end, and was scrolled to.
    ref.current?.focus()
    ref.current?.scrollTo(0, 0)
  }, [])
  return (
    <dialog ref={ref} tabIndex={-1} className="over key-sheet" aria-labelledby="keys" onClose={onClose}>
      <h2 id="keys">{WORDS.keys}</h2>
      <div className="columns">
        {KEYS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <Facts>
              {keys.map(({ names, meaning }) => (
                <Fact key={names} name={<kbd>{names}</kbd>}>
                  {meaning}
                </Fact>
              ))}
            </Facts>
          </section>
        ))}
      </div>
      <label>
        <input
          type="checkbox"
          checked={letters}
          onChange={(event) => {
            setLetters(event.currentTarget.checked)
          }}
        />{' '}
        {WORDS.letters}
      </label>
      <p className="note">
        {WORDS.licence}{' '}
        <a className="link" href="./third-party-licences.txt">
          {WORDS.licences}
        </a>
      </p>
      <form method="dialog">
        <Button type="submit">{UI_TEXT.close}</Button>
      </form>
    </dialog>
  )
}
