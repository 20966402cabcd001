/**
 * Each template filled in on a phone, in a language that is not English: it comes to the score that was worked out by
 * hand, and its PDF is put beside the results, to be looked at.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { listTemplates, type Template } from '#server/forms/templates.ts'
import { readPdf } from '#server/test/sampleDocument.ts'
import type { CaseDetail } from '#shared/cases/contract.ts'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answers, AnswerValue } from '#shared/forms/answers/answers.ts'
import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Element } from '#shared/forms/definition.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Question } from '#shared/forms/questions.ts'
import { defaultLocale, type Locale, languageIdOf, locales } from '#shared/lib/language.ts'
import { type Middling, middling } from '#testing/forms/middlingAnswers.ts'
import { bestAnswersBut } from '#testing/forms/templateAnswers.ts'
import { ask } from '../apiCalls.ts'
import { enterAs, newCompany } from '../companySteps.ts'
import { photo } from '../filling/penCheck.ts'
import { expect, phone, test } from '../people.ts'

/** Languages in turn; English is what the others are translated from. */
const spoken = locales.filter(locale => locale !== defaultLocale)

/** In `npm test`: one that scores animals in rows, and one of a workshop. The rest is the same code. */
const isShort = (key: string) => ['dairy-cow-visit', 'workshop-machine-check'].includes(key)

const wordsOf = (locale: Locale, feature = 'filling') =>
  JSON.parse(readFileSync(new URL(`../../web/locales/${locale}/${feature}.json`, import.meta.url), 'utf8'))

/** Reported by a link; nobody who is signed in fills it in. */
const concern = 'confidential-concern'

type Api = Parameters<typeof ask>[0]
type Work = { page: Page; locale: Locale; words: ReturnType<typeof wordsOf>; template: Template; state: FormState }

/** A company with something that each template can be about, and the template as its form. */
async function prepare(api: Api, template: Template) {
  const { boss, company, worker } = await newCompany(api, 'Template Farm')
  const create = <T>(path: string, body: object) => ask<T>(api, boss.token, 'POST', path, body)
  await create('/location', { name: 'Barn 1', type: 'barn' })
  await create('/vehicle', { name: 'Lorry 1', type: 'lorry' })
  await create('/animal/group', { name: 'Herd 1', species: 'cattle' })
  const { id } = await create<{ id: number }>('/form', { template_key: template.key })
  await create(`/form/${id}/publish`, {})
  return { boss, company, worker, id }
}

const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().tap()

/** Says what it is about, where the form asks: the first that is offered, or nothing. */
async function chooseSubject({ page, words, template }: Work): Promise<void> {
  if (!template.definition.settings?.about) return
  await expect(page.getByText(words.about.title)).toBeVisible()
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().tap()
}

async function answerEach(work: Work, elements: readonly Element[], row?: string): Promise<void> {
  for (const element of elements) {
    const key = answerKey(element.id, row)
    if (element.type === 'repeat') await answerRows(work, element.id, element.questions)
    else if (element.type !== 'instruction' && element.type !== 'calculated' && work.state.isVisible(key)) {
      const field = work.page.locator(`[id="question-${element.id}"], [id^="question-${element.id}@"]`)
      await answerOne(work, field, element as Question, work.state.value(key))
      const others = (middling[work.template.key] as Middling).but
      if (key in others) await explain(work, field)
    }
  }
}

/** Two rows, one after the other. */
async function answerRows(work: Work, id: string, questions: readonly Element[]): Promise<void> {
  if (!work.state.isVisible(id)) return
  const rows = work.template.key === 'journey-and-arrival' ? [] : ['r1', 'r2']
  for (const row of rows) {
    await tap(work.page, work.words.rows.add)
    await answerEach(work, questions, row)
    await tap(work.page, work.words.rows.all)
  }
}

