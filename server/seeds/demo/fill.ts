/** Fills in the demo companies: a mixed farm in English and a dairy in Hungarian, twelve weeks into using tend. */
import type { Database } from '../../lib/db/pools.ts'
import type { Services } from '../../lib/services.ts'
import { sealUnsealed } from '../../submissions/jobs.ts'
import { fillGreenfield } from './greenfield.ts'
import { seedPeople } from './people.ts'
import { fillRiverside } from './riverside.ts'

/** Writes the demo into an empty database. All that is needed for it is loaded at a first start alone. */
export async function fillDemo(db: Database, services: Services, password: string): Promise<void> {
  const now = new Date()
  const people = await seedPeople(db, password, now)
  await fillGreenfield(db, services, people, now)
  await fillRiverside(db, services, people, now)
  while ((await sealUnsealed({ db, now: new Date(), signing: services.signing })) > 0);
}
