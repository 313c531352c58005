import { FORMAT_LABELS } from './shown.ts'

/** Every format that can be chosen. */
export function Formats() {
  return Object.entries(FORMAT_LABELS).map(([name, label]) => (
    <option key={name} value={name}>
      {label}
    </option>
  ))
}
