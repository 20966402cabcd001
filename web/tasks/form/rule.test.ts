import { expect, test } from 'vitest'
import { newRule, readRule, writeRule } from './rule.ts'

// The fifth Thursday of its month.
const startsAt = '2026-10-29T07:00'

test('what the editor writes it reads again', () => {
  const rules = [
    newRule('day', startsAt),
    { ...newRule('day', startsAt), every: 3, count: 10 },
    { ...newRule('week', startsAt), every: 2, weekdays: ['MO' as const, 'TH' as const], until: '2027-03-31' },
    { ...newRule('month', startsAt), monthly: 'weekday' as const },
    { ...newRule('month', startsAt), monthly: 'last' as const },
    newRule('month', startsAt),
    newRule('year', startsAt),
  ]
  for (const rule of rules) expect(readRule(writeRule(rule, startsAt), startsAt)).toEqual(rule)
  expect(rules.map(rule => writeRule(rule, startsAt))).toEqual([
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3;COUNT=10',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20270331',
    'FREQ=MONTHLY;BYDAY=-1TH',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYMONTHDAY=29',
    'FREQ=YEARLY',
  ])
})

test('what follows from the start needs not be said, and an end in UTC is a day', () => {
  expect(readRule('FREQ=WEEKLY', startsAt)).toEqual(newRule('week', startsAt))
  expect(readRule('FREQ=MONTHLY;INTERVAL=1', startsAt)).toEqual(newRule('month', startsAt))
  expect(readRule('FREQ=DAILY;UNTIL=20261230T055959Z', startsAt)).toMatchObject({ until: '2026-12-30' })
})

test('a rule that says more than the editor asks is left as it is', () => {
  for (const rule of ['FREQ=HOURLY', 'FREQ=DAILY;BYHOUR=5,17', 'FREQ=MONTHLY;BYDAY=2MO', 'FREQ=YEARLY;BYWEEKNO=20'])
    expect(readRule(rule, startsAt)).toBeNull()
})
