/** Findings as a spreadsheet: what was found, who has it until when, and how it ended. */
import { findings as calls, type Finding } from '#shared/findings/contract.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { defaultLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { localTime } from '#shared/lib/localTime.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Handler } from '../lib/http/routes.ts'
import { listFile } from '../lib/spreadsheets/listFile.ts'
import type { Cell } from '../lib/spreadsheets/rows.ts'
import { namedAtSite } from '../locations/queries.ts'
import { listFindings } from './queries.ts'

const columns = [
  ...(['severity', 'state', 'about', 'form', 'question', 'answer', 'note', 'found_by', 'found_at'] as const),
  ...(['task', 'with', 'due_at', 'done_by', 'done_at', 'ended', 'closed_by', 'closed_at', 'reason', 'number'] as const),
]

/** Sends the findings of a list. */
export const exportFindings: Handler<typeof calls.export> = async (wanted, ctx) => {
  const t = ctx.services.texts(ctx.locale)
  const timeZone = await zoneOfCompany(ctx.db, companyOf(ctx))
  return listFile<Finding>(ctx, calls.list, {
    ...{ ...wanted, name: t('findings.title'), filename: await namedAtSite(ctx, t('findings.title')) },
    headings: columns.map(column => t(`findings.columns.${column}`)),
    read: (query, within) => listFindings(within, query as Parameters<typeof listFindings>[1]),
    cells: rows => rows.map(finding => cellsOf(ctx, finding, timeZone)),
  })
}

function cellsOf(ctx: Context, finding: Finding, timeZone: string): Cell[] {
  const t = ctx.services.texts(ctx.locale)
  const read = (text: LocalizedText | null) => text && plainText(textIn(text, ctx.locale, defaultLocale).text)
  const clock = (moment: string | null | undefined): Cell =>
    moment ? { day: localTime(new Date(moment), timeZone).replace('T', ' ') } : null
  const { stage, subjects, open_task: open, done, closed_how: ended } = finding
  return [
    t(`findings.severities.${finding.severity}`),
    t(stage === 'done' ? 'findings.toBeRechecked' : `findings.states.${stage}`),
    subjects.map(({ name }) => name).join(', '),
    ...[read(finding.form_name), read(finding.question), read(finding.answer), finding.note],
    ...[finding.user_name, clock(finding.found_at)],
    read(finding.task_titles) || finding.task_title,
    (open?.people ?? []).map(person => person.user_name).join(', '),
    ...[clock(open?.due_at), done?.by ?? null, clock(done?.at)],
    ...[ended && t(`findings.ends.${ended}`), finding.closed_by_name, clock(finding.closed_at), finding.reason],
    finding.id,
  ]
}
