/** A call in a company from a session that works in another needs the second factor which the company requires. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { twoFactors } from '../accounts/sessionTable.ts'
import { recently } from '../test/accounts.ts'
import { publishedForm } from '../test/forms.ts'
import { admin, belongs, company, platform } from '../test/people.ts'
import { companies as companyTable } from './table.ts'

const due = { status: 403, code: 'two_factor_required' }

test('an admin of the platform asks a company for the second factor on the connection that they have', async () => {
  const farm = await company()
  const boss = await farm.manager()
  await (await admin()).call(companies.update, { id: farm.id, two_factor_required: true })
  expect(await boss.refused(forms.list, {})).toMatchObject(due)
})

test('copying forms into a company, deleting and restoring it need the second factor that it requires', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, platformAdmin] = [await recently(await farm.manager()), await recently(await admin())]
  await dairy.manager()
  await belongs(boss, dairy.id, 2000)
  const form = await publishedForm(boss)
  await platform(db => db.update(companyTable).set({ twoFactorRequired: true }).where(eq(companyTable.id, dairy.id)))
  const copy = { company_id: dairy.id, form_id: form.id }

  expect(await boss.refused(forms.copyTo, copy)).toMatchObject(due)
  expect(await boss.refused(companies.remove, { id: dairy.id })).toMatchObject(due)
  expect(await platformAdmin.call(forms.copyTo, copy)).toMatchObject({ company_id: dairy.id })
  await platformAdmin.call(companies.remove, { id: dairy.id })
  expect(await boss.refused(companies.restore, { id: dairy.id })).toMatchObject(due)

  const factor = { userId: boss.id, sealed: Buffer.alloc(1), confirmedAt: new Date() }
  await platform(db => db.insert(twoFactors).values(factor))
  expect(await boss.call(companies.restore, { id: dairy.id })).toMatchObject({ archived_at: null })
  expect(await boss.call(forms.copyTo, copy)).toMatchObject({ company_id: dairy.id })
  await boss.call(companies.remove, { id: dairy.id })
})
