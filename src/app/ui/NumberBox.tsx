import { useState } from 'react'

interface Properties {
  readonly label: string
  readonly value: number | null
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly className?: string
  readonly onChange: (value: number) => void
}

/** A number that is handed on as soon as it is valid; what is half typed stays in the box. */
export function NumberBox({ label, value, min, max, step = 1, className = '', onChange }: Properties) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === null ? '' : String(value))
  const wrong = typed !== null && !isValid(Number(typed), typed, min, max)
  return (
    <input
      className={`number-box ${className}`}
      type="number"
      inputMode="numeric"
      aria-label={label}
      aria-invalid={wrong}
      min={min}
      max={max}
      step={step}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        if (isValid(Number(next), next, min, max)) onChange(Number(next))
      }}
      onBlur={() => {
        setTyped(null)
      }}
    />
  )
}

function isValid(value: number, text: string, min: number, max: number): boolean {
  return text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max
}
