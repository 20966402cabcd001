/**
 * What happened to the animals over the weeks: who joined which group, what they weighed, and a cow that is treated
 * just now.
 */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { EventDetails } from '#shared/animal-events/details.ts'
import { animalEvents, withholds } from '../../animals/eventTable.ts'
import { animals } from '../../animals/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { daysLater } from '../../lib/localDays.ts'
import type { Chance } from './chance.ts'
import type { Crew } from './history.ts'

type Row = typeof animalEvents.$inferInsert
type Words = {
  /** Who is treated, with what, and what is noted of it. */
  treated: { name: string; details: Extract<EventDetails, { type: 'treatment' }>; note: string }
  /** Which group is to be vaccinated, with what. */
  vaccinated: { groupId: number; medicine: string }
  /** Who is weighed, and about how heavy they are. */
  weighed: { groupId: number; kilograms: number }
}

/** The history of a company's animals, as of `today`. */
export async function seedAnimalEvents(
  db: Database,
  { companyId, managerId, workerIds: [userId = 0] }: Crew,
  { treated, vaccinated, weighed }: Words,
  { today, weeks }: { today: string; weeks: number },
  dice: Chance,
): Promise<void> {
  const rows = await db
    .select({ id: animals.id, name: animals.name, groupId: animals.animalGroupId })
    .from(animals)
    .where(and(eq(animals.companyId, companyId), isNotNull(animals.animalGroupId)))
  const event = (row: Partial<Row> & { details: EventDetails; day: string }): Row => ({
    ...{ companyId, userId, state: 'done' },
    ...row,
    type: row.details.type,
  })
  const began = daysLater(today, -weeks * 7)
  const events = rows.map(({ id, groupId }) =>
    event({ animalId: id, joinedGroupId: groupId, userId: managerId, day: began, details: { type: 'join_group' } }),
  )
  for (const { id, groupId } of rows)
    for (const daysAgo of groupId === weighed.groupId ? [56, 28, 3] : []) {
      const kilograms = weighed.kilograms - daysAgo * 0.8 + dice.between(-12, 12)
      events.push(event({ animalId: id, day: daysLater(today, -daysAgo), details: { type: 'weight', kilograms } }))
    }
  const vaccination: EventDetails = { type: 'vaccination', medicine: vaccinated.medicine }
  for (const days of [-56, 6])
    events.push(
      event({
        animalGroupId: vaccinated.groupId,
        day: daysLater(today, days),
        details: vaccination,
        state: days > 0 ? 'pending' : 'done',
      }),
    )
  const patient = rows.find(({ name }) => name === treated.name)
  const day = daysLater(today, -1)
  if (patient) events.push(event({ animalId: patient.id, day, details: treated.details, note: treated.note }))
  const made = await db.insert(animalEvents).values(events).returning()
  const treatment = made.find(({ type }) => type === 'treatment')
  if (!treatment) return
  const { animalId, id: animalEventId } = treatment
  const withheldUntil =
    treated.details.withdrawals
      ?.map(({ until }) => until)
      .sort()
      .at(-1) ?? null
  if (animalId) await db.update(animals).set({ withheldUntil }).where(eq(animals.id, animalId))
  await db.insert(withholds).values(
    (treated.details.withdrawals ?? []).map(withdrawal => ({
      ...{ companyId, animalId, animalEventId, userId, since: day, cause: 'treatment' as const },
      ...withdrawal,
    })),
  )
}
