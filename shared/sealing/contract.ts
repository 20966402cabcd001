import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { ById, greatestWhole, Id, LocalizedText, Time } from '../lib/fields.ts'

// Kinds of links and of faults. Their order and names are signed, so they never change.

export const sealKinds = ['completed', 'corrected', 'reviewed', 'exported', 'archived', 'restored', 'erased'] as const
export type SealKind = (typeof sealKinds)[number]

export const sealedRecords = ['submission', 'report'] as const
export type SealedRecord = (typeof sealedRecords)[number]

/**
 * Faults of a link: `missing` without a link of that number, `link` for a changed link, `signature` without a key of
 * this tend, `order` for a wrong predecessor, `copy` for a changed or removed sealed copy, `gone` for a missing record,
 * `record` for a record that differs from its copy, `stamp` for an invalid time stamp.
 */
const faultKinds = ['missing', 'link', 'signature', 'order', 'copy', 'gone', 'record', 'stamp'] as const
export type FaultKind = (typeof faultKinds)[number]

/** Differences as shown to the holder of a document, without questions or people by name. */
export const differences = [
  'answers',
  'score',
  'files',
  'document',
  'review',
  'subjects',
  'person',
  'time',
  'form',
  'definition',
  'versions',
  'archive',
  'other',
  'link',
  'signature',
  'copy',
  'gone',
] as const
export type Difference = (typeof differences)[number]

// The chain of a company: its links, their checks, and proofs for others.

/** SHA-256 over the public key, hex. */
const Fingerprint = z.string().regex(/^[0-9a-f]{64}$/)

export const SigningKey = z
  .object({
    generation: z.int(),
    fingerprint: Fingerprint,
    /** Ed25519, PEM. */
    public_key: z.string(),
    made_at: Time,
  })
  .meta({ id: 'SigningKey' })
export type SigningKey = z.infer<typeof SigningKey>

export const SealFault = z
  .object({
    position: z.int(),
    record_type: z.enum(sealedRecords).nullable(),
    record_id: Id.nullable(),
    fault: z.enum(faultKinds),
    /** Parts of the record that differ from the seal: `answers.<key>`, `score`, `subjects`, `files.<uuid>` … */
    fields: z.array(z.string()),
  })
  .meta({ id: 'SealFault' })
export type SealFault = z.infer<typeof SealFault>

const TimeStamp = z
  .object({
    /** Last link that it covers, with all links before it. */
    position: z.int(),
    /** Time that the authority states. */
    stamped_at: Time,
    authority: z.string(),
  })
  .meta({ id: 'TimeStamp' })

const SealedLink = z
  .object({
    position: z.int(),
    kind: z.enum(sealKinds),
    sealed_at: Time,
    /** SHA-256 of the link's text, hex. */
    hash: z.string(),
    key: Fingerprint,
  })
  .meta({ id: 'SealedLink' })

export const RecordSeal = z
  .object({
    /**
     * `none` for a submission completed before there were seals and not yet in the chain, `erased` where only the chain
     * knows it.
     */
    state: z.enum(['none', 'intact', 'differs']),
    links: z.array(SealedLink),
    faults: z.array(SealFault),
    time_stamp: TimeStamp.nullable(),
  })
  .meta({ id: 'RecordSeal' })
export type RecordSeal = z.infer<typeof RecordSeal>

export const Verification = z
  .object({
    state: z.enum(['intact', 'differs', 'erased']),
    record_type: z.enum(sealedRecords),
    company: z.string(),
    /** Name of the form or the report. Null where it was erased. */
    name: z.union([LocalizedText, z.string()]).nullable(),
    position: z.int(),
    sealed_at: Time,
    /** Key that signed it. */
    key: Fingerprint,
    /** Events of the record since this document was made. */
    since: z.array(SealedLink.pick({ kind: true, sealed_at: true })),
    /** Links that differ from the present record, and the kind of difference. */
    differing: z.array(
      SealedLink.pick({ position: true, kind: true, sealed_at: true }).extend({ what: z.array(z.enum(differences)) }),
    ),
    /** Tells whether the compared file is the sealed one; null without a file. */
    is_same_file: z.boolean().nullable(),
    time_stamp: TimeStamp.nullable(),
  })
  .meta({ id: 'Verification' })
