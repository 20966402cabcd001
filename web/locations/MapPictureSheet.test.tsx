import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { LocationsMap } from './LocationsMap.tsx'
import { LocationViews } from './LocationViews.tsx'
import { cornerOf, MapPictureSheet } from './MapPictureSheet.tsx'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
/** What the server has, and what it was told. */
let picture: object | null = null
const told: [string, string, unknown][] = []
vi.mock('../lib/client.ts', async original => ({
  ...(await original<object>()),
  request: vi.fn(async () => ({ tiles: null })),
  send: vi.fn(async (method: string, path: string, { body }: { body?: object } = {}) => {
    if (method !== 'GET') told.push([method, path, body])
    if (path === '/file')
      return Response.json({ data: { uuid: '5b1f2d9e-0000-4000-8000-000000000001', path: '4/sent.png' } })
    if (path === '/system/map') return Response.json({ data: { tiles: null, attribution: null } })
    if (method === 'PUT') picture = { ...body, path: '4/farm.png' }
    if (method === 'DELETE') picture = null
    return Response.json({ data: picture })
  }),
}))

beforeEach(() => {
  sessionStorage.clear()
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC' }))
  const rules = [
    { action: ['read'], subject: ['Location'] },
    { action: ['update'], subject: ['Company'], conditions: { id: 4 } },
  ]
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
  told.length = 0
})

const inPage = (shown: React.ReactNode) =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <RouterContextProvider router={router}>
        <main>{shown}</main>
      </RouterContextProvider>
    </QueryClientProvider>,
  )
const views = () => inPage(<LocationViews isMapOpen={false} onMap={() => undefined} />)
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a company without tiles sets a picture of its farm by two corners, and then has a map', async () => {
  picture = null
  await page.viewport(390, 800)
  await views()
  await expect.element(button('On the map')).not.toBeInTheDocument()
  await button('Add farm picture').click()
  await button('Save').click()
  await expect.element(page.getByText('Choose a picture.')).toBeVisible()
  await expectAccessible()
  const bytes = Uint8Array.from(atob(pixel), letter => letter.charCodeAt(0))
  const file = new File([bytes], 'farm.png', { type: 'image/png' })
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file)
  await page.getByRole('textbox', { name: 'What it shows' }).fill('The farm from above')
  await page.getByRole('textbox', { name: 'Upper left corner' }).fill('47.50, 19.00')
  await page.getByRole('textbox', { name: 'Lower right corner' }).fill('47.51, 19.02')
  await expect.element(page.getByText(/must be north-west/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Upper left corner' }).fill('47.52, 19.00')
  await button('Save').click()
  await expect
    .poll(() => told.at(-1))
    .toEqual([
      ...['PUT', '/location/map-picture'],
      {
        ...{ file_uuid: '5b1f2d9e-0000-4000-8000-000000000001', description: 'The farm from above' },
        ...{ north: 47.52, south: 47.51, west: 19, east: 19.02 },
      },
    ])
  await expect.element(button('On the map')).toBeVisible()
})

test('what was chosen and typed is there after a reload, until it is discarded', async () => {
  const closed = vi.fn()
  const reload = await inPage(<MapPictureSheet picture={undefined} onClosed={closed} />)
  const [name, corner] = ['What it shows', 'Upper left corner'].map(name => page.getByRole('textbox', { name }))
  await name?.fill('The farm from above')
  await corner?.fill('47.52, 19')
  const bytes = Uint8Array.from(atob(pixel), letter => letter.charCodeAt(0))
  const file = new File([bytes], 'farm.png', { type: 'image/png' })
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file)
  const sent = page.getByRole('img', { name: 'The farm from above' })
  await expect.element(sent).toHaveAttribute('src', '/storage/4/sent.png')

  reload()
  await expect.element(page.getByRole('button', { name: 'Start over' })).toBeVisible()
  await expect.element(sent).toHaveAttribute('src', '/storage/4/sent.png')
  await expect.element(corner as Locator).toHaveValue('47.52, 19')
  await button('Close').click()
  await button('Discard changes').click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  reload()
  await expect.element(corner as Locator).toHaveValue('')
})

test('the picture lies on the map with its description, and is deleted after a question', async () => {
  const edges = { north: 47.52, south: 47.51, west: 19, east: 19.02 }
  picture = { file_uuid: '5b1f2d9e-0000-4000-8000-000000000001', description: 'Our plan', path: '4/farm.png', ...edges }
  const { MapPictureButton } = await import('./LocationViews.tsx')
  await inPage(
    <>
      <LocationsMap rows={[]} />
      <MapPictureButton />
    </>,
  )
  await expect.element(page.getByAltText('Our plan')).toHaveAttribute('src', '/storage/4/farm.png')
  await button('Farm picture').click()
  await button('Delete picture').click()
  expect(told).toEqual([])
  const question = page.getByRole('dialog', { name: 'Delete picture' })
  await expect.element(question.getByText('Delete the farm picture? The locations stay.')).toBeVisible()
  await question.getByRole('button', { name: 'Delete picture' }).click()
  await expect.poll(() => told.map(([method, path]) => `${method} ${path}`)).toEqual(['DELETE /location/map-picture'])
  await expect.element(page.getByAltText('Our plan')).not.toBeInTheDocument()
})

test('people who do not manage the company are offered no picture', async () => {
  picture = null
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Location'] }]))
  await views()
  await expect.element(page.getByRole('link', { name: 'Tree' })).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('corners are read as map apps write them', () => {
  const corner = { latitude: 47.5031, longitude: -19.04 }
  for (const text of ['47.5031, -19.04', '47.5031,-19.04', ' 47.5031 -19.04 ', '47,5031; -19,04', '47,5031 -19,04'])
    expect(cornerOf(text), text).toEqual(corner)
  for (const text of ['', '47.5', '47.5, x', '91, 19', '47, 200', '1, 2, 3'])
    expect(cornerOf(text), text).toBe(undefined)
})
