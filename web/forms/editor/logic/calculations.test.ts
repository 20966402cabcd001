import { expect, test } from 'vitest'
import { checkExpression } from '#shared/forms/expressions/checkExpression.ts'
import { calculationNames, calculations, readCalculation } from './calculations.ts'

test.each(calculationNames)('%s is an expression without faults, and is recognized again', name => {
  const names = ['first', 'second'].slice(0, calculations[name].least)
  const source = calculations[name].write(names)
  const surroundings = { typeOf: () => 'any' as const, hasSelf: false, attributes: null }
  expect(checkExpression(source, surroundings)).toEqual([])
  expect(readCalculation(source)).toEqual({ name, names })
})

test('sums and means take as many answers as wanted', () => {
  for (const name of ['sum', 'mean', 'product'] as const)
    expect(readCalculation(calculations[name].write(['a', 'b', 'c', 'd']))).toEqual({
      name,
      names: ['a', 'b', 'c', 'd'],
    })
})

test('what was written otherwise is left as it is', () => {
  for (const source of ['${a}', '${a} + 1', '${a} +', 'today()', '${a} - ${b} - ${c}'])
    expect(readCalculation(source), source).toBeUndefined()
})
