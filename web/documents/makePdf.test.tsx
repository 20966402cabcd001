import { expect, test, vi } from 'vitest'
import { makePdf } from './commands.ts'

const wanted = { kind: 'report', record_id: 7 } as const
/** What the server says of each asking, one after the other. */
const ends: string[] = []
const asked: string[] = []
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string) => {
    asked.push(`${method} ${path}`)
    if (path.endsWith('/file')) return new Response('%PDF')
    if (method === 'POST') return Response.json({ data: { id: asked.length, state: 'waiting', done: 0, total: 0 } })
    return Response.json({ data: { id: 1, state: ends.shift(), done: 1, total: 1, filename: 'Pens.pdf' } })
  }),
}))
const begun = () => asked.filter(call => call.startsWith('POST')).length

test('what came to nothing because of another release is asked for once more, and told when it fails again', async () => {
  ends.push('failed', 'ready')
  const { filename, content } = await makePdf(wanted, () => {})
  expect([filename, content.size > 0, begun()]).toEqual(['Pens.pdf', true, 2])

  ends.push('failed', 'failed')
  await expect(makePdf(wanted, () => {})).rejects.toMatchObject({ status: 500 })
  expect(begun()).toBe(4)
})
