/** A submission for the holder of its link: the content of its PDF, in the reader's language. */
import { z } from 'zod'
import { Logo } from '../companies/contract.ts'
import { scoreBands } from '../forms/scoring/score.ts'
import { GuideContent } from '../guides/contract.ts'
import { guideCategories } from '../guides/rules.ts'
import { contract, file } from '../lib/contract.ts'
import { Id, Time } from '../lib/fields.ts'
import { Report } from '../reports/contract.ts'
import { ReportData } from '../reports/data.ts'

const Tone = z.enum(['ok', 'attention', 'stop'])

const SharedAnswer = z
  .object({
    question: z.string(),
    hint: z.string().optional(),
    /** Null where it was not answered. */
    answer: z.string().nullable(),
    tone: Tone.optional(),
    note: z.string().optional(),
    /** Task that it caused. */
    task: z.string().optional(),
    /** Level of a heading over the following answers; not set for an answer. */
    heading: z.int().optional(),
    /** Addresses of its photos; null for one that never arrived. */
    pictures: z.array(z.string().nullable()),
    /** Caption of each photo. */
    captions: z.array(z.string()),
  })
  .meta({ id: 'SharedAnswer' })
export type SharedAnswer = z.infer<typeof SharedAnswer>

export const SharedSubmission = z
  .object({
    kind: z.literal('submission'),
    id: Id,
    form: z.object({ name: z.string(), version: z.int(), note: z.string().optional() }),
    person: z.string(),
    completed_at: z.string(),
    subjects: z.array(z.string()),
    score: z
      .object({
        percent: z.string(),
        band: z.enum(scoreBands).nullable(),
        band_label: z.string(),
        points: z.string(),
        failed: z.string().optional(),
      })
      .nullable(),
    /** Status that the form sets for its subject. */
    status: z.object({ label: z.string(), words: z.string(), tone: Tone }).nullable(),
    /** Failed critical answers. */
    findings: z.array(z.object({ question: z.string(), answer: z.string(), task: z.string().optional() })),
    sections: z.array(z.object({ title: z.string(), score: z.string().optional(), answers: z.array(SharedAnswer) })),
  })
  .meta({ id: 'SharedSubmission' })
export type SharedSubmission = z.infer<typeof SharedSubmission>

// Reading a record by its link, without an account. 404 for a wrong token and for the link of a person who left, 410
// `share_taken_back` or `public_link_expired` after its end. With a PIN, each call carries it in the header `Form-Pin`:
// 403 `pin_required`, 422 `wrong_pin`, 429 after ten wrong ones.

const SharedReport = z.object({
  kind: z.literal('report'),
  report: Report.pick({ name: true, description: true, form_ids: true, group_by: true, period: true }),
  /** Counted now, as the author may see it. Without photos, which are in the PDF. */
  data: ReportData,
})
export type SharedReport = z.infer<typeof SharedReport>

/** The published version of a guide. */
const SharedGuide = z.object({
  kind: z.literal('guide'),
  category: z.enum(guideCategories),
  version: z.int(),
  published_at: Time,
  content: GuideContent,
  /** Addresses of its pictures, files and videos, by their paths in the text. */
  files: z.record(z.string(), z.string()),
})
export type SharedGuide = z.infer<typeof SharedGuide>

export const SharedPage = z
  .object({
    company_name: z.string(),
    company_logo: Logo.nullable(),
    shared_by: z.string(),
    expires_at: Time,
    content: z.discriminatedUnion('kind', [SharedReport, SharedGuide, SharedSubmission]),
  })
  .meta({ id: 'SharedPage' })
export type SharedPage = z.infer<typeof SharedPage>

const byLink = {
  access: 'anyone',
  isolation: 'share',
  input: z.object({ id: Id, token: z.string().max(200) }),
  problems: [
    ...['share_taken_back', 'public_link_expired'],
    ...['pin_required', 'wrong_pin', 'too_many_requests', 'too_large'],
  ],
} as const

export const sharedPages = contract({
  open: {
    summary: 'Read what is shared',
    description: 'A POST, so that programs which look at links do not count as readers.',
    method: 'POST',
    path: '/shared/:id/:token',
    afterPlanEnd: 'open',
    ...byLink,
    returns: SharedPage,
  },
  pdf: {
    summary: 'Download what is shared as PDF',
    description: "In the reader's language and as it stands now.",
    method: 'GET',
    path: '/shared/:id/:token/pdf',
    ...byLink,
    returns: file('application/pdf'),
  },
})
