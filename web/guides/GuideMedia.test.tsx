import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { parseGuide } from '#shared/guides/guideText.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { GuideText } from './GuideText.tsx'

/** Nothing of it is kept on this device: films never are, and the file was too large. */
vi.mock('./keepGuides.ts', () => ({ findFile: vi.fn(async () => undefined) }))

const at = (ending: string) => `/storage/1/2026/11/11111111-1111-4111-8111-111111111111.${ending}`
const body = `## Gates\n\nShut both.\n\n[gate.webm](${at('webm')})\n\n[plan.pdf](${at('pdf')})\n\nThen look.`

beforeEach(() => {
  localStorage.setItem('tend_token', 'abc')
  localStorage.setItem('user', JSON.stringify({ id: 1, role_id: 3000, time_zone: 'UTC' }))
})

test('without a connection the reader is told what cannot be seen; with one again the film and the file are there', async () => {
  await show(<GuideText blocks={parseGuide(body)} />)
  const film = page.getByLabelText('gate.webm')
  const file = page.getByRole('link', { name: 'plan.pdf' })
  await expect.element(file).toBeVisible()
  // The film asks the server in vain.
  const missing = page.getByText('You’re offline. Connect to watch this video.')
  await expect.element(missing).toBeVisible()
  dispatchEvent(new Event('offline'))
  await expect.element(page.getByText('You’re offline. Connect to open this file.')).toBeVisible()
  await expect.element(file).not.toBeInTheDocument()
  // Which film and which file is said, and the words around them stand.
  for (const words of ['gate.webm', 'plan.pdf', 'Shut both.', 'Then look.'])
    await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(film).not.toBeInTheDocument()
  await expectAccessible()

  // From here on the server answers: nothing fails any more.
  const silence = (event: Event) => event.stopImmediatePropagation()
  document.addEventListener('error', silence, true)
  onTestFinished(() => document.removeEventListener('error', silence, true))
  dispatchEvent(new Event('online'))
  await expect.element(file).toHaveAttribute('href', at('pdf'))
  await expect.element(film).toHaveAttribute('src', at('webm'))
  await expect.element(missing).not.toBeInTheDocument()
})
