import { expect, test, vi } from 'vitest'
import { RequestError } from '../lib/requestError.ts'
import { uploadError } from './uploadError.ts'

vi.mock('i18next', () => ({ default: { t: (key: string) => key } }))

const refused = async (body: string, type: string, status = 413) =>
  uploadError(await RequestError.of(new Response(body, { status, headers: { 'content-type': type } }))) as RequestError

test('a refused upload says what the server says, else the plain text of the answer, else that it failed', async () => {
  const told = await refused('{"message": "File size exceeds 10MB limit", "code": "too_large"}', 'application/json')
  expect([told.message, told.code, told.status]).toEqual(['File size exceeds 10MB limit', 'too_large', 413])
  expect((await refused(' Request Entity Too Large\n', 'text/plain; charset=utf-8')).message).toBe(
    'Request Entity Too Large',
  )
  // A page of a proxy is for no person to read.
  const page = await refused('<html><h1>413</h1></html>', 'text/html')
  expect([page.message, page.code, page.status]).toEqual(['messaging.uploadBroken', 'unknown_error', 413])
  expect([told.during, page.during]).toEqual(['upload', 'upload'])
  // What may go through in a moment is sent again, and tells nobody that it failed.
  expect((await refused('', 'text/html', 503)).message).toBe('')
  const other = new Error('The disk is full')
  expect(uploadError(other)).toBe(other)
})
