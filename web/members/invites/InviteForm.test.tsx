/** Inviting people: choices are not lost by closing, and columns that are not read are said before sending. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { InviteForm } from './InviteForm.tsx'

const { create, createMany } = vi.hoisted(() => ({ create: vi.fn(async () => ({ id: 5 })), createMany: vi.fn() }))

vi.mock('../../api.ts', () => ({ api: { invites: { key: ['invites'], create, createMany } } }))
vi.mock('../../answers/registerNames.ts', () => ({
  registerNames: (type: string) => ({
    queryKey: [type, 'names'],
    queryFn: () => (type === 'location' ? [{ id: 1, name: 'Barn 1' }] : []),
  }),
}))
vi.mock('../queries.ts', async original => ({
  ...(await original<typeof import('../queries.ts')>()),
  ...{ useIsOfWholeCompany: () => true, useIsGiveable: () => () => true },
}))
vi.mock('../../lib/session/session.ts', () => ({
  useHasMail: () => true,
  currentUser: () => ({ id: 4, company_id: 7 }),
}))
vi.mock('../../lib/format.ts', () => ({ useFormat: () => ({ list: (all: string[]) => all.join(', ') }) }))
vi.mock('../../filling/queries.ts', () => ({ allForms: () => ({ queryKey: ['forms'], queryFn: () => [] }) }))
vi.mock('../../roles/queries.ts', () => ({
  useGivableRoles: () => [
    { id: 2000, name: 'Manager' },
    { id: 3000, name: 'Worker' },
  ],
}))

beforeEach(() => {
  sessionStorage.clear()
  create.mockClear()
  createMany.mockReset()
})

async function open() {
  const onClosed = vi.fn()
  await show(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })}
    >
      <InviteForm companyId={7} onClosed={onClosed} onInvited={() => undefined} />
    </QueryClientProvider>,
  )
  return onClosed
}

test('a location that was picked is asked about before it is lost, and then really is', async () => {
  const onClosed = await open()
  await page.getByRole('radio', { name: 'Only some locations', exact: false }).click()
  await page.getByRole('combobox', { name: 'Locations, groups and vehicles' }).click()
  await page.getByRole('option', { name: 'Barn 1' }).click()
  await userEvent.keyboard('{Tab}')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  expect(onClosed).not.toHaveBeenCalled()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => onClosed.mock.calls.length).toBe(1)
  expect(Object.keys(sessionStorage).filter(key => key.includes('invite'))).toEqual([])
})

test('a role that was picked is asked about too, and nothing is asked where nothing was', async () => {
  const onClosed = await open()
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Manager')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Worker')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => onClosed.mock.calls.length).toBe(1)
})

test('columns that are not read are said before anything is sent, once', async () => {
  const line = {
    line: 2,
    text: 'anna@farm.example',
    email: 'anna@farm.example',
    role_id: 3000,
    places: [],
    place: null,
  }
  createMany.mockImplementation(async ({ dry_run }: { dry_run?: boolean }) => ({
    lines: [{ ...line, path: null, result: dry_run ? 'ready' : 'invited' }],
    unread_columns: ['Department'],
  }))
  const onClosed = await open()
  await page.getByText('Several people').click()
  await page.getByRole('textbox', { name: 'Addresses, one per line' }).fill('email;Department\nanna@farm.example;Milk')
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect.element(page.getByText('These columns are not read: Department. Nothing was sent yet.')).toBeVisible()
  await expect.element(page.getByText('1 of 1 can be invited')).toBeVisible()
  expect(createMany.mock.calls.map(([{ dry_run }]) => dry_run)).toEqual([true])
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect.element(page.getByText('1 of 1 invited')).toBeVisible()
  expect(createMany.mock.calls.map(([{ dry_run }]) => dry_run)).toEqual([true, undefined])
  // All of it is sent: nothing is left to lose.
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect.poll(() => onClosed.mock.calls.length).toBe(1)
})
