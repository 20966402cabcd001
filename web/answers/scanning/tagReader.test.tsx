/**
 * Fields that take an animal: what a reader of ear tags types, with Enter behind it, is picked in each, and sends no
 * form.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { queryClient } from '../../lib/queryClient.ts'
import { RegisterField } from '../../subjects/RegisterField.tsx'
import { SubjectsField } from '../../tasks/form/LinkedField.tsx'
import type { TaskValues } from '../../tasks/form/taskValues.ts'

const bella = {
  id: 7,
  name: 'Bella',
  identifier: 'HU 30-1234',
  other_identifiers: [{ scheme: 'eid', value: '348 0012' }],
}
const far = { id: 9, name: 'Far', identifier: 'RO 77', other_identifiers: [] }
const pageOf = (data: object[]) => ({ data, meta: { total: data.length, current_page: 1, per_page: 25, last_page: 1 } })

vi.mock('../../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
    if (path.endsWith('/register/names'))
      return Response.json({
        ...{ since: '1 a', is_whole: true, left_out: 1 },
        rows: query.type === 'animal' ? [[7, 'Bella', 'HU 30-1234', null, null, null, ['348 0012']]] : [],
      })
    if (path.endsWith('/animal/7')) return Response.json({ data: bella })
    if (path.endsWith('/animal/9')) return Response.json({ data: far })
    // What the device has no names of is found by the server.
    return Response.json(pageOf(path.endsWith('/animal') && query.search === 'RO77' ? [far] : []))
  }),
}))

beforeEach(() => {
  queryClient.clear()
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 21, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC' }))
  const rules = ['Animal', 'AnimalGroup', 'Location', 'Vehicle'].map(subject => ({
    action: ['read'],
    subject: [subject],
  }))
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
})

const within = (children: React.ReactNode) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    {children}
  </QueryClientProvider>
)

function Parents({ onSubmit, onValue }: { onSubmit: () => void; onValue: (id: number | null) => void }) {
  const form = useForm<{ mother_id: number | null }>({ defaultValues: { mother_id: null } })
  onValue(form.watch('mother_id'))
  return (
    <form onSubmit={form.handleSubmit(onSubmit)}>
      <RegisterField form={form} name="mother_id" label="Mother" type="animal" />
    </form>
  )
}

test('a field of a form takes a tag, an electronic one too, and Enter does not send the form', async () => {
  const [onSubmit, onValue] = [vi.fn(), vi.fn()]
  await show(within(<Parents onSubmit={onSubmit} onValue={onValue} />))
  await page.getByRole('combobox', { name: 'Mother' }).click()
  await userEvent.keyboard('3480012{Enter}')
  await expect.element(page.getByRole('combobox', { name: 'Mother' })).toHaveValue('Bella')
  expect(onValue).toHaveBeenLastCalledWith(7)
  expect(onSubmit).not.toHaveBeenCalled()
})

test('what this device has no names of is asked for', async () => {
  const [onSubmit, onValue] = [vi.fn(), vi.fn()]
  await show(within(<Parents onSubmit={onSubmit} onValue={onValue} />))
  await page.getByRole('combobox', { name: 'Mother' }).click()
  await userEvent.keyboard('RO77{Enter}')
  await expect.element(page.getByRole('combobox', { name: 'Mother' })).toHaveValue('Far')
  expect(onSubmit).not.toHaveBeenCalled()
})

function Subjects({ onValue }: { onValue: (subjects: TaskValues['subjects']) => void }) {
  const form = useForm<TaskValues>({ defaultValues: { subjects: [] } })
  onValue(form.watch('subjects'))
  return <SubjectsField form={form} />
}

test('what a task is about takes one tag after the other, each once', async () => {
  const onValue = vi.fn()
  await show(within(<Subjects onValue={onValue} />))
  await page.getByRole('combobox').click()
  await userEvent.keyboard('HU301234{Enter}')
  await vi.waitFor(() => expect(onValue.mock.lastCall?.[0]).toMatchObject([{ type: 'animal', id: 7 }]))
  await userEvent.keyboard('RO77{Enter}')
  await vi.waitFor(() =>
    expect(onValue.mock.lastCall?.[0]).toMatchObject([
      { type: 'animal', id: 7, name: 'Bella (HU 30-1234)' },
      { type: 'animal', id: 9 },
    ]),
  )
  await userEvent.keyboard('HU30-1234{Enter}')
  await vi.waitFor(() => expect(onValue.mock.lastCall?.[0]).toMatchObject([{ id: 9 }, { id: 7 }]))
})
