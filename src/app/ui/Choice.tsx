import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import './choice.css'

interface Properties<Option extends string> {
  /** The name of the choice: shown before the options, or for screen readers only. */
  readonly legend?: string
  readonly label?: string
  readonly options: readonly Option[]
  readonly isOn: (option: Option) => boolean
  readonly text: (option: Option) => React.ReactNode
  readonly title?: (option: Option) => string | undefined
  readonly disabled?: boolean
  /** Each option has a frame: any number of them may be on. */
  readonly chips?: boolean
  readonly className?: string
  readonly onPress: (option: Option) => void
}

/** A choice of one or of several: buttons that stay pressed. */
export function Choice<Option extends string>({
  legend,
  label,
  options,
  isOn,
  text,
  title,
  disabled = false,
  chips = false,
  className,
  onPress,
}: Properties<Option>) {
  const kind = chips ? 'choice chips' : 'choice'
  return (
    <fieldset className={className === undefined ? kind : `${kind} ${className}`} aria-label={label}>
      {legend !== undefined && <legend>{legend}</legend>}
      {options.map((option) => (
        <button
          key={option}
          type="button"
          data-option={option}
          aria-pressed={isOn(option)}
          title={title?.(option)}
          disabled={disabled}
          onClick={() => {
            onPress(option)
          }}
        >
          {text(option)}
        </button>
      ))}
    </fieldset>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Tabs: the Tab key stops once, and the arrow keys move between them. */
export function Tabs<Tab extends string>({
  label,
  tabs,
  tab,
  text,
  /** Id of the panel that they change; each tab has that id, a dash and its own name. */
  of,
  onTab,
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly tab: Tab
  readonly text: (tab: Tab) => string
  readonly of: string
  readonly onTab: (tab: Tab) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const step = (event: KeyboardEvent): void => {
    const next = tabs[tabs.indexOf(tab) + (STEPS[event.key] ?? 0)]
    if (next === undefined || next === tab) return
    event.preventDefault()
    onTab(next)
    list.current?.querySelector<HTMLElement>(`#${of}-${next}`)?.focus()
  }
  return (
    <div className="choice" role="tablist" aria-label={label} ref={list}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`${of}-${one}`}
          aria-selected={one === tab}
          aria-controls={of}
          tabIndex={one === tab ? 0 : -1}
          onKeyDown={step}
          onClick={() => {
            onTab(one)
          }}
        >
          {text(one)}
        </button>
      ))}
    </div>
  )
}

/** A checkbox with its label behind it. */
export function Check({
  checked,
  disabled = false,
  title,
  onCheck,
  children,
}: {
  readonly checked: boolean
  readonly disabled?: boolean
  readonly title?: string | undefined
  readonly onCheck: (checked: boolean) => void
  readonly children: React.ReactNode
}) {
  return (
    <label className="check" title={title}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => {
          onCheck(event.currentTarget.checked)
        }}
      />
      {children}
    </label>
  )
}
