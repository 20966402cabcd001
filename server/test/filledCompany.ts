import { animalGroups } from '#shared/animal-groups/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { publicLinks } from '#shared/forms/publicLink.ts'
import { invites } from '#shared/invites/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { plans } from '#shared/plans/contract.ts'
import { roles } from '#shared/roles/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { auditEntries } from '../audit/table.ts'
import { workerAccounts } from '../auth/table.ts'
import { erasedSubmissions } from '../submissions/table.ts'
import { lameAnswers, publishedForm } from './forms.ts'
import { admin, company, platform } from './people.ts'
import { attach, begin, photo } from './submissions.ts'
import { sendTask } from './tasks.ts'

export type FilledCompany = Awaited<ReturnType<typeof filledCompany>>

/** A company with at least one row in every table, made as its people would. */
export async function filledCompany() {
  const { id, ...people } = await company()
  const [boss, hand] = [await people.manager(), await people.worker()]
  const place = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const vehicle = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry', plate: 'AB 12' })
  await boss.call(locations.setStatus, { id: place.id, state: 'ok', reason: 'Looked at it' })
  const group = await boss.call(animalGroups.create, { name: 'Herd', location_id: place.id })
  await boss.call(animals.create, { name: 'Daisy', species: 'cattle', animal_group_id: group.id })
  const form = await publishedForm(boss)
  const subjects = [{ type: 'location', id: place.id, name: place.name } as const]
  await boss.call(forms.addToLibrary, {
    name: { en: 'Water' },
    content: { elements: [{ type: 'text', id: 'water', label: { en: 'Water' } }] },
  })
  const image = { name: 'ear.jpg', content: await photo() }
  await boss.call(forms.addPicture, { uuid: crypto.randomUUID() }, { file: image })
  const sent = await sendTask(boss, hand, { form_id: form.id, subjects })
  const submission = await begin(hand, form, { task_sent_id: sent.id, subjects })
  const { uuid } = await attach(hand, submission)
  const answers = { ...lameAnswers, picture: { value: [{ uuid }] } }
  await hand.call(submissions.complete, { id: submission.id, answers })
  const role = await boss.call(roles.create, { name: 'Milker', standing: 'above_employee', rules: [] })
  await boss.call(invites.create, { id, email: `milker${id}@example.test`, role_id: role.id, forms: [form.id] })
  await boss.call(publicLinks.set, { id: form.id })
  const [offer] = await boss.call(plans.offers, {})
  await (await admin()).call(plans.open, { id, plan_id: offer?.id ?? 0 })
  await platform(async db => {
    await db.insert(auditEntries).values({ companyId: id, action: 'signed_in', subjectType: 'User' })
    await db.insert(erasedSubmissions).values({ companyId: id, uuid: crypto.randomUUID() })
    await db.insert(workerAccounts).values({ companyId: id, userId: hand.id, userName: 'hand' })
  })
  return { id, boss, hand, place, vehicle, group, form, sent, submission }
}
