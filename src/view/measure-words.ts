import type { BlockType, Measure } from '../engine/index.ts'
import { counted, decimal, whole } from './format.ts'
import { TYPE_LABELS } from './words.ts'

/** What a signal measured, in words for a narrow column; '' where there was nothing to measure. */
export function measured(measure: Measure | null, type: BlockType | undefined): string {
  if (measure === null) return ''
  const { of, figure, full } = measure
  switch (of) {
    case 'age':
      return full === null ? `${counted(figure, 'turn')} old` : `${whole(figure)} of ${counted(full, 'turn')}`
    case 'idle':
      return figure === 0 ? 'used this turn' : `idle ${counted(figure, 'turn')}`
    case 'unused':
      return `unused ${counted(figure, 'turn')}`
    case 'uses':
      return figure === 0 ? 'never used' : `used in ${counted(figure, 'turn')}`
    case 'cosine':
      return `cosine ${decimal(figure)}`
    case 'tokens':
      return counted(figure, 'token')
    case 'type':
      return type === undefined ? '' : TYPE_LABELS[type]
    case 'mark':
      return figure > 0 ? 'marked' : 'not marked'
  }
}