export type Verification = z.infer<typeof Verification>

/** A check of the whole chain. */
export const ChainCheck = z
  .object({
    checked_at: Time,
    /** Null for the nightly check. */
    checked_by: Id.nullable(),
    checked_by_name: z.string().nullable(),
    /** Number of links, and of differences. */
    links: z.int(),
    found: z.int(),
  })
  .meta({ id: 'ChainCheck' })
export type ChainCheck = z.infer<typeof ChainCheck>

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const sealing = contract({
  chain: {
    summary: "Read how long the company's chain is",
    method: 'GET',
    path: '/seal',
    access: ['read', 'AuditEntry'],
    input: z.object({}),
    returns: z.object({
      count: z.int(),
      last_at: Time.nullable(),
      /** Hash of the last link, which covers all before it. */
      hash: z.string().nullable(),
      key: SigningKey.nullable(),
      last_check: ChainCheck.nullable(),
      time_stamp: TimeStamp.nullable(),
      /** The latest ten. */
      time_stamps: z.array(TimeStamp),
      /** True where a time stamp authority is configured. */
      has_authority: z.boolean(),
    }),
  },
  stamp: {
    summary: 'Request a time stamp for the chain',
    description: 'Asks the time stamp authority of this tend, in a moment. 404 where none is set.',
    problems: ['not_found', 'too_many_requests'],
    method: 'POST',
    path: '/seal/stamp',
    access: ['read', 'AuditEntry'],
    input: z.object({}),
    returns: z.object({ is_asked: z.boolean() }),
  },
  check: {
    summary: 'Check a part of the chain',
    description:
      'Checks the links after `after`, what they seal and its files, as far as one call goes. Ask again with ' +
      '`checked_to` until that is `last`: then the check is noted.',
    method: 'POST',
    path: '/seal/check',
    access: ['read', 'AuditEntry'],
    afterPlanEnd: 'open',
    input: z.object({ after: z.coerce.number().int().min(0).max(greatestWhole).default(0) }),
    returns: z.object({ checked_to: z.int(), last: z.int(), faults: z.array(SealFault) }),
  },
  keys: {
    summary: 'List the keys that seals are signed with',
    description: 'The one that signs now first; former ones stay, for what they signed.',
    method: 'GET',
    path: '/seal/key',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({}),
    returns: z.array(SigningKey),
  },
  renewKey: {
    summary: 'Sign with a new key from now on',
    description: 'What the former keys signed stays good.',
    method: 'POST',
    path: '/seal/key',
    access: ['manage', 'User'],
    isolation: 'platform',
    status: 201,
    input: z.object({}),
    returns: SigningKey,
  },
  verify: {
    summary: 'Verify a document and its sources',
    description:
      '`token` is in the QR code of the document. `sha256` of a file, in hex, checks whether it is the sealed one.',
    method: 'GET',
    path: '/seal/verify/:token',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ token: z.string().regex(/^[\w-]{22}$/), sha256: Sha256.optional() }),
    returns: Verification,
  },
  find: {
    summary: 'Find a document by its file',
    description: 'By the SHA-256 of the file in hex. 404 for every file that is not exactly one that was sealed.',
    method: 'GET',
    path: '/seal/verify',
    problems: ['not_found'],
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ sha256: Sha256 }),
    returns: Verification,
  },
})

/** Seals of a submission, beside its own calls. */
export const submissionSeals = contract({
  get: {
    summary: 'Verify the seal of a submission',
    method: 'GET',
    path: '/form/submission/:id/seal',
    access: ['read', 'Submission'],
    input: ById,
    returns: RecordSeal,
  },
})
