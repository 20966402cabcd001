/** Files in pieces: cut anywhere, they arrive whole, and what was there is not sent again. */
import { expect, test } from 'vitest'
import { pieceSize } from '#shared/lib/fileKinds.ts'
import { RequestError } from '../lib/requestError.ts'
import { fileSender } from './fileSender.ts'

/** A server that keeps pieces, and whose answers and calls may be lost. */
function fakeServer(fate: () => 'well' | 'before' | 'after') {
  const pieces: Uint8Array[] = []
  const calls: string[] = []
  let whole: Uint8Array | undefined
  const here = () => pieces.reduce((sum, { length }) => sum + length, 0)
  const take = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const what = fate()
    if (what === 'before') throw new RequestError({ status: 0, code: 'network_error' })
    calls.push(name)
    const answer = await work()
    if (what === 'after') throw new RequestError({ status: 0, code: 'network_error' })
    return answer
  }
  type Files = { files: { file: File } }
  const server = {
    create: (_: object, { files: { file } }: Files) =>
      take('create', async () => {
        whole = new Uint8Array(await file.arrayBuffer())
      }),
    received: () => take('received', async () => ({ received: whole ? 1e7 : here() })),
    sendPiece: ({ offset }: { offset: number }, { files: { file } }: Files) =>
      take('piece', async () => {
        if (offset === here()) pieces.push(new Uint8Array(await file.arrayBuffer()))
        return { received: here() }
      }),
    putTogether: ({ size }: { size: number }) =>
      take('whole', async () => {
        whole ??= new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer())
        expect(whole.length).toBe(size)
      }),
  }
  return { send: fileSender(server as never), calls, got: () => whole }
}

const fileOf = (size: number) => {
  const bytes = new Uint8Array(size).map((_, at) => at % 251)
  return { uuid: 'u', name: 'plan.pdf', content_type: 'application/pdf', bytes: bytes.buffer }
}

const large = fileOf(7 * pieceSize + 77)

test.each(Array.from({ length: 20 }, (_, at) => at + 1))(
  'a file of eight pieces arrives whole with losses on the way (seed %i)',
  async seed => {
    let state = seed
    const chance = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
    const { send, calls, got } = fakeServer(() => (['well', 'well', 'before', 'after'] as const)[chance(4)] ?? 'well')
    const parts: number[] = []
    for (let tries = 0; tries < 100; tries++)
      try {
        await send(large, { onProgress: part => parts.push(part) })
        break
      } catch (error) {
        expect(error).toBeInstanceOf(RequestError)
      }
    // Millions of bytes are compared at once, not one by one.
    expect(Buffer.compare(got() ?? Buffer.of(), new Uint8Array(large.bytes))).toBe(0)
    expect(calls.filter(name => name === 'piece')).toHaveLength(8)
    expect(parts.at(-1)).toBe(1)
  },
)

test('a small file goes at once', async () => {
  const { send, calls, got } = fakeServer(() => 'well')
  await send(fileOf(pieceSize))
  expect(calls).toEqual(['create'])
  expect(got()?.length).toBe(pieceSize)
})

test('a cancelled file stops in the middle of a piece', async () => {
  const stop = new AbortController()
  const { send, calls } = fakeServer(() => 'well')
  const sending = send(fileOf(5 * pieceSize), {
    signal: stop.signal,
    onProgress: part => part > 0.3 && stop.abort(),
  })
  await expect(sending).rejects.toMatchObject({ code: 'network_error' })
  expect(calls).toEqual(['received', 'piece', 'piece'])
})
