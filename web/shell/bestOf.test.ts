import { expect, test } from 'vitest'
import { bestOf } from './bestOf.ts'

const barns = ['Old barn', 'Rebarn', 'Barn 1', 'Árpád', 'Barn 2']
const find = (text: string) => bestOf(barns, text, name => [name])

test('what begins as it was typed comes first, then what has a word that does', () => {
  expect(find('bar')).toEqual(['Barn 1', 'Barn 2', 'Old barn', 'Rebarn'])
  expect(find('barn 2')).toEqual(['Barn 2'])
  expect(find('ARPAD')).toEqual(['Árpád'])
  expect(find('  ')).toEqual([])
  expect(find('cow')).toEqual([])
})

test('of many only five are offered', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `Ewe ${index}`)
  expect(bestOf(many, 'ewe', name => [name])).toHaveLength(5)
})

test('what is nearly what was typed comes after what is just that', () => {
  const rows = [
    { name: 'Bella' },
    { name: 'Belinda' },
    { name: 'Große Weide' },
    { name: 'Barn' },
    { name: 'Quarantäne' },
  ]
  const names = (text: string) => bestOf(rows, text, ({ name }) => [name]).map(({ name }) => name)
  expect(names('Belal')).toEqual(['Bella'])
  expect(names('quarntane')).toEqual(['Quarantäne'])
  expect(names('grose weide')).toEqual(['Große Weide'])
  expect(names('bella')).toEqual(['Bella'])
  expect(names('bran')).toEqual([])
  expect(names('xyzzy')).toEqual([])
})
