/**
 * Reading a report by its link, without an account. A wrong token, or one that was taken back, is 404, like what never was, and so is the link
 * of somebody who works there no more; 410 `public_link_expired` after its day. Where the link has a PIN, each call carries it in the
 * header `Form-Pin`, as with public forms: 403 `pin_required`, 422 `wrong_pin`, 429 after ten wrong ones.
 */
import { z } from 'zod'
import { Logo } from '../companies/contract.ts'
import { contract, file } from '../lib/contract.ts'
import { Id, Time } from '../lib/fields.ts'
import { Report } from '../reports/contract.ts'
import { ReportData } from '../reports/data.ts'

export const SharedReport = z
  .object({
    company_name: z.string(),
    company_logo: Logo.nullable(),
    shared_by: z.string(),
    expires_at: Time,
    report: Report.pick({ name: true, description: true, form_ids: true, group_by: true, period: true }),
    /** Counted now, as whoever shared it may see it. Without photos, which the PDF has. */
    data: ReportData,
  })
  .meta({ id: 'SharedReport' })
export type SharedReport = z.infer<typeof SharedReport>

const byLink = {
  access: 'anyone',
  wall: 'share',
  input: z.object({ id: Id, token: z.string().max(200) }),
  problems: ['public_link_expired', 'pin_required', 'wrong_pin', 'too_many_requests', 'too_large'],
} as const

export const sharedReports = contract({
  open: {
    summary: 'Read a shared report',
    description: 'A POST, so that programs which look at links do not count as readers.',
    method: 'POST',
    path: '/shared/:id/:token',
    afterPlanEnd: 'open',
    ...byLink,
    returns: SharedReport,
  },
  pdf: {
    summary: 'Download a shared report as PDF',
    description: "In the reader's language and as it stands now.",
    method: 'GET',
    path: '/shared/:id/:token/pdf',
    ...byLink,
    returns: file('application/pdf'),
  },
})
