import { api } from '../../api.ts'
import { maxPhotoMs, withTimeout } from '../../lib/offline/withTimeout.ts'
import type { ProofPhoto } from './proofs.ts'

const sendFile = withTimeout(api.files.create, maxPhotoMs)

/** Sends a photo ahead of the end that names it. The same uuid again is the same file. */
export async function sendPhoto({ uuid, name, content_type, bytes }: ProofPhoto): Promise<void> {
  await sendFile({ uuid }, { files: { file: new File([bytes], name, { type: content_type }) } })
}
