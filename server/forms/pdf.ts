import { eq } from 'drizzle-orm'
import { withChoices } from '#shared/forms/choiceSets.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { wordsFor } from '#shared/submissions/formatter.ts'
import { users } from '../accounts/table.ts'
import { findCompany, logoPathForDocument } from '../companies/queries.ts'
import { printedAtOnce } from '../documents/commands.ts'
import type { Paper, Wanted } from '../documents/ports.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { documentOf } from './document.ts'
import { type FormDocument, formTemplate } from './formDocument.ts'
import { accessForm, type FormRow, findPublished } from './queries.ts'

/**
 * The blank form as a PDF in the reader's language: what is filled in now, or the draft for those who may change it. 404 for a form
 * that was never published, to those who may not see its draft.
 */
export const formPdf = async (ctx: Context, form: FormRow, wantsDraft: boolean): Promise<FileAnswer> =>
  printedAtOnce(ctx, await formPaper(ctx, form, wantsDraft))

/** The same for whoever asks by its number. */
export const paperOfForm = async (_: Database, { ctx, kind, recordId, draft }: Wanted & { ctx: Context }) =>
  kind === 'form' ? formPaper(ctx, await accessForm(ctx, recordId, 'read'), draft === true) : null

async function formPaper(ctx: Context, form: FormRow, wantsDraft: boolean): Promise<Paper<FormDocument>> {
  const published = await findPublished(ctx.db, form)
  const isMaker = allows(ctx.ability, 'update', 'Form', form)
  const isDraft = isMaker && (wantsDraft || !published)
  const definition = isDraft ? form.draft : published?.definition
  if (!definition) throw new Problem('not_found')
  const [company, [reader]] = await Promise.all([
    findCompany(ctx.db, form.companyId),
    ctx.db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, ctx.actor.id)),
  ])
  const t = ctx.services.texts(ctx.locale)
  const words = wordsFor({ locale: ctx.locale, timeZone: reader?.timeZone ?? 'UTC', t }, definition)
  const name = textIn(form.name, ctx.locale, definition.default_language).text
  const document = documentOf(withChoices(definition), words, {
    name,
    description: words.read(form.description),
    version: isDraft
      ? t('forms.paper.draft', { date: words.formats.date(ctx.now) })
      : t('forms.paper.version', { version: words.formats.number(published?.number ?? 0) }),
    companyName: company?.name ?? '',
  })
  return {
    ...{
      kind: 'form',
      companyId: form.companyId,
      recordId: form.id,
      version: isDraft ? null : (published?.number ?? null),
    },
    ...{ template: formTemplate, data: document, pictures: logoPathForDocument(company) },
    filename: filenameOf(name, '.pdf'),
  }
}
