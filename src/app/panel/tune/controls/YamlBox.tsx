import { useState } from 'react'
import { valueIn } from '../../../store/choice/by-hand.ts'
import { SETTINGS_TEXT } from './words.ts'
import { useBench } from './bench.ts'
import type { ControlProperties } from './bench.ts'
import { inYaml } from './figure.ts'

/**
 * A setting without a control of its own is written as YAML on one line, and checked by the rules of the whole config.
 */
export function YamlBox({
  line,
  value,
  set,
  onWrong,
  label,
}: ControlProperties & { readonly label: string }) {
  const { declarations, usable } = useBench()
  const shown = value === null || value === undefined ? '' : inYaml(value)
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const tell = (message: string | null): void => {
    setWrong(message !== null)
    onWrong(message)
  }
  const commit = (): void => {
    if (typed === null || typed === shown) {
      setTyped(null)
      tell(null)
      return
    }
    const text = line.path.map((key, depth) => `${'  '.repeat(depth)}${key}:`).join('\n')
    const { config, problems } = declarations.parseConfig(`${text} ${typed}\n`)
    const fault = problems.find(({ severity }) => severity === 'error')
    if (config === null || fault !== undefined) {
      tell(fault?.message ?? SETTINGS_TEXT.unreadable)
      return
    }
    tell(null)
    setTyped(null)
    set(valueIn(config, line.path))
  }
  return (
    <input
      className="yaml-box"
      type="text"
      aria-label={label}
      aria-invalid={wrong}
      spellCheck={false}
      autoComplete="off"
      disabled={!usable}
      placeholder={SETTINGS_TEXT.policy}
      value={typed ?? shown}
      title={typed ?? shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        else if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation()
          setTyped(null)
          tell(null)
        }
      }}
    />
  )
}
