/**
 * Sending files: small ones at once, larger ones in pieces, so that where the signal comes and goes each piece counts.
 */

import { pieceSize } from '#shared/lib/fileKinds.ts'
import type { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'
import { maxPhotoMs, withTimeout } from '../lib/withTimeout.ts'

export type FileToSend = { uuid: string; name: string; content_type: string; bytes: ArrayBuffer }

type Calls = Pick<typeof api.files, 'create' | 'received' | 'sendPiece' | 'putTogether'>
type Options = {
  /** Breaks off, as without a network. */
  signal?: AbortSignal
  /** Told how much of it is there, between 0 and 1. */
  onProgress?: (part: number) => void
}

/**
 * Sends files by these calls. The same uuid again is the same file, and continues where it was cut; throws as calls do.
 */
export function fileSender(calls: Calls) {
  const create = withTimeout(calls.create, maxPhotoMs)
  const received = withTimeout(calls.received)
  const sendPiece = withTimeout(calls.sendPiece, maxPhotoMs)
  const putTogether = withTimeout(calls.putTogether, maxPhotoMs)

  return async ({ uuid, name, content_type, bytes }: FileToSend, { signal, onProgress }: Options = {}) => {
    const size = bytes.byteLength
    const stopped = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(broken())))
    stopped.catch(() => undefined)
    const step = <T>(work: () => Promise<T>): Promise<T> =>
      signal?.aborted ? Promise.reject(broken()) : Promise.race([work(), stopped])

    onProgress?.(0)
    if (size <= pieceSize) {
      const file = new File([bytes], name, { type: content_type })
      await step(() => create({ uuid, has_preview: true }, { files: { file } }))
      return onProgress?.(1)
    }
    let { received: here } = await step(() => received({ uuid }))
    while (here < size) {
      onProgress?.(here / size)
      const [offset, file] = [here, new File([bytes.slice(here, here + pieceSize)], 'piece')]
      const answer = await step(() => sendPiece({ uuid, offset }, { files: { file } }))
      // Something else sends the same, or the server has given it up: what it has is asked again, later.
      if (answer.received <= offset) throw broken()
      here = answer.received
    }
    await step(() => putTogether({ uuid, name, size, has_preview: true }))
    onProgress?.(1)
  }
}

const broken = () => new RequestError({ status: 0, code: 'network_error' })
