import { expect, test } from 'vitest'
import { processorTime } from '#testing/processorTime.ts'
import { withChanges } from './registerRows.ts'

const of = (...names: string[]) => names.map((name, id) => ({ id, name }))
const shown = (names: { name: string }[]) => names.map(({ name }) => name)

test('what came stands in its place, what changed moves, what is gone is gone', () => {
  const before = of('Ewe 1', 'Ewe 2', 'Ewe 10', 'Ram')
  const changes = [
    { id: 9, name: 'Ewe 9' },
    { id: 0, name: 'Zora' },
    { id: 1, name: '' },
    { id: 8, name: 'Ágnes' },
  ]
  expect(shown(withChanges(before, changes, 'en'))).toEqual(['Ágnes', 'Ewe 9', 'Ewe 10', 'Ram', 'Zora'])
  expect(shown(before)).toEqual(['Ewe 1', 'Ewe 2', 'Ewe 10', 'Ram'])
})

test('names in no order come into theirs', () => {
  expect(shown(withChanges([], of('b', 'a 10', 'a 9'), 'en'))).toEqual(['a 9', 'a 10', 'b'])
  expect(withChanges(of('a'), [], 'en')).toEqual(of('a'))
})

test('a change among fifty thousand names sorts none of the others', () => {
  const many = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `Ewe ${id}` }))
  const began = processorTime()
  const changed = withChanges(many, [{ id: 70_000, name: 'Ewe 24999 b' }], 'en')
  expect(changed[25_000]?.id).toBe(70_000)
  expect(changed).toHaveLength(50_001)
  // Sorting all of them takes a second and more.
  expect(processorTime() - began).toBeLessThan(500)
})
