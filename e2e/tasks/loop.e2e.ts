/**
 * The loop that everything serves: a worker on a phone fills in today's check, something is badly wrong; the manager
 * sees it at once, the corrective task stands there, the PDF proves it. Walked in English and in Arabic.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

type Language = 'en' | 'ar'
type Question = {
  id: string
  type: string
  label: Record<Language, string>
  choices?: { label: Record<Language, string> }[]
}

const readJson = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
const { definition } = readJson('server/forms/templates/daily-pen-check.json')
const [animals, pen]: { questions: Question[] }[] = definition.sections
const texts = (language: Language) => ({
  filling: readJson(`web/locales/${language}/filling.json`),
  submissions: readJson(`web/locales/${language}/submissions.json`),
  tasks: readJson(`web/locales/${language}/tasks.json`),
})
const photo = { name: 'pen.png', mimeType: 'image/png', buffer: pixel() }

const journeys = [
  { language: 'en', worker: 'worker@greenfield.example', task: 'Evening check of Barn 1' },
  { language: 'ar', worker: 'worker2@greenfield.example', task: 'Evening check of Barn 2' },
] as const

const corrective = {
  en: 'See to the injured animals, remove the dead ones',
  ar: 'رعاية الحيوانات المصابة وإزالة النافقة',
}

for (const { language, worker, task } of journeys)
  test(`a finding in the barn reaches the manager, who proves it (${language})`, {
    tag: language === 'en' ? '@core' : '@long',
  }, async ({ signIn }) => {
    const words = texts(language)
    const manager = await signIn('manager@greenfield.example', { ...desktop, serviceWorkers: 'block', language })
    const hand = await signIn(worker, { ...phone, language })

    // The task opens its form at once.
    const card = hand
      .getByRole('article')
      .filter({ hasText: task })
      .or(hand.getByRole('listitem').filter({ hasText: task }))
    await card.getByRole('link', { name: words.tasks.fillIn }).first().click()
    await expect(hand.getByRole('heading', { name: animals?.questions[0]?.label[language] })).toBeVisible()
    await expectAccessible(hand)
    await answerAnimals(hand, language)

    // Nothing is lost on a reload: the answers, the note and the photo are there again.
    await expect(hand.getByText(/\d{1,2}:\d{2}/).first()).toBeVisible()
    await hand.reload()
    await expect(answerOf(hand, animals?.questions[1], language, 'yes')).toBeChecked()
    await expect(hand.getByRole('textbox').first()).toHaveValue('Cow 14 cannot get up')

    await hand
      .getByRole('button', { name: words.filling.next })
      .or(hand.getByRole('link', { name: words.filling.next }))
      .click()
    await answerPen(hand, language)
    await hand
      .getByRole('button', { name: words.filling.toEnd })
      .or(hand.getByRole('link', { name: words.filling.toEnd }))
      .click()
    await expectAccessible(hand)
    // The manager is told without doing anything; the news stays for three seconds, which a click on a busy machine can
    // miss: it waits until the sheet has come to rest.
    const told = manager.locator('.Toastify__toast a[href^="/submission/view/"]').press('Enter', { timeout: 30_000 })
    await hand.getByRole('button', { name: words.filling.complete, exact: true }).click()
    await told
    await expect(hand.getByRole('heading', { name: words.filling.ended.sent })).toBeVisible()
    // What it opened is named there, and no news cover it.
    await expect(hand.getByRole('status').getByRole('listitem').first()).toBeVisible()
    await expect(hand.locator('.Toastify__toast')).toHaveCount(0)
    await expectAccessible(hand)

    // There are the score, the failed answer with its photo, and the corrective task.
    await expect(manager).toHaveURL(/\/submission\/view\/\d+/)
    await expect(
      manager.getByText(words.submissions.failedCritical_one.replace('{{count}}', '1')).first(),
    ).toBeVisible()
    await expect(manager.getByText(animals?.questions[1]?.label[language] ?? '').first()).toBeVisible()
    await expect(manager.getByText('Cow 14 cannot get up').first()).toBeVisible()
    await expect(manager.locator('img[src^="/storage/"]').first()).toBeVisible()
    // The task is called in the reader's language what the form calls it.
    await expect(manager.getByRole('main').getByText(corrective[language]).first()).toBeVisible()
    await expectAccessible(manager)

    const download = manager.waitForEvent('download')
    await manager.getByRole('button', { name: words.submissions.savePdf }).click()
    const content = readFileSync((await (await download).path()) ?? '')
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')

    // The task is done for the worker, also after a reload.
    await hand.goto('/tasks')
    await hand.reload()
    await expect(hand.getByRole('link', { name: words.tasks.fillIn }).first()).toBeVisible()
    await expect(card.getByRole('link', { name: words.tasks.fillIn })).toHaveCount(0)
  })

async function answerAnimals(page: Page, language: Language): Promise<void> {
  const [seen, injured, ill] = animals?.questions ?? []
  await choose(page, seen, language, 'yes')
  await choose(page, injured, language, 'yes')
  const group = page.getByRole('group', { name: injured?.label[language] })
  await group.getByRole('textbox').fill('Cow 14 cannot get up')
  await group.locator('input[type="file"]').first().setInputFiles(photo)
  await expect(group.locator('img').first()).toBeVisible()
  await choose(page, ill, language, 'no')
}

/** The first choice everywhere: the good one. */
async function answerPen(page: Page, language: Language): Promise<void> {
  for (const question of pen?.questions ?? []) {
    if (question.type === 'yes_no') await choose(page, question, language, 'yes')
    if (question.type === 'single_choice')
      await page
        .getByRole('group', { name: question.label[language] })
        .getByRole('radio', { name: question.choices?.[0]?.label[language] ?? '', exact: true })
        .click()
  }
}

/** As a thumb does it, wherever the page has to be scrolled. */
async function choose(page: Page, question: Question | undefined, language: Language, value: 'yes' | 'no') {
  await answerOf(page, question, language, value).click()
  await expect(answerOf(page, question, language, value)).toBeChecked()
}

function answerOf(page: Page, question: Question | undefined, language: Language, value: 'yes' | 'no') {
  const { answers } = texts(language).submissions
  return page
    .getByRole('group', { name: question?.label[language] })
    .getByRole('radio', { name: answers[value], exact: true })
}

/** The smallest picture that there is. */
function pixel(): Buffer {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
}
