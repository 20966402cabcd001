import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { roles } from '#shared/lib/roles.ts'
import { allows, buildAbility } from '#shared/lib/rules.ts'
import { animalGroups, animals } from '../../animals/table.ts'
import { companies } from '../../companies/table.ts'
import { files } from '../../files/table.ts'
import { forms } from '../../forms/table.ts'
import { guides } from '../../guides/table.ts'
import { locations } from '../../locations/table.ts'
import { submissions } from '../../submissions/table.ts'
import { sentTasks, tasks } from '../../tasks/table.ts'
import { type FilledCompany, filledCompany } from '../../test/filledCompany.ts'
import { platform } from '../../test/people.ts'
import { vehicles } from '../../vehicles/table.ts'
import { accessible } from './accessible.ts'

const tables: Record<string, PgTable> = {
  Company: companies,
  Location: locations,
  Vehicle: vehicles,
  AnimalGroup: animalGroups,
  Animal: animals,
  Form: forms,
  Guide: guides,
  Task: tasks,
  SentTask: sentTasks,
  Submission: submissions,
  File: files,
}
const actions = ['read', 'create', 'update', 'delete', 'complete', 'skip']

const everybody = (farm: FilledCompany, dairy: FilledCompany) => [
  actorOf(farm.boss.id, farm.id, roles.manager),
  actorOf(farm.hand.id, farm.id, roles.employee),
  actorOf(farm.boss.id, farm.id, roles.guest),
  actorOf(dairy.hand.id, dairy.id, roles.employee),
  actorOf(farm.hand.id, null, roles.employee),
  actorOf(farm.hand.id, null, roles.admin),
]

test('a list shows exactly the rows whose door is open, for everybody and every action', async () => {
  const [farm, dairy] = [await filledCompany(), await filledCompany()]
  let shown = 0
  for (const actor of everybody(farm, dairy)) {
    const ability = abilityOf(actor)
    for (const [subject, table] of Object.entries(tables))
      for (const action of actions) {
        const [all, listed] = await platform(async db => [
          await db.select().from(table),
          await db
            .select()
            .from(table)
            .where(accessible(ability, action, subject, table)),
        ])
        const open = all.filter(row => allows(ability, action, subject, row))
        expect(idsOf(listed), `${actor.roleId} ${action} ${subject}`).toEqual(idsOf(open))
        shown += listed.length
      }
  }
  expect(shown).toBeGreaterThan(100)
})

test('a forbidding rule removes rows from the list, and one that SQL cannot express is an error', async () => {
  const farm = await filledCompany()
  const actor = actorOf(farm.boss.id, farm.id, roles.manager)
  const never = buildAbility([], actor)
  const clever = buildAbility([allow => allow('read', 'Location', { name: { $regex: '^B' } })], actor)
  const misspelt = buildAbility([allow => allow('read', 'Location', { nmae: 'Barn' })], actor)
  const list = (ability: typeof never) =>
    platform(db =>
      db
        .select()
        .from(locations)
        .where(accessible(ability, 'read', 'Location', locations)),
    )

  expect(await list(never)).toEqual([])
  await expect(list(clever)).rejects.toThrow('$regex')
  await expect(list(misspelt)).rejects.toThrow('nmae')
})

const idsOf = (rows: object[]) => rows.map(row => (row as { id: number }).id).sort((a, b) => a - b)
