import { createECDH, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { papers } from '#shared/certificates/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { plans } from '#shared/companies/plans.ts'
import { roles } from '#shared/companies/roles.ts'
import { documents } from '#shared/documents/contract.ts'
import { exports } from '#shared/exports/contract.ts'
import { feeds } from '#shared/feeds/contract.ts'
import { files } from '#shared/files/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { guides } from '#shared/guides/contract.ts'
import { helpers } from '#shared/helpers/contract.ts'
import { imports } from '#shared/imports/contract.ts'
import { locations, mapPicture } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { passes } from '#shared/passes/contract.ts'
import { passPacks } from '#shared/passes/packs.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { passTemplates } from '#shared/passes/templates.ts'
import { reportSchedules, reports } from '#shared/reports/contract.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { shares } from '#shared/shares/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { views } from '#shared/views/contract.ts'
import { webhooks } from '#shared/webhooks/contract.ts'
import { workerAccounts } from '../accounts/sessionTable.ts'
import { ssoLinks } from '../accounts/ssoTable.ts'
import { auditEntries } from '../audit/table.ts'
import { caseReadings, cases } from '../cases/table.ts'
import { guideFiles } from '../guides/table.ts'
import { passRequestEntries, passRequests } from '../passes/requests/table.ts'
import { provisionedGroups } from '../provisioning/table.ts'
import { sampleSets } from '../samples/table.ts'
import { sealChecks, timeStamps } from '../sealing/table.ts'
import { erasedSubmissions } from '../submissions/table.ts'
import { helperNotes } from '../tasks/external-helpers/table.ts'
import { effectChecks, sentTaskPhotos } from '../tasks/table.ts'
import { channelOf, report, say } from './cases.ts'
import { lameAnswers, publishedForm } from './forms.ts'
import { asRecent, keyOf } from './keys.ts'
import { passLinkIn, writeInPass } from './passes.ts'
import { admin, company, type Person, platform, request } from './people.ts'
import { connected } from './sso.ts'
import { attach, begin, photo } from './submissions.ts'
import { sendTask } from './tasks.ts'

export type FilledCompany = Awaited<ReturnType<typeof filledCompany>>

/** As a browser says it. */
function pushSubscription() {
  const ecdh = createECDH('prime256v1')
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  return { endpoint: `https://push.example.com/${crypto.randomUUID()}`, keys }
}

/** A webhook with a key, which keeps what happens and sends nothing. */
async function pausedWebhook(boss: Person, companyId: number): Promise<void> {
  const key = await keyOf(boss, companyId)
  const draft = { name: 'Herd book', url: 'https://hooks.example.com/tend', key_id: key.id }
  const { id } = await (await asRecent(boss, companyId)).call(webhooks.create, { ...draft, events: ['animal.event'] })
  await boss.call(webhooks.pause, { id })
}

/** A picture that was sent and belongs to nothing yet. */
async function scan(person: Person): Promise<string> {
  const uuid = crypto.randomUUID()
  await person.call(files.create, { uuid, has_preview: true }, { file: { name: 'scan.jpg', content: await photo() } })
  return uuid
}

/** A word between two, with everything that can belong to one. */
async function talk(boss: Person, hand: Person): Promise<void> {
  const { id } = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [hand.id] })
  const file = { name: 'ewe.jpg', content: await photo() }
  const { uuid } = await boss.call(files.create, { has_preview: true }, { file })
  await boss.call(files.sendPiece, { uuid: crypto.randomUUID(), offset: 0 }, { file })
  const draft = { id, message_text: 'Good mornign', file_uuids: [uuid], is_urgent: true }
  const said = await boss.call(messaging.post, draft)
  await boss.call(messaging.edit, { id: said.id, message_text: 'Good morning' })
  await hand.call(messaging.react, { id: said.id, emoji: '👍' })
  await hand.call(messaging.acknowledge, { id: said.id })
  await hand.call(messaging.report, { id: said.id, reason: 'other' })
  await hand.call(messaging.read, { id })
  await boss.call(messaging.block, { id: hand.id })
  await boss.call(messaging.setPreferences, { has_sound: false })
  await boss.call(messaging.setRetention, { days: 3650 })
  await boss.call(notices.setPreferences, { muted: ['task 0'] })
  await boss.call(notices.subscribe, pushSubscription())
  await boss.call(feeds.create, {})
}

