import { expect, test } from 'vitest'
import { findByMark } from './registerRows.ts'

const bella = { id: 1, name: 'Bella', mark: 'HU 30-1234', marks: ['348 0123 4567'] }
const herd = [bella, { id: 2, name: 'Twin', mark: 'A 1' }, { id: 3, name: 'Twin', mark: 'A-1' }]

test('a tag, with and without what separates it, and a name each find the one animal that has it', () => {
  for (const read of ['HU 30-1234', 'hu301234', 'bella', ' HU 301234 ', '34801234567'])
    expect(findByMark(herd, read), read).toBe(bella)
})

test('what two have picks neither, nor does a part of a mark', () => {
  for (const read of ['A1', 'Twin', 'HU 30', '', ' ']) expect(findByMark(herd, read), read).toBeUndefined()
})
