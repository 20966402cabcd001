import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { findings } from '#shared/findings/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Locale } from '#shared/lib/language.ts'
import { locations } from '#shared/locations/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { reports } from '#shared/reports/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { form as formWith, yesNo } from '#testing/forms/scenarios/language.ts'
import { stopRenderers } from '../../lib/pdf/render.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../../test/forms.ts'
import { company, type Person } from '../../test/people.ts'
import { attach, begin, complete } from '../../test/submissions.ts'
import { bring, filledIn, linkOf, visit } from '../../test/visitors.ts'

afterAll(stopRenderers)

async function lameCow() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Nyugati istálló', type: 'barn' })
  const draft = await begin(hand, await publishedForm(boss), {
    subjects: [{ type: 'location', id: barn.id, name: '' }],
  })
  const { uuid } = await attach(hand, draft)
  const answers = {
    ...lameAnswers,
    signs: { value: ['cough', 'dull'] },
    number: { value: 38.5 },
    cleaned: { value: '2026-11-19' },
    picture: { value: [{ uuid }] },
  }
  await hand.call(submissions.complete, { id: draft.id, answers })
  return { farm, boss, hand, id: draft.id }
}

async function read(person: Person, id: number, lang: Locale): Promise<string> {
  const answer = await person.send(submissions.pdf, { id }, { lang })
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf' })
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: true })
  return text.normalize('NFKC').replace(/\s+/g, ' ')
}

test('a submission is printed in the language of the reader, with answers in words', async () => {
  const { boss, hand, id } = await lameCow()
  const english = await read(boss, id, 'en')
  for (const words of ['Pen check', hand.name, 'Nyugati istálló', 'Failed critical answers', 'Call the vet', '50%'])
    expect.soft(english).toContain(words)
  for (const words of ['Left hind leg', 'Cough and Dull', '38.5 °C', '19 Nov 2026', 'Not answered'])
    expect.soft(english).toContain(words)

  const hungarian = await read(hand, id, 'hu')
  for (const words of [
    'Istállóellenőrzés',
    'Nem megfelelő kritikus válaszok',
    'Sántít valamelyik?',
    'nedves',
    '38,5 °C',
  ])
    expect.soft(hungarian).toContain(words)
  expect.soft(hungarian).toContain('How warm is it?')
  expect.soft(hungarian).toContain('2026. nov. 19.')
})

test('paper says how far the task of a failed answer is, as the screen does', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const { id } = await complete(hand, form, lameAnswers)
  const said = async () => (await read(boss, id, 'en')).replace(/[\u2066-\u2069]/g, '')
  expect(await said()).toContain('Call the vet · Open')
  const [found] = (await boss.call(findings.list, { submission_id: id })).data
  await boss.call(findings.settle, { id: found?.id ?? 0, reason: 'The vet was here' })
  expect(await said()).toContain('Call the vet · Closed with a reason')
})

test('an Arabic reader gets Arabic words, joined and in order', async () => {
  const { boss, id } = await lameCow()
  const arabic = await read(boss, id, 'ar')

  expect.soft(arabic).toContain('نعم')
  expect.soft(arabic).toContain('النتيجة')
  expect.soft(arabic).toContain('الحيوانات')
})

test('a form that sets the state of what it is about says so on paper and in the row', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const definition = formWith(yesNo('lame', { triggers: [{ id: 'stopped', when: ". = 'yes'", set_status: 'stop' }] }))
  const { id } = await boss.call(forms.create, { name: { en: 'Walk' }, definition })
  const form = await boss.call(forms.publish, { id })
  const [ill, well] = [await complete(hand, form, { lame: { value: 'yes' } }), await complete(hand, form, {})]

  expect(ill.score).toMatchObject({ subject_status: 'stop' })
  expect(await read(boss, ill.id, 'en')).toMatch(/State.*Stop/)
  expect(await read(boss, well.id, 'en')).not.toContain('State')
})

test('a draft can be printed by its person only, and says that it is one', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await begin(hand, await publishedForm(boss))

  expect(await read(hand, id, 'en')).toContain('Not completed yet')
  expect(await boss.refused(submissions.pdf, { id })).toMatchObject({ status: 404 })
})

