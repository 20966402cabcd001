import { expect, test } from 'vitest'
import { actorOf } from './actor.ts'
import { isWithin, placeKeys, type Reach } from './reach.ts'
import { roles } from './roles.ts'

const barn: Reach = { locations: [1, 2], groups: [7], vehicles: [] }

test('a record lies in a reach where each of its subjects does, by its location or by its group', () => {
  expect(isWithin(barn, [['location:1', '']])).toBe(true)
  expect(isWithin(barn, [['location:9', 'group:7']])).toBe(true)
  expect(
    isWithin(barn, [
      ['location:1', ''],
      ['location:9', ''],
    ]),
  ).toBe(false)
  expect(isWithin(barn, [['location:7', '']])).toBe(false)
  expect(isWithin(barn, [['', '']])).toBe(false)
})

test('what is about nothing is in the whole company alone', () => {
  expect([isWithin(barn, null), isWithin(barn, []), isWithin(null, null)]).toEqual([false, false, true])
})

test('a reach that is empty holds nothing, and names nothing', () => {
  const nowhere: Reach = { locations: [], groups: [], vehicles: [] }
  expect(placeKeys(nowhere)).toEqual([])
  expect(isWithin(nowhere, [['location:1', '']])).toBe(false)
})

test('who manages a part of the company does not manage the company, and administrators have no reach', () => {
  expect(actorOf(1, 1, roles.manager, { reach: barn })).toMatchObject({ isManager: true, isCompanyManager: false })
  expect(actorOf(1, 1, roles.manager)).toMatchObject({ isManager: true, isCompanyManager: true, reach: null })
  expect(actorOf(1, 1, roles.admin, { reach: barn })).toMatchObject({ isCompanyManager: true, reach: null })
})
