import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { storageCookie, storageCookieValue } from '../accounts/identity.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { stopRenderers } from '../lib/pdf/render.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { goodAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'
import { complete, photo } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'

afterAll(stopRenderers)

const withTitle = (title: string): Definition => ({
  ...penCheck,
  sections: penCheck.sections.map(section => ({ ...section, title: { en: title } })),
})

test('every version stays readable with its person and date; a worker sees no history', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await publishedForm(boss)
  await boss.call(forms.update, { id, definition: withTitle('New') })
  await boss.call(forms.publish, { id })

  expect(await boss.call(forms.versions, { id })).toMatchObject([
    { number: 2, published_by_name: boss.name, question_count: 8 },
    { number: 1 },
  ])
  expect((await boss.call(forms.version, { id, number: 1 })).definition).toEqual(penCheck)
  expect((await boss.call(forms.version, { id, number: 2 })).definition.sections[0]?.title).toEqual({ en: 'New' })
  expect(await boss.refused(forms.version, { id, number: 3 })).toMatchObject({ status: 404 })
  expect(await hand.refused(forms.versions, { id })).toMatchObject({ status: 403 })
  const stranger = await (await company()).manager()
  expect(await stranger.refused(forms.versions, { id })).toMatchObject({ status: 404 })
})

test('those who look after forms see how often each was filled in; drafts and archived ones do not count', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  await complete(hand, form)
  const second = await complete(hand, form)
  await boss.call(submissions.remove, { id: second.id })

  expect((await boss.call(forms.list, {})).data).toMatchObject([{ submission_count: 1 }])
  expect(await boss.call(forms.get, { id: form.id })).toMatchObject({ submission_count: 1 })
  expect((await hand.call(forms.list, {})).data).toMatchObject([{ submission_count: null }])
})

test('a form that is closing is begun for a task only, and a closed one not at all', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const [early, late] = [
    await sendTask(boss, hand, { form_id: form.id }),
    await sendTask(boss, hand, { form_id: form.id }),
  ]
  await boss.call(forms.update, { id: form.id, status: 'closing' })
  const begin = (task?: number) => ({
    form_id: form.id,
    uuid: crypto.randomUUID(),
    ...(task !== undefined && { task_sent_id: task }),
  })
  expect(await hand.refused(submissions.create, begin())).toMatchObject({ code: 'form_not_published' })
  const { id } = await hand.call(submissions.create, begin(early.id))
  await boss.call(forms.update, { id: form.id, status: 'closed' })
  expect(await hand.refused(submissions.create, begin(late.id))).toMatchObject({ code: 'form_not_published' })
  expect(await hand.call(submissions.complete, { id, answers: goodAnswers })).toMatchObject({ status: 'complete' })
})

test('library entries are the company’s, and are removed and restored', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await (await company()).manager()]
  const item = {
    name: { en: 'Water' },
    content: { elements: [{ type: 'text' as const, id: 'water', label: { en: 'Is there water?' } }] },
  }
  const { id } = await boss.call(forms.addToLibrary, item)
  expect(await boss.call(forms.library, {})).toMatchObject([item])
  expect(await other.call(forms.library, {})).toEqual([])
  expect(await other.refused(forms.removeFromLibrary, { id })).toMatchObject({ status: 404 })
  expect(await hand.refused(forms.library, {})).toMatchObject({ status: 403 })
  expect(await hand.refused(forms.addToLibrary, item)).toMatchObject({ status: 403 })

  await boss.call(forms.removeFromLibrary, { id })
  expect(await boss.call(forms.library, {})).toEqual([])
  expect(await boss.call(forms.library, { archived: true })).toMatchObject([{ id, ...item }])
  expect(await other.call(forms.library, { archived: true })).toEqual([])
  await boss.call(forms.restoreToLibrary, { id })
  expect(await boss.call(forms.library, { archived: true })).toEqual([])
  expect(await boss.call(forms.library, {})).toHaveLength(1)
  expect(await boss.refused(forms.addToLibrary, { ...item, content: { elements: [] } })).toMatchObject({
    errors: { content: [expect.anything()] },
  })
  expect(await boss.refused(forms.addToLibrary, { ...item, name: { en: ' ' } })).toMatchObject({ status: 422 })
})

async function fetchFile(path: string, person: Person) {
  const { app, services } = await tend()
  const [session] = await platform(db =>
    db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(person.token))),
  )
  const cookie = `${storageCookie}=${storageCookieValue(services.serverKey, session?.id ?? 0)}`
  return app.inject({ url: `/storage/${path}`, headers: { cookie } })
}

