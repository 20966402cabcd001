import { expect, test } from 'vitest'
import { largestFile } from '#shared/lib/fileKinds.ts'
import { takeFile } from './FileAnswer.tsx'

const take = (bytes: string | Uint8Array<ArrayBuffer>, name: string, type = '') =>
  takeFile(new File([bytes], name, { type }), 'form', 'paper')

test('a document is kept byte by byte, under its own name', async () => {
  const kept = await take('%PDF-1.7 …', 'Delivery note 12.PDF', 'application/pdf')
  expect(kept).toMatchObject({
    ...{ entry_uuid: 'form', question_id: 'paper', name: 'Delivery note 12.PDF', content_type: 'application/pdf' },
    ...{ state: 'kept', path: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(typeof kept === 'object' && new TextDecoder().decode(kept.bytes ?? undefined)).toBe('%PDF-1.7 …')
})

test('what nobody takes, what is too large and what is empty is said before it is kept', async () => {
  expect(await take('MZ', 'setup.exe')).toBe('kind')
  expect(await take('<b>', 'page.html', 'text/html')).toBe('kind')
  expect(await take('no ending', 'README')).toBe('kind')
  expect(await take(new Uint8Array(largestFile + 1), 'film.mp4', 'video/mp4')).toBe('size')
  expect(await take('', 'empty.txt', 'text/plain')).toBe('unreadable')
})
