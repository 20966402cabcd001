import { and, eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { memberships } from '../../companies/table.ts'
import { company, platform } from '../../test/people.ts'

const reused = { status: 409, code: 'idempotency_key_reused' }

test('another file under the key is another request', async () => {
  const boss = await (await company()).manager()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const uuid = crypto.randomUUID()
  const picture = async (background: string) => ({
    name: 'ear.png',
    content: await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
  })
  const file = await picture('orange')
  const first = await boss.call(forms.addPicture, { uuid }, { file, headers })

  expect(await boss.call(forms.addPicture, { uuid }, { file, headers })).toEqual(first)
  expect(await boss.refused(forms.addPicture, { uuid }, { file: await picture('blue'), headers })).toMatchObject(reused)
})

test('the same key in another company is another request, also after leaving the first', async () => {
  const [farm, dairy] = [await company(), await company()]
  const boss = await farm.manager()
  await platform(db => db.insert(memberships).values({ companyId: dairy.id, userId: boss.id, roleId: 2000 }))
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const barn = { name: 'Barn', type: 'barn' } as const
  const first = await boss.call(locations.create, barn, { headers })

  await boss.call(auth.updateUser, { company_id: dairy.id })
  await platform(db =>
    db
      .update(memberships)
      .set({ endedAt: sql`now()` })
      .where(and(eq(memberships.companyId, farm.id), eq(memberships.userId, boss.id))),
  )
  const second = await boss.call(locations.create, barn, { headers })

  expect(second).toMatchObject({ company_id: dairy.id })
  expect(second.id).not.toBe(first.id)
  expect((await boss.call(locations.list, {})).data.map(({ id }) => id)).toEqual([second.id])
  expect(await boss.call(locations.create, barn, { headers })).toEqual(second)
})

test('five repetitions at once get the answer of the first', async () => {
  const boss = await (await company()).manager()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const one = await boss.call(locations.create, { name: 'Pen', type: 'pen' }, { headers })
  const others = await Promise.all(
    Array.from({ length: 5 }, () => boss.call(locations.create, { name: 'Pen', type: 'pen' }, { headers })),
  )
  expect(others).toEqual(Array(5).fill(one))
})
