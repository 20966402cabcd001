/**
 * A form's review: the manager finds it at Today, asks for more, the worker hears of it and answers; then it is
 * approved.
 */
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, isInstalled, noScreen, phone, test } from '../people.ts'

test('what is filled in waits for a review, comes back with a question, and is approved', async ({ signIn }) => {
  const manager = await signIn('manager@greenfield.example', desktop)
  const worker = await signIn('worker@greenfield.example', { ...phone, serviceWorkers: 'allow', at: noScreen })

  const queue = manager.getByRole('region', { name: /to review$/ })
  await queue.getByRole('link', { name: 'Workplace safety walk' }).click()
  const panel = manager.getByRole('region', { name: 'Review', exact: true })
  await expect(panel.getByText('To review')).toBeVisible()
  await expectAccessible(manager)

  await panel.getByRole('button', { name: 'Has issues' }).click()
  const sheet = manager.getByRole('dialog', { name: 'What must be corrected?' })
  const send = sheet.getByRole('button', { name: 'Has issues' })
  await expect(send).toBeDisabled()
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Which ladder is broken?')
  await sheet.getByRole('checkbox', { name: 'Are people on foot kept apart from vehicles?' }).check()
  await expectAccessible(manager)
  await send.click()
  await expect(sheet).toBeHidden()
  await expect(panel.getByText('Has issues')).toBeVisible()

  // Who filled it in hears of it, and says what was meant.
  await worker.goto('/notifications')
  await worker.getByRole('link', { name: /sent your submission back/ }).click()
  const theirs = worker.getByRole('region', { name: 'Review', exact: true })
  await expect(theirs.getByText('Has issues')).toBeVisible()
  await expect(theirs.getByRole('button')).toHaveCount(0)
  const comments = worker.getByRole('region', { name: 'Comments' })
  await expect(comments.getByText('Which ladder is broken?')).toBeVisible()
  await comments.getByRole('textbox', { name: 'Comment' }).fill('The short one. @Ma')
  await comments.getByRole('button', { name: 'Maya Fletcher' }).click()

  // What is begun is still there after a reload.
  await expect(comments.getByRole('textbox', { name: 'Comment' })).toHaveValue('The short one. @Maya Fletcher ')
  await worker.reload()
  await expect(comments.getByRole('textbox', { name: 'Comment' })).toHaveValue('The short one. @Maya Fletcher ')
  await comments.getByRole('button', { name: 'Send' }).click()
  await expect(comments.getByRole('listitem').first()).toContainText('The short one.')
  await expectAccessible(worker)

  // The one question that is in doubt is asked again, without signal too: it is on the phone with its task.
  await worker.goto('/tasks')
  await isInstalled(worker)
  const asked = worker.getByRole('article').filter({ hasText: 'Correct: Workplace safety walk' })
  await asked.getByRole('link', { name: 'Continue' }).click()
  const question = worker.getByRole('radiogroup', { name: 'Are people on foot kept apart from vehicles?' })
  await expect(question).toBeVisible()
  await worker.context().setOffline(true)
  await worker.reload()
  await expect(worker.getByRole('heading', { name: 'Answer these again' })).toBeVisible()
  await expect(worker.getByRole('radiogroup')).toHaveCount(1)
  await expect(worker.getByText('Which ladder is broken?')).toBeVisible()
  await expect(worker.getByText('Answer before:')).toBeVisible()
  await question.getByText('Not applicable', { exact: true }).click()
  await expectAccessible(worker)
  await worker.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(worker.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()
  await worker.context().setOffline(false)
  await expect(worker.getByRole('heading', { name: 'Done and sent' })).toBeVisible()
  await expect(panel.getByText('To review')).toBeVisible()
  await expect(manager.getByRole('region', { name: 'Versions' }).locator('ins')).toHaveText('Not applicable')

  // What was said is seen at once, and the review is given again.
  await expect(manager.getByRole('region', { name: 'Comments' }).getByText('The short one.')).toBeVisible()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await expect(panel.getByText('Approved')).toBeVisible()
  await panel.getByRole('button', { name: 'Review again' }).click()
  await expect(panel.getByText('To review')).toBeVisible()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await expect(panel.getByText('Approved')).toBeVisible()
  await worker.getByRole('link', { name: 'See it' }).click()
  await expect(theirs.getByText('Approved')).toBeVisible()
})

test('several are approved at once, and that is taken back', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', {
    ...desktop,
    at: '/submission/filled?review_state=has_issues',
  })
  const rows = page.getByRole('table', { name: 'Submissions' }).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  const received = (await call<object[]>(page, 'GET', '/form/submission?review_state=received')).length
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Approve 1' }).click()
  await expect(page.getByText('1 submission approved')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.goto('/submission/filled?review_state=received')
  await expect(rows).toHaveCount(received + 1)
  await expectAccessible(page)
})

test('what was completed wrongly is corrected with a reason, and both versions are there', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', { ...desktop, at: noScreen })
  // The oldest is the demo's own, whatever the journeys before approved.
  await page.goto('/submission/filled?review_state=approved&sort=completed_at')
  const walks = page.getByRole('table', { name: 'Submissions' }).getByRole('link', { name: 'Workplace safety walk' })
  await walks.first().click()
  await expect(page.getByRole('region', { name: 'Review', exact: true }).getByText('Approved')).toBeVisible()
  await page.getByRole('link', { name: 'Correct' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Correct: Workplace safety walk' })).toBeVisible()

  const question = page.getByRole('radiogroup', { name: 'Are people on foot kept apart from vehicles?' })
  await question.getByText('Not applicable', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Why do you correct it?' }).fill('Looked at the wrong ladder')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Why do you correct it?' })).toHaveValue('Looked at the wrong ladder')
  await expect(question.getByRole('radio', { name: 'Not applicable' })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save correction' }).click()

  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByRole('listitem')).toHaveCount(3)
  await expect(versions.getByRole('listitem').first()).toContainText('Looked at the wrong ladder')
  await expect(versions.getByRole('listitem').first().locator('ins')).toHaveText('Not applicable')
  await expect(page.getByRole('region', { name: 'Review', exact: true }).getByText('To review')).toBeVisible()
  await expectAccessible(page)
})
