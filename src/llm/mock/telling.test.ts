import { describe, expect, test } from 'vitest'
import { tellingOf } from './telling.ts'

describe('how much a sentence tells of its conversation', () => {
  const sign = (text: string) => Math.sign(tellingOf(text))

  test('MOCK-1 names, figures, known things and who speaks tell of it', () => {
    expect(sign('Then we booked Klara for harp.')).toBe(1)
    expect(sign('Lunch costs 14 crowns.')).toBe(1)
    expect(sign('The tray is below the sink.')).toBe(1)
    expect(sign('I filed it there.')).toBe(1)
  })

  test('MOCK-1 what is so in general, or only perhaps, does not', () => {
    expect(sign('People often forget a lid.')).toBe(-1)
    expect(sign('A tent could help if it rains.')).toBe(-1)
    expect(sign('Is tea nice?')).toBe(-1)
    expect(sign('Tea is nice.')).toBe(0)
  })
})
