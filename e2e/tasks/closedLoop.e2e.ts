/**
 * The closed loop in Hungarian: a bad answer on a phone, the score that the manager sees, the task that came of it,
 * what shows that it was done, a look at the failed question alone that is taken without signal, and the animal is
 * green again.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { call, me } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, isInstalled, noScreen, phone, test } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

const texts = (part: string) =>
  JSON.parse(readFileSync(new URL(`../../web/locales/hu/${part}.json`, import.meta.url), 'utf8'))
const [filling, findings, submissions, tasks] = ['filling', 'findings', 'submissions', 'tasks'].map(texts)
const label = (hu: string) => ({ hu })

const definition = {
  ...{ schema: 1, default_language: 'hu', settings: { about: { types: ['animal'] } } },
  triggers: [{ id: 'looked', when: { on: 'answers', holds: 'true()' }, set_status: 'ok' }],
  sections: [
    {
      ...{ id: 'legs', title: label('Lábak') },
      questions: [
        {
          ...{
            type: 'yes_no',
            id: 'lame',
            label: label('Sántít?'),
            good: 'no',
            points: 3,
            critical: true,
            required: true,
          },
          when_failed: {
            ...{ require_note: true, set_status: 'stop' },
            task: {
              ...{ title: label('Kezelni a sánta lábat'), priority: 'high', due_after: 'PT1H' },
              ...{ assignee: 'manager', proof: 'photo', recheck: 'submitter' },
            },
          },
        },
        { type: 'yes_no', id: 'eats', label: label('Eszik?'), good: 'yes', points: 1, required: true },
      ],
    },
  ],
}

const picture = {
  name: 'csulok.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url)),
}

/** Today shows the first few of one's tasks. */
async function showAll(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible()
  const more = page.getByRole('button', { name: tasks.showAll_other.split(' (')[0] })
  if (await more.isVisible()) await more.click()
}

test('egy rossz választól a zöld állatig', async ({ signIn }) => {
  const boss = await signIn('manager@riverside.example', {
    ...desktop,
    serviceWorkers: 'block',
    language: 'hu',
    at: noScreen,
  })
  const hand = await signIn('worker@riverside.example', { ...phone, language: 'hu' })
  await isInstalled(hand)
  const name = `Vilma ${Date.now()}`
  const note = `${name} húzza a lábát`
  const [cow, { id: form }, { id: bence }] = await Promise.all([
    call(boss, 'POST', '/animal', { name, species: 'cattle' }),
    call(boss, 'POST', '/form', { name: label('Lábvizsgálat'), definition }),
    me(hand),
  ])
  await call(boss, 'POST', `/form/${form}/publish`, {})
  const subjects = [{ type: 'animal', id: cow.id }]
  await call(boss, 'POST', '/task', {
    title: `Megnézni: ${name}`,
    form_id: form,
    subjects,
    assignees: [{ user_id: bence }],
  })
  await boss.goto('/findings')

  // The bad answer, on the phone.
  const card = (title: string) => hand.getByRole('article').filter({ hasText: title }).filter({ hasText: name })
  await card('Megnézni').getByRole('link', { name: tasks.fillIn, exact: true }).click()
  const answer = (question: string, given: 'yes' | 'no') =>
    hand
      .getByRole('group', { name: question })
      .getByRole('radio', { name: submissions.answers[given], exact: true })
      .click()
  await answer('Sántít?', 'yes')
  await hand.getByRole('group', { name: 'Sántít?' }).getByRole('textbox').fill(note)
  await answer('Eszik?', 'yes')
  await hand
    .getByRole('button', { name: filling.toEnd })
    .or(hand.getByRole('link', { name: filling.toEnd }))
    .click()
  await hand.getByRole('button', { name: filling.complete, exact: true }).click()
  await expect(hand.getByRole('heading', { name: filling.ended.sent })).toBeVisible()

  // The manager sees it at once, with its score and the task that came of it.
  const row = boss.getByRole('listitem').filter({ hasText: note })
  await expect(row.getByText(findings.severities.critical)).toBeVisible()
  await expectAccessible(boss)
  await row.getByRole('link', { name, exact: true }).click()
  await expect(boss.getByText(/^25\s?%$/).first()).toBeVisible()
  await expect(boss.getByText(submissions.failedCritical_one.replace('{{count}}', '1')).first()).toBeVisible()
  await hand.getByRole('link', { name: filling.ended.toTasks }).click()
  const isFetched = hand.waitForResponse(
    answer => /\/api\/form\/submission\/\d+(\?|$)/.test(answer.url()) && answer.request().method() === 'GET',
  )
  await boss.goto('/tasks')
  // The problem is told once: what was found, with its task.
  await expect(row).toHaveCount(1)
  await expect(boss.getByRole('article').filter({ hasText: note })).toHaveCount(0)
  await row.getByRole('button', { name: tasks.complete, exact: true }).click()
  const proof = boss.getByRole('dialog', { name: 'Kezelni a sánta lábat' })
  await proof.getByLabel(tasks.proofWords).fill('Megkörmöltem')
  await proof.locator('input[type=file]').setInputFiles(picture)
  // A drawing on a button is one by its role, too.
  await expect(proof.locator('img')).toBeVisible()
  await proof.getByRole('button', { name: tasks.complete, exact: true }).click()
  // What lies behind the sheet has no role, done or not.
  await expect(proof).toHaveCount(0)
  await expect(row.getByRole('button', { name: tasks.complete, exact: true })).toHaveCount(0)

  // The finding waits for a look, with what shows that it was done.
  await boss.goto('/findings')
  const chain = row.getByRole('list', { name: findings.chain })
  await expect(chain.getByText('Megkörmöltem')).toBeVisible()
  await expect(chain.getByRole('img')).toBeVisible()
  await expect(chain.getByText(findings.rechecks.waiting.replace('{{by}}', ''))).toBeVisible()
  await expectAccessible(boss)

  // The task came while tend was open; its form opens without signal, and asks what failed alone.
  await (await isFetched).finished()
  await showAll(hand)
  const again = card('Utóellenőrzés')
  await hand.context().setOffline(true)
  await again.getByRole('link', { name: tasks.goOn, exact: true }).click()
  await expect(hand.getByRole('heading', { name: filling.again.recheck })).toBeVisible()
  await expect(hand.getByRole('radiogroup')).toHaveCount(1)
  await expect(hand.getByText(note)).toBeVisible()
  await expectAccessible(hand)
  await answer('Sántít?', 'no')
  await hand.getByRole('button', { name: filling.complete, exact: true }).click()
  await expect(hand.getByRole('heading', { name: filling.ended.kept })).toBeVisible()
  await hand.context().setOffline(false)
  await expect(hand.getByRole('heading', { name: filling.ended.sent })).toBeVisible()

  // Nothing is open any more, who looked is on record, and the animal is green.
  await expect(row).toHaveCount(0)
  await boss.goto('/findings?state=closed')
  await expect(row.getByText(findings.ends.recheck).first()).toBeVisible()
  await expect(row.getByRole('link', { name: findings.rechecks.passed.split(':')[0] })).toBeVisible()
  await boss.goto(`/animals?search=${encodeURIComponent(name)}`)
  await expect(boss.getByRole('row', { name }).getByText(submissions.subjectStates.ok)).toBeVisible()
})
