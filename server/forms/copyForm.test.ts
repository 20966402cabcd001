import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { publishedForm } from '../test/forms.ts'
import { admin, belongs, company } from '../test/people.ts'
import { photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'

test('a manager of two companies copies a form from one into the other, where it is a draft of its own', async () => {
  const [farm, dairy] = [await company(), await company()]
  const boss = await farm.manager()
  await belongs(boss, dairy.id, 2000)
  const form = await publishedForm(boss)
  const copy = await boss.call(forms.copyTo, { company_id: dairy.id, form_id: form.id })

  expect(copy).toMatchObject({ company_id: dairy.id, name: form.name, status: 'draft', version: null, revision: 1 })
  expect(copy.id).not.toBe(form.id)
  await boss.call(auth.updateUser, { company_id: dairy.id })
  const draft = await boss.call(forms.get, { id: copy.id })
  expect(draft.draft).toEqual(form.draft)
  // From where the session now is, the form of the other company is still theirs to copy.
  expect(await boss.call(forms.copyTo, { company_id: dairy.id, form_id: form.id })).toMatchObject({
    company_id: dairy.id,
  })
})

test('the payload of a copy may repeat the address, and is refused where it says otherwise', async () => {
  const [farm, dairy] = [await company(), await company()]
  const boss = await farm.manager()
  await belongs(boss, dairy.id, 2000)
  const form = await publishedForm(boss)
  const { app } = await tend()
  const copy = async (payload: object) => {
    const headers = { authorization: `Bearer ${boss.token}` }
    const url = `/api/company/${dairy.id}/copy-form/${form.id}`
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    return [answer.statusCode, Object.keys(answer.json().errors ?? {})]
  }
  expect(await copy({ company_id: dairy.id, form_id: form.id })).toEqual([201, []])
  expect(await copy({ company_id: String(dairy.id), form_id: null })).toEqual([201, []])
  expect(await copy({ company_id: farm.id, form_id: form.id })).toEqual([422, ['company_id']])
  expect(await copy({ company_id: farm.id, form_id: form.id + 1 })).toEqual([422, ['company_id', 'form_id']])
})

test('an employee of one company copies readable forms into a company that they manage', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, vet] = [await farm.manager(), await dairy.manager()]
  await belongs(vet, farm.id, 3000)
  const form = await publishedForm(boss)
  const unseen = await boss.call(forms.create, { template_key: 'daily-pen-check' })
  await boss.call(forms.update, { id: form.id, definition: { ...unseen.draft } as never })
  const copy = await vet.call(forms.copyTo, { company_id: dairy.id, form_id: form.id })

  expect(copy.draft).toEqual(form.published?.definition)
  expect(await vet.refused(forms.copyTo, { company_id: dairy.id, form_id: unseen.id })).toMatchObject({
    status: 404,
  })
  expect(await vet.refused(forms.copyTo, { company_id: farm.id, form_id: form.id })).toMatchObject({
    status: 403,
  })
})

test('no form leaves a company for outsiders or past its second factor', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, other, hand] = [await farm.manager(), await dairy.manager(), await farm.worker()]
  const form = await publishedForm(boss)

  for (const id of [farm.id, dairy.id])
    expect(await other.refused(forms.copyTo, { company_id: id, form_id: form.id })).toMatchObject({ status: 404 })
  expect(await hand.refused(forms.copyTo, { company_id: farm.id, form_id: form.id })).toMatchObject({
    status: 403,
  })
  expect(await boss.refused(forms.copyTo, { company_id: farm.id, form_id: 2_000_000 })).toMatchObject({
    status: 404,
  })
  expect(await (await farm.guest()).refused(forms.copyTo, { company_id: farm.id, form_id: form.id })).toMatchObject({
    status: 403,
  })
  const platformAdmin = await admin()
  await belongs(other, farm.id, 3000)
  await platformAdmin.call(companies.update, { id: farm.id, two_factor_required: true })
  expect(await other.refused(forms.copyTo, { company_id: dairy.id, form_id: form.id })).toMatchObject({
    status: 404,
  })
})

test('a copy has its own pictures, which outlive the original’s, and assigns nobody elsewhere', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await belongs(boss, dairy.id, 2000)
  const [known, unknown] = [crypto.randomUUID(), crypto.randomUUID()]
  const file = { name: 'ear.jpg', content: await photo() }
  const picture = await boss.call(forms.addPicture, { uuid: known }, { file })
  const task = { title: { en: 'Look' }, priority: 'high', due_after: 'PT4H' } as const
  const definition: Definition = {
    schema: 1,
    default_language: 'en',
    sections: [
      {
        id: 'first',
        title: { en: 'First' },
        questions: [
          {
            type: 'yes_no',
            id: 'ear',
            label: { en: 'Ear?' },
            good: 'yes',
            picture: { name: 'ear.jpg', uuid: known },
            when_failed: {
              task: { ...task, assignee: { user_id: hand.id } },
              notify: { to: [{ user_id: hand.id }, 'manager', { role_id: 3000 }] },
            },
          },
          { type: 'text', id: 'eye', label: { en: 'Eye?' }, picture: { name: 'eye.jpg', uuid: unknown } },
        ],
      },
    ],
  }
  const form = await publishedForm(boss, definition)
  const copy = await boss.call(forms.copyTo, { company_id: dairy.id, form_id: form.id })

  expect(copy.pictures).toMatchObject([{ uuid: known, name: 'ear.jpg', width: 40, height: 30 }])
  const path = copy.pictures[0]?.path ?? ''
  expect(path).toMatch(new RegExp(`^${dairy.id}/`))
  expect(path).not.toBe(picture.path)
  const { storage } = (await tend()).services
  const content = await storage.read(picture.path)
  await storage.remove(picture.path)
  expect((await storage.read(path)).equals(content)).toBe(true)

  await boss.call(auth.updateUser, { company_id: dairy.id })
  const { draft } = await boss.call(forms.get, { id: copy.id })
  expect(draft?.sections[0]?.questions[0]).toMatchObject({
    when_failed: { task: { ...task, assignee: 'manager' }, notify: { to: ['manager', { role_id: 3000 }] } },
  })
  // Copied again, the picture is the one that the company has by now, and the file that is gone is no reason to refuse.
  const again = await boss.call(forms.copyTo, { company_id: dairy.id, form_id: form.id })
  expect(again.pictures).toEqual(copy.pictures)
})