test('under each photo is its time and place of adding or arrival', async () => {
  const { boss, hand } = await lameCow()
  const barn = await boss.call(locations.create, { name: 'Long barn', type: 'barn' })
  const subjects = [{ type: 'location' as const, id: barn.id, name: '' }]
  const draft = await begin(hand, await publishedForm(boss), { subjects })
  const [first, second] = [await attach(hand, draft), await attach(hand, draft)]
  const added_at = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const picture = { value: [{ uuid: first.uuid, added_at }, { uuid: second.uuid }] }
  await hand.call(submissions.complete, { id: draft.id, answers: { ...lameAnswers, picture } })

  const text = await read(boss, draft.id, 'en')
  const day = new Date(added_at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  expect(text).toMatch(new RegExp(`Photo 1 [^R]*${day} 20\\d\\d, \\d\\d:\\d\\d\\S* · \\S*Long barn`))
  expect(text).toMatch(/Photo 2 .*Received \d+ \w+ 20\d\d, \d\d:\d\d\S* · \S*Long barn/)
})

test('a time that a device claims for a photo is printed only where that can be', async () => {
  const { boss, hand } = await lameCow()
  const draft = await begin(hand, await publishedForm(boss))
  const [first, second] = [await attach(hand, draft), await attach(hand, draft)]
  const picture = {
    value: [
      { uuid: first.uuid, added_at: '2019-03-04T10:11:00.000Z' },
      { uuid: second.uuid, added_at: '2199-03-04T10:11:00.000Z' },
    ],
  }
  await hand.call(submissions.complete, { id: draft.id, answers: { ...lameAnswers, picture } })
  const text = await read(boss, draft.id, 'en')
  for (const name of ['Photo 1', 'Photo 2']) expect(text).toMatch(new RegExp(`${name} .*Received \\d+ \\w+ 20\\d\\d`))
  for (const year of ['2019', '2199']) expect(text).not.toContain(year)
})

test('a caption under a photo is printed, in another language with its name, and on the shared page', async () => {
  const { boss, hand } = await lameCow()
  await hand.call(auth.updateUser, { language_id: 2 })
  const draft = await begin(hand, await publishedForm(boss))
  const [first, second] = [await attach(hand, draft), await attach(hand, draft)]
  const picture = { value: [{ uuid: first.uuid, caption: 'Bal hátsó láb' }, { uuid: second.uuid }] }
  await hand.call(submissions.complete, { id: draft.id, answers: { ...lameAnswers, picture } })
  const text = await read(boss, draft.id, 'en')
  expect(text).toMatch(/Bal hátsó láb .*Received .* Language: \S*Hungarian/)
  expect(text).toContain('Photo 2')
  const { answers } = await boss.call(submissions.get, { id: draft.id })
  expect(answers.picture).toEqual(picture)
  const report = await boss.call(reports.create, { name: 'Feet' })
  const { photos } = await boss.call(reports.data, { id: report.id })
  expect(photos?.photos.map(({ caption }) => caption)).toEqual(expect.arrayContaining(['Bal hátsó láb', null]))
  const said = await boss.send(reports.pdf, { id: report.id })
  const { text: paper } = await extractText(await getDocumentProxy(new Uint8Array(said.rawPayload)), {
    mergePages: true,
  })
  expect(paper.normalize('NFKC')).toContain('Bal hátsó láb')
})

test('of people without a name paper says the day and no time, and in which language they wrote', async () => {
  const { boss } = await lameCow()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form)
  const uuid = crypto.randomUUID()
  const picture = await bring(link, { submission_uuid: uuid })
  const answers = { ...goodAnswers, remark: { value: 'Minden rendben' }, picture: { value: [{ uuid: picture.uuid }] } }
  for (const contact of [undefined, '+36 1 234']) {
    const sent = filledIn(link, { answers: contact ? goodAnswers : answers, locale: 'hu', ...(contact && { contact }) })
    const filled = { ...sent, ...(!contact && { uuid }) }
    await visit(publicForms.submit, filled)
    const { data } = await boss.call(submissions.list, { uuid: filled.uuid })
    const text = await read(boss, data[0]?.id ?? 0, 'en')
    // But for the moment at which it was printed.
    const said = text.replace(/Created \S+ \w+ 20\d\d, \d\d:\d\d/g, '')
    if (contact) expect(said).toMatch(/\d\d:\d\d/)
    else {
      expect(said).not.toMatch(/\d\d:\d\d/)
      expect(said).toMatch(/Received \d+ \w+ 20\d\d/)
      expect(said).toMatch(/Minden rendben\S* Language: \S*Hungarian/)
    }
  }
})

test('the original is printed beside texts in another language, which typed ones name', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await hand.call(auth.updateUser, { language_id: 2 })
  const { id } = await begin(hand, await publishedForm(boss))
  const answers = { ...lameAnswers, remark: { value: 'Holnap újra megnézem' } }
  await hand.call(submissions.complete, { id, answers })

  const english = await read(boss, id, 'en')
  expect.soft(english).toMatch(/Pen check \S*Istállóellenőrzés\S* \(\S*Hungarian/)
  expect.soft(english).toMatch(/Is one lame\? \S*Sántít valamelyik\?\S* \(\S*Hungarian/)
  expect.soft(english).toMatch(/Holnap újra megnézem\S* Language: \S*Hungarian/)
  const hungarian = await read(hand, id, 'hu')
  expect.soft(hungarian).not.toContain('Pen check')
  expect.soft(hungarian).not.toContain('magyar')
  // The words stay in the language that their writer had then.
  await hand.call(auth.updateUser, { language_id: 3 })
  expect.soft(await read(boss, id, 'en')).toMatch(/Holnap újra megnézem\S* Language: \S*Hungarian/)
  // What was never translated says which language it is.
  expect.soft(hungarian).toMatch(/How warm is it\? Nyelv: \S*angol/)
})
