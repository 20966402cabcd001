import { expect, test } from 'vitest'
import { abilityOf } from './ability.ts'
import { actorOf } from './lib/actor.ts'
import { roles } from './lib/roles.ts'
import { allows } from './lib/rules.ts'

test('an ability is built once for each kind of actor, and some hundreds are kept', () => {
  const boss = abilityOf(actorOf(1, 1, roles.manager))
  expect(abilityOf(actorOf(1, 1, roles.manager))).toBe(boss)
  const others = [
    actorOf(2, 1, roles.manager),
    actorOf(1, 2, roles.manager),
    actorOf(1, 1, roles.employee),
    actorOf(1, 1, roles.manager, { isActing: true }),
    actorOf(1, 1, roles.manager, { ownRules: [{ action: ['read'], subject: 'Animal' }] }),
  ]
  for (const other of others) expect(abilityOf(other)).not.toBe(boss)
  expect(allows(abilityOf(actorOf(1, 1, roles.employee)), 'delete', 'Location')).toBe(false)
  expect(abilityOf(actorOf(1, 1, roles.manager))).toBe(boss)
  for (let id = 10; id < 600; id++) abilityOf(actorOf(id, 1, roles.manager))
  expect(abilityOf(actorOf(1, 1, roles.manager))).not.toBe(boss)
})

test('a guest’s ability ends with time and is built each time', () => {
  const guest = actorOf(1, 1, roles.guest)
  expect(abilityOf(guest)).not.toBe(abilityOf(guest))
})
