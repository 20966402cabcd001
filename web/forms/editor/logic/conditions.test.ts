import { expect, test } from 'vitest'
import { isAlways, readConditions, writeConditions } from './conditions.ts'

test('what can be picked is read and written back the same', () => {
  for (const source of [
    "${lame} = 'yes'",
    "${lame} != 'yes' and ${age} >= 18",
    "${a} = '' or ${b} != '' or ${c} < -2.5",
    "selected(${signs}, 'cough')",
    "not(selected(${signs}, 'cough'))",
    "contains(${remark}, 'wet')",
    '${seen} <= today()',
    "${seen} > date('2026-01-31')",
    '. >= 5 and . <= ${most}',
    'count(${cows}) > 3',
    'region = ${region}',
    'selected(${wanted}, name)',
    'not(selected(${wanted}, name))',
  ]) {
    const conditions = readConditions(source)
    expect(conditions, source).not.toBeNull()
    expect(conditions && writeConditions(conditions)).toBe(source)
  }
})

test('whether all or any must hold is told apart', () => {
  expect(readConditions("${a} = '1' and ${b} = '2'")).toMatchObject({ all: true, conditions: [{}, {}] })
  expect(readConditions("${a} = '1' or ${b} = '2'")).toMatchObject({ all: false, conditions: [{}, {}] })
})

test('what says more than can be picked stays an expression', () => {
  for (const source of [
    '${a} + 1 > 3',
    "(${a} = '1' and ${b} = '2') or ${c} = '3'",
    'if(${a} > 1, 2, 3) = 2',
    "${last-saved#a} = '1'",
    "not(${a} = '1')",
    "regex(., '^[0-9]+$')",
    "'a' = ${a}",
    "${a} < ''",
    '${a} =',
    '',
  ])
    expect(readConditions(source), source).toBeNull()
})

test('no condition is no expression, and one that lost its partner stands alone', () => {
  expect(writeConditions({ all: true, conditions: [] })).toBeUndefined()
  const both = readConditions("${a} = '1' or ${b} = '2'")
  expect(writeConditions({ all: false, conditions: both?.conditions.slice(1) ?? [] })).toBe("${b} = '2'")
})

test('what always holds is known however it is written', () => {
  expect(isAlways('true()')).toBe(true)
  expect(isAlways(' true( ) ')).toBe(true)
  expect(isAlways("${lame} = 'true()'")).toBe(false)
})
