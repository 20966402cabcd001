import { backupPieceSize, type RestorableBackup, type RestoreState } from '#shared/accounts/restores.ts'
import { request } from '../../lib/client.ts'
import { RequestError } from '../../lib/requestError.ts'

/** Where a backup is, for the calls. */
export type Place = { place?: string } | { upload: string }

export const listBackups = (token: string, place: Place) =>
  request<{ place: string; backups: RestorableBackup[] }>('POST', '/auth/restore/list', {
    body: { token, ...place },
    isAnonymous: true,
  })

export const beginRestore = (token: string, asked: Place & { name: string; passphrase?: string }) =>
  request<null>('POST', '/auth/restore', { body: { token, ...asked }, isAnonymous: true })

export const readState = (token: string) =>
  request<RestoreState>('GET', '/auth/restore/state', { query: { token }, isAnonymous: true })

/** How often a piece is sent before the person hears of it, and the pause between. */
const tries = { max: 5, pauseMs: 2_000 }

/** Sends an archive in pieces, from where the server has it. Throws what the last try of a piece was answered. */
export async function sendArchive(token: string, upload: string, archive: Blob, onProgress: (part: number) => void) {
  const pieces = Math.max(1, Math.ceil(archive.size / backupPieceSize))
  let failed = 0
  for (let piece = 0; piece < pieces; ) {
    const body = new FormData()
    for (const [name, value] of Object.entries({ token, upload, piece, pieces })) body.set(name, String(value))
    const start = piece * backupPieceSize
    body.set('file', new File([archive.slice(start, start + backupPieceSize)], 'piece'))
    try {
      const { received } = await request<{ received: number }>('POST', '/auth/restore/piece', {
        body,
        isAnonymous: true,
      })
      failed = 0
      piece = received
      onProgress(piece / pieces)
    } catch (error) {
      const isPassing = error instanceof RequestError && error.isPassing && error.status !== 507
      if (!isPassing || ++failed >= tries.max) throw error
      const pause = error.retryAfter ? error.retryAfter * 1_000 : tries.pauseMs
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}
