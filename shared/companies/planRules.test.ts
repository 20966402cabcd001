import { expect, test } from 'vitest'
import { daysRemaining, showPlanExpiresSoon } from './planRules.ts'

const now = new Date('2026-11-21T10:00:00Z')
const plan = { is_trial: false, selected_plan_id: null, end_date: null, ends_at: null }
const warns = (role_id: number, changes: object = {}) =>
  showPlanExpiresSoon({ role_id, plan: { ...plan, ...changes } }, now)
const until = (ends_at: string) => ({ end_date: ends_at.slice(0, 10), ends_at })

test('a manager of a trial for which no plan was chosen is warned, however long it lasts', () => {
  expect(warns(2000, { is_trial: true, ...until('2027-11-21T00:00:00Z') })).toBe(true)
  expect(warns(2000, { is_trial: true })).toBe(true)
  expect(warns(2000, { is_trial: true, selected_plan_id: 3 })).toBe(false)
})

test('otherwise the warning begins when fewer than seven days remain, rounded up', () => {
  expect(warns(2000, until('2026-11-27T10:00:01Z'))).toBe(false)
  expect(warns(2000, until('2026-11-27T10:00:00Z'))).toBe(true)
  expect(warns(2000, until('2026-11-20T10:00:00Z'))).toBe(true)
  expect(warns(2000, { is_trial: true, selected_plan_id: 3, ...until('2026-11-23T10:00:00Z') })).toBe(true)
  expect(warns(2000)).toBe(false)
})

test('only the role 2000 is warned, and nobody without a plan', () => {
  for (const role of [1000, 2001, 3000, 4000]) expect(warns(role, { is_trial: true })).toBe(false)
  expect(showPlanExpiresSoon({ role_id: 2000, plan: null }, now)).toBe(false)
})

test('an end that is only a day counts too', () => {
  expect(daysRemaining({ end_date: '2026-11-24' }, now)).toBe(3)
  expect(daysRemaining({ end_date: null }, now)).toBe(Number.POSITIVE_INFINITY)
})
