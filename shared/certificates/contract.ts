/**
 * Certificates with an end, of a vehicle, a person or the company. Responsible people are notified 30, 7 and 1 days
 * before.
 */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Day, EditedFields, Id, LongText, Name, Revision, Time, Uuid } from '../lib/fields.ts'
import { Incremental, Paging } from '../lib/paging.ts'
import { certificateKinds, journeyClasses, maxCertificateFiles } from './rules.ts'

export const Kind = z.enum(certificateKinds).meta({ id: 'PaperKind' })

const CertificateDraft = z.object({
  kind: Kind,
  number: Name.nullish(),
  /** Issuer: an authority or insurer. */
  issuer: Name.nullish(),
  journey_class: z.enum(journeyClasses).nullish(),
  issued_on: Day.nullish(),
  /** Last valid day; without one it has no end. */
  valid_until: Day.nullish(),
  note: LongText.nullish(),
})

const Files = z.object({
  /** Uuids of files uploaded before, and of those that stay. */
  file_uuids: z.array(Uuid).max(maxCertificateFiles).optional(),
})

export const CertificateFile = z
  .object({ uuid: Uuid, path: z.string(), name: z.string(), content_type: z.string(), size: z.int() })
  .meta({ id: 'PaperFile' })
export type CertificateFile = z.infer<typeof CertificateFile>

/** A certificate before its renewal. */
const EarlierCertificate = z
  .object({
    ...{ number: z.string().nullable(), issuer: z.string().nullable() },
    ...{ issued_on: Day.nullable(), valid_until: Day.nullable() },
    files: z.array(CertificateFile),
    renewed_at: Time,
  })
  .meta({ id: 'EarlierPaper' })
export type EarlierCertificate = z.infer<typeof EarlierCertificate>

export const Certificate = CertificateDraft.required()
  .extend(EditedFields.shape)
  .extend({
    company_id: Id,
    /** Vehicle or person it belongs to; the company where both are null. */
    vehicle_id: Id.nullable(),
    holder_id: Id.nullable(),
    vehicle_name: z.string().nullable(),
    holder_name: z.string().nullable(),
    files: z.array(CertificateFile),
    /** Newest first. */
    earlier: z.array(EarlierCertificate),
  })
  .meta({ id: 'Paper' })
export type Certificate = z.infer<typeof Certificate>

export const papers = contract({
  list: {
    summary: 'List certificates, the next to end first',
    description: 'With `is_company` only certificates of the company itself.',
    method: 'GET',
    path: '/paper',
    access: ['read', 'Paper'],
    bySite: true,
    input: Paging.pick({ page: true, per_page: true, archived: true }).extend({
      ...Incremental.shape,
      vehicle_id: Id.optional(),
      holder_id: Id.optional(),
      is_company: z.boolean().optional(),
      kind: Kind.optional(),
      ends_from: Day.optional(),
      ends_before: Day.optional(),
    }),
    returns: page(Certificate),
    copied: 'dated',
  },
  create: {
    summary: 'Add a certificate',
    method: 'POST',
    path: '/paper',
    access: ['create', 'Paper'],
    input: CertificateDraft.extend({ ...Files.shape, vehicle_id: Id.nullish(), holder_id: Id.nullish() }),
    returns: Certificate,
    status: 201,
  },
  update: {
    summary: 'Change a certificate',
    description: 'Its owner stays the same. A renewal keeps the previous version with its files.',
    method: 'PUT',
    path: '/paper/:id',
    problems: ['stale_revision'],
    access: ['update', 'Paper'],
    input: CertificateDraft.partial().extend({
      ...Files.shape,
      id: Id,
      revision: Revision.optional(),
      is_renewal: z.boolean().optional(),
    }),
    returns: Certificate,
  },
  remove: {
    summary: 'Archive a certificate',
    method: 'DELETE',
    path: '/paper/:id',
    access: ['delete', 'Paper'],
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore a certificate',
    method: 'POST',
    path: '/paper/:id/restore',
    access: ['delete', 'Paper'],
    input: ById,
    returns: Certificate,
  },
})
