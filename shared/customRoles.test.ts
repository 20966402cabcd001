import { expect, test } from 'vitest'
import { abilityOf } from './ability.ts'
import { isContained } from './customRoles.ts'
import { actorOf } from './lib/actor.ts'
import { abilityFrom, type RawRule } from './lib/rules.ts'

const within = (inner: RawRule, ...outer: RawRule[]) => isContained(abilityFrom([inner]), abilityFrom(outer))
const read = (conditions?: RawRule['conditions']): RawRule => ({
  action: 'read',
  subject: 'Animal',
  ...(conditions && { conditions }),
})

test('a narrowed right is within the wide one, and not the other way round', () => {
  expect(within(read({ species: 'cattle' }), read())).toBe(true)
  expect(within(read(), read({ species: 'cattle' }))).toBe(false)
  expect(within(read(), read())).toBe(true)
  expect(within(read(), { action: 'manage', subject: 'all' })).toBe(true)
  expect(within({ action: 'manage', subject: 'Animal' }, read())).toBe(false)
  expect(
    within({ action: ['read', 'update'], subject: ['Animal', 'Form'] }, { action: 'manage', subject: 'Animal' }),
  ).toBe(false)
})

test('conditions are compared as sets of values', () => {
  const set = (...species: string[]) => read({ species: { $in: species } })
  const but = (species: string) => read({ species: { $ne: species } })
  expect(within(read({ species: { $eq: 'pig' } }), set('pig', 'cattle'))).toBe(true)
  expect(within(set('pig'), read({ species: 'pig' }))).toBe(true)
  expect(within(set('pig', 'goat'), set('pig', 'cattle'))).toBe(false)
  expect(within(set('pig'), but('cattle'))).toBe(true)
  expect(within(set('pig', 'cattle'), but('cattle'))).toBe(false)
  expect(within(but('cattle'), but('cattle'))).toBe(true)
  expect(within(but('cattle'), but('pig'))).toBe(false)
  expect(within(but('cattle'), set('pig'))).toBe(false)
})

test('all conditions of the wider right must be kept, and the narrower may add some', () => {
  const ours = { companyId: 1 }
  expect(within(read({ ...ours, species: 'pig' }), read(ours))).toBe(true)
  expect(within(read({ species: 'pig' }), read(ours))).toBe(false)
  expect(within(read({ companyId: 2, species: 'pig' }), read(ours))).toBe(false)
})

test('the ranks contain each other downwards', () => {
  const ranks = [1000, 2000, 3000, 4000].map(role => abilityOf(actorOf(-1, -1, role)))
  for (const [above, outer] of ranks.entries())
    for (const [below, inner] of ranks.entries())
      expect(isContained(inner, outer), `${below} in ${above}`).toBe(below >= above)
})
