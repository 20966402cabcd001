/** A row of a register is made, answered as it is read, and noted; what cannot be is refused and leaves nothing. */
import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { company } from '../test/people.ts'
import { memberWith } from '../test/roles.ts'

const barn = { name: 'Barn', type: 'barn', notes: 'North side', code: 'B 1' } as const

test('the answer equals a later reading, with an idempotency key and without', async () => {
  const boss = await (await company()).manager()
  const from = { 'user-agent': 'Barn radio' }
  for (const headers of [from, { ...from, 'idempotency-key': crypto.randomUUID() }]) {
    const made = await boss.send(locations.create, barn, { headers })
    const { id } = (made.json() as { data: { id: number } }).data
    expect(made.body).toBe((await boss.send(locations.get, { id })).body)
    const entries = (await boss.call(auditLog.list, { action: 'entry.created' })).data
    expect(entries.filter(({ subject_id }) => subject_id === id)).toMatchObject([
      { user_agent: 'Barn radio', actor: { id: boss.id }, subject_type: 'Location' },
    ])
  }
})

test('what cannot be is refused and leaves nothing', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger, hand] = [await farm.manager(), await dairy.manager(), await farm.worker()]
  const elsewhere = await stranger.call(locations.create, barn)
  const wrong = {
    parent_id: { ...barn, parent_id: elsewhere.id },
    responsible_id: { ...barn, responsible_id: stranger.id },
    name: { ...barn, name: '' },
    'also_responsible_ids.0': { ...barn, also_responsible_ids: [stranger.id] },
  }
  for (const [field, draft] of Object.entries(wrong))
    expect(await boss.refused(locations.create, draft)).toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
  expect(await hand.refused(locations.create, barn)).toMatchObject({ status: 403 })
  expect((await boss.call(locations.list, {})).data).toEqual([])
  expect((await boss.call(auditLog.list, { action: 'entry.created' })).data).toEqual([])
})

test('a role for barns makes no pens: its row is checked before it stays', async () => {
  const farm = await company()
  const conditions = { type: { $in: ['barn'] } }
  const rule = { action: ['read' as const, 'create' as const], subject: 'Location' as const }
  const boss = await farm.manager()
  const builder = await memberWith(farm, boss, [{ ...rule, conditions }])
  await builder.call(locations.create, barn)
  expect(await builder.refused(locations.create, { ...barn, type: 'pen' })).toMatchObject({ status: 403 })
  expect((await builder.call(locations.list, {})).data).toHaveLength(1)
  const free = await memberWith(farm, boss, [rule])
  await free.call(locations.create, { ...barn, type: 'pen' })
})
