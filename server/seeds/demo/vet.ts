/** A vet who works for the dairy and for the haulier: one person whose work in two companies is on one Today. */
import { roles } from '#shared/lib/roles.ts'
import { memberships } from '../../companies/table.ts'
import type { Filling } from './acting.ts'
import { hour } from './chance.ts'
import { seedTask } from './history.ts'
import { type DemoCompany, type DemoPeople, demoCompanies, idOf } from './people.ts'

/** Written after everything else: she is new at the haulier, and no work of its twelve weeks is hers. */
export async function seedVet({ db, now }: Filling, people: DemoPeople): Promise<void> {
  const userId = idOf(people, 'vet@riverside.example')
  await db.insert(memberships).values({ companyId: people.companyIds.kramer, userId, roleId: roles.employee })
  const crewOf = (company: DemoCompany) => ({
    companyId: people.companyIds[company],
    managerId: idOf(people, `manager@${company}.example`),
    timeZone: demoCompanies[company].timeZone,
  })
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)
  const dairy = crewOf('riverside')
  const haulier = crewOf('kramer')
  await seedTask(db, dairy, {
    ...{ title: 'A sánta tehenek vizsgálata', priority: 'high', at: ago(1), dueIn: 6 * hour, userId },
  })
  await seedTask(db, haulier, {
    ...{ title: 'Transportfähigkeit der Rinder bestätigen', priority: 'high', at: ago(3), dueIn: 2 * hour, userId },
  })
  await seedTask(db, haulier, {
    ...{ title: 'Reinigungsnachweise durchsehen', priority: 'normal', at: ago(1), dueIn: 8 * hour, userId },
  })
}
