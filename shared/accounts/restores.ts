/** Restoring a backup from the first page, while nobody has an account, by the first administrator's address. */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Time } from '../lib/fields.ts'
import { Token } from './fields.ts'

/** What each piece of an uploaded backup has but the last one. */
export const backupPieceSize = 8 * 1024 * 1024

/** Names an upload: the same again continues where it was broken off. */
const Upload = z.string().regex(/^[0-9a-f]{32}$/)
/** A million is 8 TB. */
const Pieces = z.coerce.number().int().min(0).max(1_000_000)

/** Where a backup is: a folder of the server's machine or an S3, the settings' one without it; or an upload. */
const Place = { token: Token, place: z.string().max(1000).optional(), upload: Upload.optional() }

/** Why a restore was refused or failed; `restore.fault.<fault>` has its text. */
export const restoreFaults = [
  ...['not_there', 'unreadable', 'changed', 'no_secret', 'wrong_secret', 'newer', 'damaged', 'no_room'],
  ...['in_use', 'under_way', 'out_of_reach', 'failed'],
] as const
export type RestoreFault = (typeof restoreFaults)[number]

const Refusal = z.object({ fault: z.enum(restoreFaults), details: z.array(z.string()) }).meta({ id: 'RestoreRefusal' })

const Backup = z.object({
  name: z.string(),
  made_at: Time,
  tend: z.string(),
  companies: z.int(),
  people: z.int(),
  submissions: z.int(),
  files: z.int(),
  bytes: z.int(),
  is_encrypted: z.boolean(),
})
export type RestorableBackup = z.infer<typeof Backup>

export const RestoreState = z.object({
  stage: z.enum(['none', 'running', 'failed']),
  /** Percent. */
  done: z.int(),
  refusal: Refusal.nullable(),
})
export type RestoreState = z.infer<typeof RestoreState>

export const restores = contract({
  list: {
    summary: 'List the backups of a place',
    problems: ['not_found', 'backup_refused'],
    method: 'POST',
    path: '/auth/restore/list',
    access: 'anyone',
    isolation: 'platform',
    input: z.object(Place),
    returns: z.object({ place: z.string(), backups: z.array(Backup) }),
    conflicts: { backup_refused: Refusal },
  },
  piece: {
    summary: 'Upload the next piece of a backup',
    problems: ['not_found', 'too_large', 'backup_refused'],
    method: 'POST',
    path: '/auth/restore/piece',
    access: 'anyone',
    isolation: 'platform',
    multipart: 'raw',
    input: z.object({ token: Token, upload: Upload, piece: Pieces, pieces: Pieces }),
    returns: z.object({ received: z.int() }),
    conflicts: { backup_refused: Refusal },
  },
  begin: {
    summary: 'Restore a backup',
    description: 'While nobody has an account. tend starts again on what the backup holds.',
    problems: ['not_found', 'backup_refused'],
    method: 'POST',
    path: '/auth/restore',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ ...Place, name: z.string().max(40), passphrase: z.string().max(1000).optional() }),
    returns: z.null(),
    conflicts: { backup_refused: Refusal },
  },
  state: {
    summary: 'Read how far a restore is',
    method: 'GET',
    path: '/auth/restore/state',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ token: Token }),
    returns: RestoreState,
  },
})
