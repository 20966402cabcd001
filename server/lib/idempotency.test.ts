import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auth } from '#shared/auth/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { memberships } from '../companies/table.ts'
import { company, platform } from '../test/people.ts'

const reused = { status: 409, code: 'idempotency_key_reused' }

test('a key is of the company in which it was used', async () => {
  const [farm, dairy] = [await company(), await company()]
  const boss = await farm.manager()
  await platform(db => db.insert(memberships).values({ companyId: dairy.id, userId: boss.id, roleId: 2000 }))
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const draft = { name: 'Barn', type: 'barn' } as const
  await boss.call(locations.create, draft, { headers })
  await boss.call(auth.updateUser, { company_id: dairy.id })

  expect(await boss.refused(locations.create, draft, { headers })).toMatchObject(reused)
  expect((await boss.call(locations.list, {})).data).toEqual([])
})

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
