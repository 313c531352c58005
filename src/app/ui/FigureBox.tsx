import { useEffect, useId, useRef, useState } from 'react'
import { UI_TEXT } from './words.ts'

interface Properties {
  readonly label: string
  /** The current figure, written for people. */
  readonly text: string
  /** The allowed range, in words. */
  readonly allowed: string
  readonly className?: string
  /** The number in a text; null if it is not valid. */
  readonly read: (text: string) => number | null
  /** The next figure up or down, for the arrow keys; `read` checks it. */
  readonly step: (by: 1 | -1) => number | null
  readonly onChange: (value: number) => void
  /** Called with an invalid text, and with null once another is typed. Default: the box shows the error itself. */
  readonly onWrong?: (text: string | null) => void
  readonly disabled?: boolean
}

/** Milliseconds after the last key, so that a number is not run digit by digit. */
const TYPING_REST = 350
/** Milliseconds until the box reports an invalid text: a long number is invalid while it is typed. */
const WRONG_REST = 900

/** An editable figure: reported at rest, with Enter, or on leaving, and only if it is valid. */
export function FigureBox({
  label,
  text,
  allowed,
  className = '',
  read,
  step,
  onChange,
  onWrong,
  disabled = false,
}: Properties) {
  const [typed, setTyped] = useState<string | null>(null)
  /** A rejected text, and the figure that stays instead. */
  const [refused, setRefused] = useState<{ readonly typed: string; readonly text: string } | null>(null)
  const note = useId()
  const waiting = useRef<{ readonly timer: number; readonly value: number } | null>(null)
  const drop = (): void => {
    if (waiting.current !== null) window.clearTimeout(waiting.current.timer)
    waiting.current = null
  }
  const commit = (): void => {
    const value = waiting.current?.value
    drop()
    if (value !== undefined) onChange(value)
    else if (typed !== null && read(typed) === null) {
      if (onWrong) onWrong(typed)
      else setRefused({ typed, text })
    }
  }
  useEffect(() => drop, [])
  const wrong = typed !== null && read(typed) === null
  const says = onWrong === undefined
  useEffect(() => {
    if (!says || !wrong) return undefined
    const timer = window.setTimeout(() => {
      setRefused({ typed, text })
    }, WRONG_REST)
    return () => {
      window.clearTimeout(timer)
    }
  }, [says, wrong, typed, text])
  // Shown until another figure comes, from here or from elsewhere, or is typed into a box beside it.
  const told = refused !== null && refused.text === text ? refused : null
  useEffect(() => {
    if (refused === null) return undefined
    const forget = (): void => {
      setRefused(null)
    }
    document.addEventListener('input', forget)
    return () => {
      document.removeEventListener('input', forget)
    }
  }, [refused])
  const box = (
    <input
      className={`number-box ${className}`}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      aria-invalid={wrong}
      aria-describedby={told === null ? undefined : note}
      title={allowed}
      disabled={disabled}
      value={typed ?? text}
      onFocus={(event) => {
        event.currentTarget.select()
      }}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        onWrong?.(null)
        setRefused(null)
        drop()
        const value = read(next)
        if (value !== null) waiting.current = { timer: window.setTimeout(commit, TYPING_REST), value }
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          commit()
          // An accepted figure is shown in its normal form: `0,5` as 0.5.
          if (!wrong) setTyped(null)
        } else if (event.key === 'Escape') {
          event.preventDefault()
          drop()
          onWrong?.(null)
          setRefused(null)
          setTyped(null)
        } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
          event.preventDefault()
          drop()
          setRefused(null)
          setTyped(null)
          const next = step(event.key === 'ArrowUp' ? 1 : -1)
          if (next !== null) onChange(next)
        }
      }}
      onBlur={() => {
        commit()
        setTyped(null)
      }}
    />
  )
  if (!says) return box
  return (
    <span className="figure-box">
      {box}
      {told !== null && (
        <span id={note} role="alert" className="over small not-taken" ref={keepInSight}>
          {UI_TEXT.notTaken(told.typed.trim(), told.text, allowed)}
        </span>
      )}
    </span>
  )
}

/** Moves a note to the left if it is partly outside the screen. */
function keepInSight(note: HTMLElement | null): void {
  if (note === null) return
  const over = note.getBoundingClientRect().right + 8 - document.documentElement.clientWidth
  if (over > 0) note.style.translate = `${-over}px`
}
