import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { greatestWhole, Id, Time } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'

/** A long text by language; paragraphs are separated by empty lines. */
export const LegalText = z.partialRecord(z.enum(locales), z.string().trim().max(100_000)).meta({ id: 'LegalText' })
export type LegalText = z.infer<typeof LegalText>

const Texts = z.object({ privacy: LegalText, terms: LegalText })
/** English is the fallback. */
const Written = LegalText.refine(text => Boolean(text.en), { params: { code: 'required' } })
const WrittenTexts = z.object({ privacy: Written, terms: Written })

/** The text in force. `published_at` is null for the one that comes with tend. */
export const Legal = Texts.extend({ version: z.int(), published_at: Time.nullable() }).meta({ id: 'Legal' })
export type Legal = z.infer<typeof Legal>

export const legal = contract({
  get: {
    summary: 'Read the privacy text and the terms',
    method: 'GET',
    path: '/system/legal',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({}),
    returns: Legal,
  },
  publish: {
    summary: 'Publish a new version of the legal texts',
    description: 'Everybody is asked to accept it. `version` is the one that the texts were written from.',
    problems: ['stale_revision'],
    method: 'POST',
    path: '/system/legal',
    access: ['manage', 'Legal'],
    isolation: 'platform',
    input: WrittenTexts.extend({ version: z.int().min(0).max(greatestWhole).optional() }),
    returns: Legal,
    status: 201,
  },
  mend: {
    summary: 'Correct the current legal texts',
    description: 'Corrects a slip or a translation; nobody is asked to accept it again.',
    problems: ['stale_revision'],
    method: 'PUT',
    path: '/system/legal/:version',
    access: ['manage', 'Legal'],
    isolation: 'platform',
    input: WrittenTexts.partial().extend({ version: Id }),
    returns: Legal,
  },
})