async function answerOne({ page, locale }: Work, field: Locator, question: Question, value?: AnswerValue) {
  if (value === undefined || value === null) return
  const chosen = (id: unknown) => {
    const index = 'choices' in question ? question.choices.findIndex(choice => choice.id === id) : -1
    if (index < 0) throw new Error(`${question.id} has no choice ${id}.`)
    return index
  }
  switch (question.type) {
    case 'yes_no':
      return field
        .getByRole('radio')
        .nth(value === 'yes' ? 0 : 1)
        .check()
    case 'single_choice': {
      if (question.layout !== 'list') return field.getByRole('radio').nth(chosen(value)).check()
      await field.getByRole('combobox').or(field.getByRole('textbox')).first().tap()
      const label = question.choices[chosen(value)]?.label[locale] ?? ''
      return page.getByRole('option', { name: label, exact: true }).tap()
    }
    case 'multiple_choice':
      for (const id of value as string[]) await field.getByRole('checkbox').nth(chosen(id)).check()
      return
    case 'number':
    case 'text':
      return field.getByRole('textbox').first().fill(String(value))
    case 'date':
      return field.locator('input:not([type=file])').first().fill(String(value))
    case 'date_time': {
      const [day = '', time = ''] = String(value).split('T')
      await field.locator('input:not([type=file])').first().fill(day)
      return field.locator('input:not([type=file])').nth(1).fill(time)
    }
    case 'photo':
      await field.locator('input[type=file]').setInputFiles(photo('photo.png'))
      return expect(field.locator('img').first()).toBeVisible()
    default:
      // Signatures, files and rows of registers may be left out.
      return
  }
}

/** The note and the photo for which a bad answer asks. */
async function explain({ words }: Work, field: Locator): Promise<void> {
  const note = field.getByRole('textbox', { name: words.note })
  if ((await note.count()) > 0) await note.fill('1')
  if ((await field.getByText(words.needsPhoto).count()) > 0) {
    await field.locator('input[type=file]').first().setInputFiles(photo('photo.png'))
    await expect(field.locator('img').first()).toBeVisible()
  }
}

async function fillIn(work: Work): Promise<void> {
  const { page, words, template, locale } = work
  await chooseSubject(work)
  for (const section of withChoices(template.definition).sections) {
    if (!work.state.isVisible(section.id)) continue
    await expect(page.getByRole('heading', { name: section.title[locale] ?? '' }).first()).toBeVisible()
    await answerEach(work, section.questions)
    const on = (name: string) => page.getByRole('button', { name, exact: true })
    await on(words.next).or(on(words.toEnd)).last().tap()
  }
}

for (const [index, template] of listTemplates().entries()) {
  const { key } = template
  const locale = spoken[index % spoken.length] ?? 'hu'
  if (key === concern) continue
  test(
    `${key} is filled in on a phone (${locale})`,
    {
      tag: isShort(key) ? [] : '@long',
    },
    async ({ browser, baseURL, request }, info) => {
      const { but, percent, band, passed, tasks } = middling[key] as Middling
      const { boss, id } = await prepare(request, template)
      await ask(request, boss.token, 'PATCH', '/auth/user', { language_id: languageIdOf(locale) })
      const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
      const page = await context.newPage()
      await page.addInitScript(spoken => localStorage.setItem('locale', spoken), locale)
      await enterAs(page, request, boss, `/submission/filling/new?form=${id}`)
      const state = new FormState(template.definition, bestAnswersBut(template, but))
      const work = { page, locale, words: wordsOf(locale), template, state }
      await fillIn(work)
      await tap(page, work.words.complete)

      type Found = { id: number; score_percent: number | null; band: string | null }
      const read = <T>(path: string) => ask<T>(request, boss.token, 'GET', path)
      const done = () => read<Found[]>(`/form/submission?form_id=${id}&status=complete`).then(([one]) => one)
      await expect.poll(done).toMatchObject({ score_percent: percent, ...(band && { band }) })
      const found = (await done()) as Found
      const { score, answers } = await read<{ score: { passed: boolean }; answers: Answers }>(
        `/form/submission/${found.id}`,
      )
      for (const [question, value] of Object.entries(but))
        if (!question.includes('@')) expect(answers[question]?.value, question).toEqual(value)
      if (passed !== undefined) expect(score.passed).toBe(passed)
      expect((await read<unknown[]>('/task')).length).toBe(tasks.length)
      const headers = { Authorization: `Bearer ${boss.token}` }
      const printed = async () =>
        (await request.get(`/api/form/submission/${found.id}/pdf?lang=${locale}`, { headers })).body()
      let pdf: Buffer = Buffer.of()
      // A busy machine puts off what takes it too long.
      await expect(async () => {
        pdf = await printed()
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      }).toPass()
      const { text } = await readPdf(pdf)
      const opened = (template.definition.triggers ?? []).filter(trigger => tasks.includes(trigger.id))
      for (const { task } of opened) expect(text).not.toContain(task?.title.en)
      writeFileSync(info.outputPath(`${key}.${locale}.pdf`), pdf)
      await context.close()
    },
  )
}

