import type { Database } from '../../lib/db/pools.ts'
import type { Storage } from '../../lib/files/storage.ts'
import { chance, morning, weeks } from './chance.ts'
import { type Crew, type SeededForm, seedVisit } from './history.ts'
import type { Registers } from './registers.ts'

/** The latest checks have photos; one for each day of twelve weeks would only make the first start slow. */
const photoDays = 6

/** One check a day and place; things get better over the weeks, with a bad spell in the middle. */
export async function seedDailyChecks(
  db: Database,
  storage: Storage,
  crew: Crew,
  form: SeededForm,
  { locationIds }: Registers,
  names: string[],
  now: Date,
): Promise<void> {
  const dice = chance(crew.companyId + 31)
  for (let daysAgo = weeks * 7; daysAgo >= 1; daysAgo--)
    for (const [index, name] of names.entries()) {
      if (daysAgo % names.length !== index) continue
      const spell = daysAgo > 38 && daysAgo < 50 ? 0.35 : 0
      const state = 0.1 + (daysAgo / (weeks * 7)) * 0.3 + spell
      const at = new Date(morning(now, daysAgo).getTime() + dice.between(0, 50) * 60_000)
      const subject = { locationId: locationIds.get(name) ?? 0 }
      const photoStore = daysAgo <= photoDays ? { photoStore: storage } : {}
      await seedVisit(
        db,
        crew,
        {
          form,
          userId: crew.workerIds[Math.floor(daysAgo / 2) % crew.workerIds.length] ?? crew.managerId,
          at,
          state,
          subject,
          ...photoStore,
        },
        dice,
      )
    }
}
