/**
 * Uploads for clients that are no browser. A file is sent first and belongs to the record that names its uuid
 * afterwards; unnamed files are erased after a day.
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { ById, Flag, Id, Time, Uuid } from '../lib/fields.ts'
import { largestFile } from '../lib/fileKinds.ts'

export const StoredFile = z
  .object({
    id: Id,
    uuid: Uuid,
    /** Path below /storage/. */
    path: z.string(),
    name: z.string(),
    content_type: z.string(),
    size: z.int(),
    /** SHA-256 of the bytes as they were sent, because stored pictures are re-encoded. */
    sha256: z.string().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    created_at: Time,
  })
  .meta({ id: 'StoredFile' })
export type StoredFile = z.infer<typeof StoredFile>

const ByUuid = z.object({ uuid: Uuid })
/** Bytes of a file that have arrived, from its beginning. */
const Received = z.object({ received: z.int() })

/** Lifetime of a file's link. */
export const linkMinutes = 10

export const files = contract({
  create: {
    summary: 'Send a file',
    description:
      'A picture, which is re-encoded, or a document of a known kind, of at most 10 MB. The same `uuid` ' +
      'again is the same file. Only the sender sees it until their submission names it; an unnamed file is ' +
      'erased after a day.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/file',
    access: ['create', 'File'],
    input: z.object({
      uuid: Uuid.optional(),
      /** Also creates a small picture, as messages show it. */
      has_preview: Flag.optional(),
    }),
    returns: StoredFile,
    status: 201,
    multipart: 'attachment',
  },
  received: {
    summary: 'Read how much of a file has arrived',
    description: 'For uploads in pieces, which continue there after an interruption.',
    method: 'GET',
    path: '/file/piece/:uuid',
    access: ['create', 'File'],
    input: ByUuid,
    returns: Received,
  },
  sendPiece: {
    summary: 'Send a piece of a file',
    description:
      'At most 512 × 1024 bytes, beginning at `offset`. A piece that does not continue the others is not ' +
      'stored. An incomplete file is erased a day after its last piece.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/file/piece/:uuid',
    access: ['create', 'File'],
    input: ByUuid.extend({ offset: z.int().min(0).max(largestFile) }),
    returns: Received,
    multipart: 'piece',
  },
  putTogether: {
    summary: 'Complete a file from its pieces',
    description: 'As if it had been sent at once. The same `uuid` again is the same file.',
    problems: ['plan_limit_reached', 'file_type_refused'],
    method: 'POST',
    path: '/file/piece/:uuid/whole',
    access: ['create', 'File'],
    input: ByUuid.extend({
      name: z.string().min(1).max(255),
      size: z.int().min(1).max(largestFile),
      has_preview: Flag.optional(),
    }),
    returns: StoredFile,
    status: 201,
  },
  link: {
    summary: 'Create a link to a file',
    description:
      'For clients without a browser: the address needs neither cookie nor token, is good for ten minutes, ' +
      'and ends sooner with the session or with the right to see the file.',
    method: 'GET',
    path: '/file/:id/link',
    access: ['read', 'File'],
    input: ById,
    returns: z.object({ url: z.string(), expires_at: Time }),
  },
})