test(
  'a concern is reported by its link, in Arabic and without a name',
  { tag: '@long' },
  async ({ browser, baseURL, request }, info) => {
    const template = listTemplates().find(({ key }) => key === concern) as Template
    const { but } = middling[concern] as Middling
    const { boss, company, worker, id } = await prepare(request, template)
    const asBoss = <T>(method: string, path: string, body?: object) => ask<T>(request, boss.token, method, path, body)
    const role = await asBoss<{ id: number }>('POST', '/role', {
      ...{ name: 'Trust person', standing: 'below_employee' },
      rules: [{ action: ['read', 'update'], subject: 'Case' }],
    })
    const { id: trusted } = await worker('Ruth')
    await asBoss('PUT', `/company/${company.id}/user/${trusted}`, { role_id: role.id })
    const card = await asBoss<{ token: string }>('POST', `/company/${company.id}/user/${trusted}/enrolment`, {})
    const session = await ask<{ token: string }>(request, '', 'POST', '/auth/enrolment', { ...card, pin: '508213' })
    const { version } = await ask<{ version: number }>(request, '', 'GET', '/system/legal')
    await ask(request, session.token, 'PUT', '/auth/accept-privacy', { version })
    const { address } = await asBoss<{ address: string }>('POST', `/form/${id}/public-link`, {})

    const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.addInitScript(() => localStorage.setItem('locale', 'ar'))
    await page.goto(new URL(address).pathname)
    const state = new FormState(template.definition, bestAnswersBut(template, but))
    await fillIn({ page, locale: 'ar', words: wordsOf('ar'), template, state })
    const words = wordsOf('ar', 'publicCase')
    await expect(page.getByRole('radio', { name: words.identities.anonymous })).toBeChecked()
    await tap(page, wordsOf('ar', 'publicForm').send)
    await expect(page.getByRole('heading', { name: words.arrived })).toBeVisible()
    await context.close()

    const [found] = await ask<{ id: number }[]>(request, session.token, 'GET', '/case')
    const report = await ask<CaseDetail>(request, session.token, 'GET', `/case/${found?.id}`)
    for (const question of template.definition.sections.flatMap(({ questions }) => questions))
      if ('choices' in question && question.id in but) {
        const choice = question.choices.find(({ id }) => id === but[question.id])
        const line = report.lines.find(({ question_id }) => question_id === question.id)
        expect(Object.values(choice?.label ?? {}), question.id).toContain(line?.answer)
      }
    expect(Object.keys(report).join()).not.toMatch(/score|percent|band/)
    const headers = { Authorization: `Bearer ${session.token}` }
    await expect(async () => {
      const pdf = await (await request.get(`/api/case/${report.id}/pdf?lang=ar`, { headers })).body()
      expect((await readPdf(pdf)).text).toContain(template.name.ar)
      writeFileSync(info.outputPath(`${concern}.ar.pdf`), pdf)
    }).toPass()
    expect(await asBoss<unknown[]>('GET', '/task')).toEqual([])
  },
)
