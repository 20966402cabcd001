import { Button } from '@mantine/core'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OpenTasksChosen } from '#shared/forms/rules.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { RequestError } from '../lib/requestError.ts'
import { useOpenTasks } from './useOpenTasks.tsx'

const counts = [2, 1, 0, 0, 1, 0]
let isBusy = false
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string) => {
    if (isBusy) throw new RequestError({ status: 503, code: 'unavailable' })
    return Response.json({ data: { count: path.includes('open-tasks') ? (counts.shift() ?? 0) : 0 } })
  }),
}))
const told = vi.hoisted(() => [] as unknown[])
// How a form is looked for is the select's own matter.
vi.mock('../answers/FormSelect.tsx', () => ({
  FormSelect: ({
    label,
    without,
    onChange,
  }: {
    label: string
    without: number[]
    onChange: (form: object) => void
  }) => (
    <button type="button" onClick={() => onChange({ id: 9, name: 'Other' })}>
      {label} without {without.join(', ')}
    </button>
  ),
}))
vi.mock('../ui/toast.tsx', async original => ({
  ...(await original<object>()),
  tellProblem: (error: unknown) => told.push(error),
}))

const chosen: OpenTasksChosen[] = []

function Asking() {
  const { ask, sheet } = useOpenTasks()
  return (
    <>
      <Button onClick={() => ask([7, 8], choice => chosen.push(choice))}>Archive</Button>
      {sheet}
    </>
  )
}

test('archiving forms with open tasks asks what happens to these, and without any asks nothing', async () => {
  await show(<Asking />)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect.poll(() => document.body.textContent).toMatch(/3.? open tasks or series use this form/)
  await expect.element(page.getByRole('button', { name: 'Archive the tasks too' })).toBeVisible()
  await expectAccessible()
  expect(chosen).toEqual([])
  await page.getByRole('button', { name: 'Keep the tasks without the form' }).click()
  await expect.poll(() => chosen).toEqual([{ open_tasks: 'without_form' }])
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect.poll(() => chosen).toEqual([{ open_tasks: 'without_form' }, { open_tasks: 'keep' }])
})

test('where the server cannot say now whether there are any, nothing is archived, and that is told', async () => {
  isBusy = true
  chosen.length = 0
  await show(<Asking />)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect.poll(() => told).toMatchObject([{ status: 503 }])
  expect(chosen).toEqual([])
})

test('the tasks of a form that is archived can ask for another form, which is none of those', async () => {
  isBusy = false
  chosen.length = 0
  await show(<Asking />)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const use = page.getByRole('button', { name: 'Use this form for the tasks' })
  await expect.element(use).toBeDisabled()
  await page.getByRole('button', { name: 'Other form for the tasks without 7, 8' }).click()
  await use.click()
  await expect.poll(() => chosen).toEqual([{ open_tasks: 'other_form', other_form_id: 9 }])
})
