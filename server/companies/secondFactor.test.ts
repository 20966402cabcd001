/** What is done in a company from a session that works in another asks for the second factor that the company asks for. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { twoFactors } from '../auth/table.ts'
import { recently } from '../test/accounts.ts'
import { publishedForm } from '../test/forms.ts'
import { admin, company, platform } from '../test/people.ts'
import { companies as companyTable } from './table.ts'

const due = { status: 403, code: 'two_factor_required' }

test('a form is copied into, and a company deleted and restored, only with the second factor that it asks for', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, platformAdmin] = [await recently(await farm.manager()), await admin()]
  await dairy.manager()
  await platformAdmin.call(companies.addMember, { id: dairy.id, user_id: boss.id, role_id: 2000 })
  const form = await publishedForm(boss)
  await platform(db => db.update(companyTable).set({ twoFactorRequired: true }).where(eq(companyTable.id, dairy.id)))
  const copy = { company_id: dairy.id, form_id: form.id }

  expect(await boss.refused(companies.copyForm, copy)).toMatchObject(due)
  expect(await boss.refused(companies.remove, { id: dairy.id })).toMatchObject(due)
  expect(await platformAdmin.call(companies.copyForm, copy)).toMatchObject({ company_id: dairy.id })
  await platformAdmin.call(companies.remove, { id: dairy.id })
  expect(await boss.refused(companies.restore, { id: dairy.id })).toMatchObject(due)

  const factor = { userId: boss.id, sealed: Buffer.alloc(1), confirmedAt: new Date() }
  await platform(db => db.insert(twoFactors).values(factor))
  expect(await boss.call(companies.restore, { id: dairy.id })).toMatchObject({ archived_at: null })
  expect(await boss.call(companies.copyForm, copy)).toMatchObject({ company_id: dairy.id })
  await boss.call(companies.remove, { id: dairy.id })
})
