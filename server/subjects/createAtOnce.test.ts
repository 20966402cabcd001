/** A place is made in one trip where nothing has to be looked at before; whatever else is asked, the long way says the same. */
import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { company, type Person } from '../test/people.ts'
import { memberWith } from '../test/roles.ts'
import { tripsOf } from '../test/statements.ts'

/** A key that the answer is kept under asks for a transaction. */
const theLongWay = () => ({ headers: { 'idempotency-key': crypto.randomUUID(), 'user-agent': 'Barn radio' } })
const barn = { name: 'Barn', type: 'barn', notes: 'North side', code: 'B 1' } as const

async function isAtOnce(person: Person, draft: object): Promise<boolean> {
  const trips = await tripsOf(() => person.send(locations.create, draft))
  return trips.flat().some(text => text.startsWith('with whole as'))
}

test('it is what the long way makes of it, what is read of it, and as much is noted', async () => {
  const farm = await company()
  const boss = await farm.manager()
  await boss.call(locations.list, {})
  expect(await isAtOnce(boss, barn)).toBe(true)
  const asked = { headers: { 'user-agent': 'Barn radio' } }
  const [short, long] = [
    await boss.send(locations.create, barn, asked),
    await boss.send(locations.create, barn, theLongWay()),
  ]
  const [one, other] = [short, long].map(({ json }) => (json() as { data: { id: number; created_at: string } }).data)
  if (!one || !other) throw new Error('It was not made.')
  expect(short.body).toBe((await boss.send(locations.get, { id: one.id })).body)
  expect(Object.keys(one)).toEqual(Object.keys(other))
  const { id, created_at, updated_at, ...same } = one as Record<string, unknown>
  expect(other).toMatchObject(same)

  const entries = (await boss.call(auditLog.list, { action: 'entry.created' })).data
  const noted = (of: number) => {
    const { id: _, created_at: at, subject_id, ...rest } = entries.find(entry => entry.subject_id === of) ?? {}
    return rest
  }
  expect(noted(one.id)).toEqual(noted(other.id))
  expect(noted(one.id)).toMatchObject({ user_agent: 'Barn radio', actor: { id: boss.id }, subject_type: 'Location' })
})

test('what cannot be is refused with the same words both ways, and leaves nothing', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger, hand] = [await farm.manager(), await dairy.manager(), await farm.worker()]
  const elsewhere = await stranger.call(locations.create, barn)
  await boss.call(locations.list, {})
  const wrong = [
    { ...barn, parent_id: elsewhere.id },
    { ...barn, responsible_id: stranger.id },
    { ...barn, name: '' },
  ]
  for (const draft of wrong)
    expect(await boss.refused(locations.create, draft)).toEqual(
      await boss.refused(locations.create, draft, theLongWay()),
    )
  const also = { ...barn, also_responsible_ids: [stranger.id] }
  expect(await isAtOnce(boss, also)).toBe(false)
  expect(await hand.refused(locations.create, barn)).toMatchObject({ status: 403 })
  expect((await boss.call(locations.list, {})).data).toEqual([])
  expect((await boss.call(auditLog.list, { action: 'entry.created' })).data).toEqual([])
})

test('a role for barns makes no pens: its row is looked at before it stays', async () => {
  const farm = await company()
  const conditions = { type: { $in: ['barn'] } }
  const rule = { action: ['read' as const, 'create' as const], subject: 'Location' as const }
  const boss = await farm.manager()
  const builder = await memberWith(farm, boss, [{ ...rule, conditions }])
  await builder.call(locations.list, {})
  expect(await isAtOnce(builder, barn)).toBe(false)
  expect(await builder.refused(locations.create, { ...barn, type: 'pen' })).toMatchObject({ status: 403 })
  expect((await builder.call(locations.list, {})).data).toHaveLength(1)
  const free = await memberWith(farm, boss, [rule])
  await free.call(locations.list, {})
  expect(await isAtOnce(free, { ...barn, type: 'pen' })).toBe(true)
})
