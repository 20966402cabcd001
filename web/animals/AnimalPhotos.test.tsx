/** Photos of an animal while others, or the person themselves, change them. */
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Animal } from '#shared/animals/contract.ts'
import { maxPhotos } from '#shared/animals/rules.ts'
import { show } from '../lib/componentTest.tsx'
import { RequestError } from '../lib/requestError.ts'
import { AnimalPhotos } from './AnimalPhotos.tsx'

/** The photos as the server has them. */
let there: string[]
let revision: number
let sent: () => Promise<void>
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string, { body }: { body?: Record<string, unknown> } = {}) => {
    if (path.includes('/file')) {
      await sent()
      return Response.json({ data: {} })
    }
    if (method !== 'GET' && body) {
      if (body.revision !== undefined && body.revision !== revision)
        throw new RequestError({ status: 409, code: 'stale_revision' })
      if ((body.photo_uuids as string[]).length > maxPhotos) throw new RequestError({ status: 422, code: 'invalid' })
      there = body.photo_uuids as string[]
      revision++
    }
    return Response.json({ data: animal() })
  }),
}))
vi.mock('../lib/ability.tsx', async original => ({ ...(await original<object>()), useAbility: () => () => true }))
vi.mock('../ui/toast.tsx', async original => ({ ...(await original<object>()), tellUndo: vi.fn() }))

const animal = () =>
  ({
    ...{ id: 5, name: 'Berta', revision, archived_at: null },
    photos: there.map(uuid => ({ uuid, path: `${uuid}.jpg`, preview_path: null })),
  }) as unknown as Animal

beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  ;[there, revision] = [['left', 'right'], 1]
})

/** Shows the animal and begins to send a photo; what this gives lets it arrive. */
async function beginToSend(mutationCache?: MutationCache) {
  let arrive: (() => void) | undefined
  sent = () =>
    new Promise(resolve => {
      arrive = resolve
    })
  const shown = animal()
  await show(
    <QueryClientProvider client={new QueryClient(mutationCache && { mutationCache })}>
      <AnimalPhotos animal={shown} />
    </QueryClientProvider>,
  )
  const chosen = new DataTransfer()
  // A picture that can be read: another one is tried again a second later.
  const canvas = new OffscreenCanvas(4, 4)
  canvas.getContext('2d')
  chosen.items.add(new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'new.jpg', { type: 'image/jpeg' }))
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('There is nowhere to choose a photo')
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitFor(() => expect(arrive).toBeDefined())
  return () => arrive?.()
}

test('a photo that was removed while another was sent stays removed, and what another device added stays', async () => {
  const arrive = await beginToSend()
  await page.getByRole('button', { name: /Remove photo 1/ }).click()
  await expect.poll(() => there).toEqual(['right'])
  ;[there, revision] = [[...there, 'of another phone'], revision + 1]
  arrive()
  await expect.poll(() => there).toEqual(['right', 'of another phone', expect.stringMatching(/^[0-9a-f-]{36}$/)])
})

test('a photo for which another device left no room is refused aloud, not left out in silence', async () => {
  const told: unknown[] = []
  const arrive = await beginToSend(new MutationCache({ onError: error => void told.push(error) }))
  const full = Array.from({ length: maxPhotos }, (_, at) => `of another phone ${at}`)
  ;[there, revision] = [full, revision + 1]
  arrive()
  await expect.poll(() => told).toMatchObject([{ status: 422 }])
  expect(there).toEqual(full)
})
