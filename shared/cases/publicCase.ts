/**
 * The reporter's side of a case: nothing is stored about the caller (`traceless`), and the code in the header
 * `Case-Code` opens the case. A repeated report under one code is the same case.
 */
import { z } from 'zod'
import { Logo } from '../companies/contract.ts'
import { Answers } from '../forms/answers/answers.ts'
import { contract } from '../lib/contract.ts'
import { Day, Id, LocalizedText, Uuid, VersionNumber } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { CaseFile, CaseLine, caseState } from './contract.ts'
import { identities } from './rules.ts'

export const ReporterMessage = z
  .object({ from_company: z.boolean(), text: z.string(), said_on: Day, files: z.array(CaseFile) })
  .meta({ id: 'ReporterMessage' })
export type ReporterMessage = z.infer<typeof ReporterMessage>

/** A case as its reporter reads it: the report, the answers, and the deadlines. */
export const ReporterCase = z
  .object({
    form_name: LocalizedText,
    default_language: z.enum(locales),
    company_name: z.string(),
    company_logo: Logo.nullable(),
    ...caseState,
    /** Last day before it is erased. */
    erase_on: Day.nullable(),
    lines: z.array(CaseLine),
    files: z.array(CaseFile),
    messages: z.array(ReporterMessage),
  })
  .meta({ id: 'ReporterCase' })
export type ReporterCase = z.infer<typeof ReporterCase>

export const publicCases = contract({
  report: {
    summary: 'Report something by the link of a reporting channel',
    description:
      'Makes the case of the code in `Case-Code`. The same again changes nothing; something else under the ' +
      'code is 409 `submission_uuid_taken`. Files are brought afterwards, with the code. `contact` is ' +
      'refused where the reporter is anonymous.',
    problems: [
      'public_form_closed',
      'public_form_archived',
      'public_company_closed',
      'public_link_expired',
      'pin_required',
      'wrong_pin',
      'too_many_requests',
      'submission_uuid_taken',
    ],
    method: 'POST',
    path: '/form/:id/public/:token/case',
    access: 'anyone',
    wall: 'link',
    traceless: true,
    afterPlanEnd: 'open',
    input: z.object({
      id: Id,
      token: z.string().max(200),
      version: VersionNumber.optional(),
      answers: Answers,
      locale: z.enum(locales),
      identity: z.enum(identities),
      contact: z.string().trim().max(500).optional(),
    }),
    returns: z.object({ received_on: Day }),
    status: 201,
  },
  get: {
    summary: 'Come back to a case',
    description:
      'By its code. 404 `wrong_case_code` for any other; ten wrong ones in a quarter of an hour from one place.',
    problems: ['wrong_case_code'],
    method: 'GET',
    path: '/form/public/case',
    access: 'anyone',
    wall: 'platform',
    traceless: true,
    input: z.object({}),
    returns: ReporterCase,
  },
  say: {
    summary: 'Say something more about a case, or bring a file',
    description:
      'A text, one file (`attachments[0]`), or both. With `question_id` the file belongs to that question ' +
      'of the report. `uuid` is the device’s own: the same again changes nothing.',
    problems: ['wrong_case_code'],
    method: 'POST',
    path: '/form/public/case',
    access: 'anyone',
    wall: 'platform',
    traceless: true,
    multipart: 'attachments',
    input: z.object({
      uuid: Uuid,
      text: z.string().trim().max(20_000).optional(),
      question_id: z.string().max(300).optional(),
    }),
    returns: ReporterCase,
    status: 201,
  },
})
