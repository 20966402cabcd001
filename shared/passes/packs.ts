/**
 * Packs of audit passes: one ZIP with what a pass shows, its log and what proves both, the same for the company and the
 * holder (docs/decisions/0135-packs-of-passes.md).
 */
import { z } from 'zod'
import { contract, file } from '../lib/contract.ts'
import { ById, Id, Time } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { byPass, passLink } from './passPage.ts'
import { packStates } from './rules.ts'

export const PassPack = z
  .object({
    id: Id,
    state: z.enum(packStates),
    /** Whether the holder of the pass asked for it. */
    by_holder: z.boolean(),
    locale: z.enum(locales),
    /** Records done, of `total`; both grow from 0 while it works. */
    done: z.int(),
    total: z.int(),
    size: z.int().nullable(),
    /** SHA-256 of the file, by which two copies are compared. */
    sha256: z.string().nullable(),
    created_at: Time,
    /** End of the time in which it can be downloaded. */
    expires_at: Time.nullable(),
  })
  .meta({ id: 'PassPack' })
export type PassPack = z.infer<typeof PassPack>

/** With the address of the file, as long as it can be downloaded. */
export const HeldPack = PassPack.extend({ address: z.string().nullable() }).meta({ id: 'HeldPack' })
export type HeldPack = z.infer<typeof HeldPack>

export const passPacks = contract({
  list: {
    summary: 'List the packs of an audit pass',
    description: 'The latest first. The holder downloads the same files.',
    method: 'GET',
    path: '/pass/:id/pack',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: ById,
    returns: z.array(PassPack),
  },
  begin: {
    summary: 'Create a pack of an audit pass',
    description:
      'In the background: one ZIP with records, photos, log and signature. Returns the one that is being made, if ' +
      'any. The latest three are kept for 30 days.',
    problems: ['not_while_acting', 'pass_not_started'],
    method: 'POST',
    path: '/pass/:id/pack',
    access: ['read', 'Pass'],
    keys: 'closed',
    afterPlanEnd: 'open',
    status: 201,
    input: ById,
    returns: PassPack,
  },
  fetch: {
    summary: 'Download a pack of an audit pass',
    method: 'GET',
    path: '/pass/:id/pack/:pack_id/file',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: ById.extend({ pack_id: Id }),
    returns: file('application/zip'),
  },
})

export const passPagePacks = contract({
  list: {
    summary: 'List the packs of an audit pass as its holder',
    description: 'The latest first, each with its address.',
    ...byPass,
    path: '/passes/mine/:id/:token/packs',
    input: z.object(passLink),
    returns: z.array(HeldPack),
  },
  begin: {
    summary: 'Create a pack of an audit pass as its holder',
    description: 'Returns the one that is being made, if any.',
    ...byPass,
    path: '/passes/mine/:id/:token/pack',
    input: z.object(passLink),
    returns: PassPack,
  },
})