test('a picture of a form is shown to all readers of forms, and comes with each form that names it', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await (await company()).manager()]
  const uuid = crypto.randomUUID()
  const file = { name: 'ear.jpg', content: await photo() }
  const picture = await boss.call(forms.addPicture, { uuid }, { file })
  expect(picture).toMatchObject({ uuid, name: 'ear.jpg', width: 40, height: 30 })
  expect(await boss.call(forms.addPicture, { uuid }, { file })).toEqual(picture)
  expect(await hand.refused(forms.addPicture, { uuid }, { file })).toMatchObject({ status: 403 })

  const definition: Definition = {
    schema: 1,
    default_language: 'en',
    sections: [
      {
        id: 'first',
        title: { en: 'First' },
        questions: [{ type: 'text', id: 'ear', label: { en: 'Ear?' }, picture: { name: 'ear.jpg', uuid } }],
      },
    ],
  }
  const form = await publishedForm(boss, definition)
  expect(form.pictures).toEqual([picture])
  expect((await hand.call(forms.get, { id: form.id })).pictures).toEqual([picture])
  expect((await fetchFile(picture.path, hand)).statusCode).toBe(200)
  expect((await fetchFile(picture.path, other)).statusCode).toBe(404)
  const strange = await publishedForm(other, definition)
  expect(strange.pictures).toEqual([])
})

async function printed(person: Person, id: number, lang: 'en' | 'hu' | 'ar', draft = false) {
  const answer = await person.send(forms.pdf, { id, ...(draft && { draft }) }, { lang })
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: true })
  return text.normalize('NFKC').replace(/\s+/g, ' ')
}

test('a blank form is printed with every question, in the language of the reader', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await publishedForm(boss)
  const english = await printed(hand, id, 'en')
  for (const words of [
    'Pen check',
    'Version 1',
    'The animals',
    'Are they calm? *',
    'Not applicable',
    'Cough',
    '°C',
    'dry',
    'Name',
  ])
    expect.soft(english).toContain(words)
  expect(await printed(hand, id, 'hu')).toContain('Nyugodtak?')
  expect(await printed(hand, id, 'ar')).toContain('التاريخ')

  await boss.call(forms.update, { id, definition: withTitle('Still a draft') })
  expect(await printed(boss, id, 'en', true)).toContain('Still a draft')
  expect(await printed(hand, id, 'en', true)).not.toContain('Still a draft')

  const [section] = withTitle('Of choices to come').sections
  const unfinished = { type: 'single_choice' as const, id: 'breed', label: { en: 'Which breed?' }, choices: [] }
  const definition = { ...withTitle(''), sections: [{ ...section, questions: [unfinished] }] } as Definition
  await boss.call(forms.update, { id, definition })
  expect(await printed(boss, id, 'en', true)).toContain('Which breed?')
})

test('every type of question has its room on paper, and a repeat is a table', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const types = ['time', 'date_time', 'file', 'signature', 'barcode', 'place', 'animal', 'vehicle', 'user'] as const
  const definition: Definition = {
    schema: 1,
    default_language: 'en',
    choice_sets: [{ id: 'set', choices: [{ id: 'one', label: { en: 'From the set' } }] }],
    sections: [
      {
        id: 'all',
        title: { en: 'All' },
        questions: [
          ...types.map(type => ({ type, id: type, label: { en: `Asked ${type}` } })),
          { type: 'rating', id: 'stars', label: { en: 'Stars' }, levels: 5 },
          { type: 'slider', id: 'mood', label: { en: 'Mood' }, min: 0, max: 10, step: 1, max_label: { en: 'best' } },
          { type: 'multiple_choice', id: 'picked', label: { en: 'Picked' }, choices: [], choice_set: 'set' },
          {
            type: 'instruction',
            id: 'note',
            label: { en: 'Read' },
            body: { en: '**Wash** your [hands](https://x.example)' },
          },
          { type: 'hidden', id: 'secret', label: { en: 'Not printed' } },
          {
            type: 'repeat',
            id: 'cows',
            label: { en: 'Cows' },
            questions: [{ type: 'text', id: 'tag', label: { en: 'Ear tag' }, visible_if: '${stars} > 1' }],
          },
        ],
      },
    ],
  }
  const { id } = await publishedForm(boss, definition)
  const text = await printed(boss, id, 'en')
  for (const type of types) expect.soft(text).toContain(`Asked ${type}`)
  for (const words of ['Stars', 'best', 'From the set', 'Wash your hands', 'Cows', 'Ear tag', 'No.'])
    expect.soft(text).toContain(words)
  expect(text).not.toContain('Not printed')
})