/** A case with all that belongs to one; who reads it is nobody in particular. */
async function reportedCase(companyId: number, boss: Person, reader: Person): Promise<void> {
  const { link } = await channelOf(boss)
  const code = await report(link)
  await say(code, 'A picture of it', { files: [{ name: 'pen.jpg', content: await photo() }] })
  await platform(async db => {
    const [row] = await db.select({ id: cases.id }).from(cases).where(eq(cases.companyId, companyId))
    const read = { caseId: row?.id ?? 0, userId: reader.id, what: 'case' as const, onDay: '2026-11-23' }
    await db.insert(caseReadings).values({ companyId, ...read })
  })
}

/** A company with at least one row in every table, made as its people would. */
export async function filledCompany() {
  const { id, ...people } = await company()
  const [boss, hand] = [await people.manager(), await people.worker()]
  const place = await boss.call(
    locations.create,
    { name: 'Barn', type: 'barn', responsible_id: hand.id, also_responsible_ids: [boss.id] },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )
  await boss.call(mapPicture.set, {
    ...{ file_uuid: await scan(boss), description: 'The farm from above' },
    ...{ north: 47.51, south: 47.5, east: 19.02, west: 19 },
  })
  const vehicle = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry', plate: 'AB 12' })
  const policy = await boss.call(papers.create, {
    ...({ kind: 'insurance', vehicle_id: vehicle.id, valid_until: '2098-01-31' } as const),
    file_uuids: [await scan(boss)],
  })
  const renewed = { is_renewal: true, valid_until: '2099-01-31', file_uuids: [await scan(boss)] }
  await boss.call(papers.update, { id: policy.id, ...renewed })
  const inUse = await boss.call(vehicleLog.plan, { vehicle_id: vehicle.id, name: 'Oil', every_kilometres: 20_000 })
  await boss.call(vehicleLog.write, {
    ...{ uuid: crypto.randomUUID(), vehicle_id: vehicle.id, day: '2026-01-03', kilometres: 12_000 },
    ...{ kind: 'maintenance', maintenance_plan_id: inUse.plans[0]?.id ?? 0 },
  } as const)
  await pausedWebhook(boss, id)
  const login = { issuer: `https://login${id}.example`, clientId: 'tend' }
  const connectionId = await connected(login, id, { domain: `farm${id}.example`, isPrivate: false })
  await platform(db =>
    db.insert(ssoLinks).values({ connectionId, userId: hand.id, issuer: login.issuer, subject: 'hand' }),
  )
  await platform(db => db.insert(provisionedGroups).values({ companyId: id, displayName: 'Milkers' }))
  await boss.call(locations.setStatus, { id: place.id, state: 'ok', reason: 'Looked at it' })
  const group = await boss.call(animalGroups.create, { name: 'Herd', location_id: place.id })
  const daisy = await boss.call(animals.create, {
    ...({ name: 'Daisy', species: 'cattle', animal_group_id: group.id } as const),
    ...{ identifier: 'HU 7', breed: 'Fleckvieh', photo_uuids: [await scan(boss)] },
  })
  const twice = await boss.call(animals.create, { name: 'Daisy again', species: 'cattle' })
  await boss.call(animals.merge, { id: daisy.id, duplicate_id: twice.id })
  await boss.call(animalEvents.withhold, { id: daisy.id, cause: 'other', product: 'milk', until: '2026-01-31' })
  await reportedCase(id, boss, hand)
  const form = await publishedForm(boss)
  const subjects = [{ type: 'location', id: place.id, name: place.name } as const]
  await boss.call(forms.addToLibrary, {
    name: { en: 'Water' },
    content: { elements: [{ type: 'text', id: 'water', label: { en: 'Water' } }] },
  })
  const image = { name: 'ear.jpg', content: await photo() }
  await boss.call(forms.addPicture, { uuid: crypto.randomUUID() }, { file: image })
  const farms = { name: 'farms.csv', content: Buffer.from('name,label\n7,Green Farm') }
  await boss.call(forms.addTable, { uuid: crypto.randomUUID() }, { file: farms })
  const sent = await sendTask(boss, hand, { form_id: form.id, subjects })
  const submission = await begin(hand, form, { task_sent_id: sent.id, subjects })
  const { uuid, id: fileId } = await attach(hand, submission)
  const answers = { ...lameAnswers, picture: { value: [{ uuid }] } }
  const { revision } = await hand.call(submissions.complete, { id: submission.id, answers })
  const more = { ...answers, remark: { value: 'Looked again' } }
  await boss.call(corrections.correct, { id: submission.id, revision, answers: more, reason: 'It was forgotten' })
  await boss.call(reviews.comment, { id: submission.id, text: 'Which leg?' })
  const expires_at = new Date(Date.now() + 24 * 3600_000).toISOString()
  const pass = await boss.call(passes.create, {
    ...({ holder_name: 'Vet office', reach: null, kinds: ['submission', 'finding'], shows_names: false } as const),
    ...{ starts_at: new Date().toISOString(), ends_at: expires_at },
  })
  await request(passPages.open, passLinkIn(pass), null)
  await writeInPass(passLinkIn(pass), submission.id)
  // Both are begun, and there is another of each that is done.
  const open = await sendTask(boss, hand, { form_id: form.id, subjects })
  const helper = await boss.call(helpers.create, { id: open.id, email: 'vet@example.test' })
  await begin(hand, form, { subjects })
  const role = await boss.call(roles.create, { name: 'Milker', standing: 'above_employee', rules: [] })
  await boss.call(invites.create, { id, email: `milker${id}@example.test`, role_id: role.id, forms: [form.id] })
  await boss.call(publicLinks.create, { id: form.id })
  const written = {
    title: { en: 'Gates' },
    body: { en: 'Shut them.' },
    default_language: 'en',
    must_read: true,
  } as const
  const checker_ids = [boss.id, hand.id]
  const { id: guideId, revision: first } = await boss.call(guides.create, { ...written, for_guests: true, checker_ids })
  const checked = await boss.call(guides.approve, { id: guideId, step: 'checked', revision: first })
  await hand.call(guides.approve, { id: guideId, step: 'checked', revision: checked.revision })
  const guide = await boss.call(guides.publish, { id: guideId })
  await hand.call(guides.read, { id: guide.id, version: 1 })
  const view = await boss.call(views.create, {
    list: 'submissions',
    name: 'Lame cows',
    filters: { critical: true },
    for_everybody: true,
  })
  await boss.call(views.set, { list: 'submissions', columns: ['user'], default_view_id: view.id })
  const report = await boss.call(reports.create, { name: 'Pens' })
  await boss.call(shares.create, { kind: 'report', subject_id: report.id, expires_at })
  await boss.call(shares.create, { kind: 'guide', subject_id: guide.id, expires_at })
  await boss.call(shares.create, { kind: 'submission', subject_id: submission.id, expires_at })
  await boss.call(passTemplates.create, {
    ...({ name: 'Milk buyer, yearly', reach: null, kinds: ['submission'], shows_names: false } as const),
    ...{ record_days: 365, valid_days: 14 },
  })
  await boss.call(reportSchedules.set, { id: report.id, rhythm: 'week', recipient_ids: [boss.id] })
  const lines = { name: 'herd.csv', content: Buffer.from('Name,Species\nBella,cattle') }
  await boss.call(imports.create, { type: 'animal' }, { file: lines })
  await boss.call(exports.begin, { format: 'csv', filters: {} })
  await boss.call(passPacks.begin, { id: pass.id })
  await boss.call(documents.begin, { kind: 'report', record_id: report.id })
  await talk(boss, hand)
  const [offer] = await boss.call(plans.offers, {})
  await (await admin()).call(plans.open, { id, plan_id: offer?.id ?? 0 })
  await platform(async db => {
    // Asked as inspectors ask, it would be the latest task of all.
    const asked = { companyId: id, passId: pass.id, number: 1, uuid: crypto.randomUUID(), dueOn: '2098-01-01' }
    const [made] = await db.insert(passRequests).values(asked).returning()
    const entry = { companyId: id, requestId: made?.id ?? 0, uuid: asked.uuid, at: new Date(), words: 'The ramp' }
    await db.insert(passRequestEntries).values({ ...entry, action: 'asked' })
    await db.insert(auditEntries).values({ companyId: id, action: 'signed_in', subjectType: 'User' })
    await db.insert(helperNotes).values({ companyId: id, helperId: helper.id, text: 'On my way' })
    await db.insert(guideFiles).values({ companyId: id, guideId, fileId })
    await db.insert(sentTaskPhotos).values({ companyId: id, sentTaskId: sent.id, fileId })
    await db.insert(effectChecks).values({ companyId: id, sentTaskId: sent.id, taskId: sent.task_id })
    await db.insert(sealChecks).values({ companyId: id, checkedBy: boss.id, beganAt: new Date() })
    await db.insert(timeStamps).values({
      companyId: id,
      position: 1,
      hash: '',
      token: Buffer.of(0),
      stampedAt: new Date(),
      authority: 'Somebody',
    })
    await db.insert(sampleSets).values({ companyId: id, rows: [] })
    await db.insert(erasedSubmissions).values({ companyId: id, uuid: crypto.randomUUID() })
    await db.insert(workerAccounts).values({ companyId: id, userId: hand.id, userName: 'hand' })
  })
  return { id, boss, hand, place, vehicle, group, form, sent, submission, guide }
}
