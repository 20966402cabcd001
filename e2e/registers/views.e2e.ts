/** A list as one likes it: its columns, and what it is narrowed to under a name; on a phone, too. */
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

test('a list keeps its columns, and what it is narrowed to under a name that others open', async ({ signIn }, {
  retry,
}) => {
  const name = `Stalls at a look ${retry}`
  const manager = await signIn('manager@greenfield.example', { ...desktop, at: noScreen })
  await manager.goto('/locations?type=barn')
  const head = (title: string) => manager.getByRole('columnheader', { name: title })
  await expect(head('Type')).toBeVisible()
  await manager.getByRole('button', { name: 'Columns', exact: true }).click()
  const columns = manager.getByRole('dialog', { name: 'Columns' })
  await expect(columns.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
  // As a second try finds it: what the first has chosen stays.
  await columns.getByRole('button', { name: 'Default columns' }).click()
  await expect(columns.getByRole('checkbox', { name: 'Changed' })).not.toBeChecked()
  // Each of these counts, however quickly it comes.
  await columns.getByRole('checkbox', { name: 'Changed' }).click()
  await columns.getByRole('checkbox', { name: 'Type' }).click()
  await columns.getByRole('button', { name: 'Move “Changed” up' }).click()
  await expect(columns.getByRole('checkbox', { name: 'Changed' })).toBeChecked()
  await expect(columns.getByRole('checkbox', { name: 'Type' })).not.toBeChecked()
  await expectAccessible(manager)
  await columns.getByRole('button', { name: 'Show the list' }).click()
  await expect(head('Changed')).toBeVisible()
  await expect(head('Type')).toBeHidden()
  await expect(manager.getByRole('columnheader').filter({ hasText: /\w/ }).nth(-1)).not.toContainText('Changed')

  await manager.getByRole('button', { name: 'Views', exact: true }).click()
  const views = manager.getByRole('dialog', { name: 'Views' })
  const saving = views.getByRole('form', { name: 'Save as a new view' })
  await saving.getByRole('textbox', { name: 'Name of the view' }).fill(name)
  await saving.getByRole('checkbox', { name: 'Everybody in the company can open it' }).check()
  await expectAccessible(manager)
  await saving.getByRole('button', { name: 'Save view' }).click()
  await expect(views).toBeHidden()
  const opened = manager.getByRole('button', { name, exact: true })
  await expect(opened).toBeVisible()
  await expect(manager).toHaveURL(/type=barn.*view=(%22)?\d+/)

  // The columns stay for the next time; the view opens by its address alone.
  await manager.goto('/locations')
  await expect(head('Changed')).toBeVisible()
  await manager.getByRole('button', { name: 'Columns', exact: true }).click()
  await columns.getByRole('button', { name: 'Default columns' }).click()
  await columns.getByRole('button', { name: 'Show the list' }).click()
  await expect(head('Type')).toBeVisible()
  await manager.getByRole('button', { name: 'Views', exact: true }).click()
  await views.getByRole('button', { name, exact: false }).first().click()
  await expect(opened).toBeVisible()
  await expect(head('Type')).toBeHidden()
  const view = new URL(manager.url()).searchParams.get('view')?.replaceAll('"', '')

  const worker = await signIn('worker@greenfield.example', { ...phone, at: noScreen })
  await worker.goto(`/locations?view=${view}`)
  await expect(worker).toHaveURL(/type=barn/)
  await expect(worker.getByRole('button', { name, exact: true })).toBeVisible()
  await worker.getByRole('button', { name, exact: true }).click()
  const theirs = worker.getByRole('dialog', { name: 'Views' })
  await expect(theirs.getByText('For everybody, by Maya Fletcher')).toBeVisible()
  await expectAccessible(worker)
  await theirs.getByRole('button', { name: 'Everything' }).click()
  await expect(worker).not.toHaveURL(/type=barn/)

  // Deleting it can be taken back.
  await opened.click()
  await views.getByRole('button', { name: `Edit “${name}”` }).click()
  await views.getByRole('button', { name: 'Delete view' }).click()
  await expect(manager.getByText(`“${name}” deleted`)).toBeVisible()
  await expect(views).toBeHidden()
  await manager.getByRole('button', { name: 'Undo' }).press('Enter')
  await manager.getByRole('button', { name: 'Views', exact: true }).click()
  await expect(views.getByRole('button', { name: `Edit “${name}”` })).toBeVisible()
})
