import { expect, test } from 'vitest'
import { filenameOf, keptFilename } from './filename.ts'

const bytes = (text: string) => new TextEncoder().encode(text).length

test('a file is called what every system takes', () => {
  expect(filenameOf('Barn: "A/B"?', '.pdf')).toBe('Barn A B.pdf')
  expect(filenameOf('..\\..\\etc\u202efdp', '.xlsx')).toBe('etc fdp.xlsx')
  expect(filenameOf('???', '.csv')).toBe('file.csv')
  expect(filenameOf('half \ud83d', '.csv')).toBe('half \ufffd.csv')
})

test('a long name keeps its ending and whole characters', () => {
  for (const sign of ['ő', '牛', '🐄', '👩‍🌾', 'ग्रा', 'e\u0301']) {
    const name = filenameOf(sign.repeat(300), ' 2026-11-28.xlsx')
    expect(bytes(name)).toBeLessThanOrEqual(240)
    expect(bytes(name)).toBeGreaterThan(190)
    expect(name.replaceAll(sign, '')).toBe(' 2026-11-28.xlsx')
    const kept = keptFilename(`${sign.repeat(300)}.jpeg`)
    expect(bytes(kept)).toBeLessThanOrEqual(240)
    expect(kept.replaceAll(sign, '')).toBe('.jpeg')
  }
  expect(keptFilename('Photo 1.JPG')).toBe('Photo 1.JPG')
})
