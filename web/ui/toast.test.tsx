import { toast } from 'react-toastify/unstyled'
import { afterEach, expect, test, vi } from 'vitest'
import { tellDone, tellDoneThere, tellUndo } from './toast.tsx'

afterEach(() => vi.restoreAllMocks())

test('what offers an undo, or leads elsewhere, stays for eight seconds; other words as long as all do', async () => {
  const shown = vi.spyOn(toast, 'success').mockReturnValue('')
  await tellDone('Saved')
  await tellUndo('Archived', 'Undo', () => undefined)
  await tellDoneThere('Sent', 'See it', '/tasks')
  expect(shown.mock.calls.map(([, options]) => options?.autoClose)).toEqual([undefined, 8000, 8000])
})
