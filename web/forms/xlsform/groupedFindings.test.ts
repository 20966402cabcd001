import { expect, test } from 'vitest'
import { groupedFindings, rowRanges } from './groupedFindings.ts'

const rank = { sheet: 'survey', column: 'type', message: 'There is no question of type “rank” here.' }
const audio = { sheet: 'survey', column: 'type', message: 'There is no question of type “audio” here.' }

test('the same is said once with all its rows, each of them only once, and no row gets lost', () => {
  const findings = [
    { ...rank, row: 9 },
    { ...audio, row: 3 },
    { ...rank, row: 4 },
    { ...rank, row: 4 },
    { ...rank, sheet: 'choices', row: 4 },
    { ...rank, column: 'name', row: 4 },
  ]
  expect(groupedFindings(findings)).toEqual([
    { ...rank, rows: [4, 9] },
    { ...audio, rows: [3] },
    { ...rank, sheet: 'choices', rows: [4] },
    { ...rank, column: 'name', rows: [4] },
  ])
})

test('rows that follow each other are a range', () => {
  expect(rowRanges([2, 4, 5, 7, 8, 9, 10, 12])).toEqual(['2', '4', '5', '7–10', '12'])
  expect(rowRanges([])).toEqual([])
})
