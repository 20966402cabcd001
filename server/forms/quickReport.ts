/**
 * The built-in form by which people report something in three taps: a photo and a few words. It is a form of the
 * company like any other, so that lists, photos, documents and rights exist once (docs/decisions/0092).
 */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Definition } from '#shared/forms/definition.ts'
import { quickReportQuestion } from '#shared/forms/quickReport.ts'
import { Problem } from '#shared/lib/problem.ts'
import { companies } from '../companies/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { publishNewForm } from './commands.ts'
import { requirePublishable } from './evaluation/publishable.ts'
import { presentForm } from './queries.ts'
import { forms } from './table.ts'

const name = {
  en: 'Something seen',
  hu: 'Észrevétel',
  de: 'Beobachtung',
  fr: 'Observation',
  ar: 'ملاحظة',
}

const definition: Definition = {
  schema: 1,
  default_language: 'en',
  settings: { quick_report: true },
  sections: [
    {
      id: 'noticed',
      title: name,
      questions: [
        {
          id: quickReportQuestion,
          type: 'text',
          long: true,
          required: true,
          label: {
            en: 'What did you see?',
            hu: 'Mit vett észre?',
            de: 'Was ist Ihnen aufgefallen?',
            fr: 'Qu’avez-vous remarqué ?',
            ar: 'ما الذي لاحظته؟',
          },
          triggers: [
            {
              id: 'reported',
              when: ". != ''",
              task: {
                title: {
                  en: 'Deal with what was reported',
                  hu: 'Intézkedés a bejelentés alapján',
                  de: 'Meldung bearbeiten',
                  fr: 'Traiter ce qui a été signalé',
                  ar: 'معالجة ما أُبلغ عنه',
                },
                priority: 'normal',
                due_after: 'P1D',
                assignee: 'manager',
              },
            },
          ],
        },
      ],
    },
  ],
}

/** Checks the built-in form with no connection held. */
export const prepareQuickReport = (_: object, ctx: Context): Promise<void> => requirePublishable(ctx, definition)

/**
 * Returns the company's form for quick reports, which is created at the first call. Throws `not_found` where a manager
 * has archived or closed it.
 */
export async function openQuickReport(_: object, ctx: Context) {
  const companyId = companyOf(ctx)
  // Two phones at once make one form.
  await ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
  const known = await ctx.db
    .select()
    .from(forms)
    .where(and(eq(forms.companyId, companyId), sql`${forms.draft} @> '{"settings": {"quick_report": true}}'`))
    .orderBy(asc(forms.id))
  const open = known.find(form => form.status === 'open' && form.archivedAt === null)
  if (open) return presentForm(ctx, open)
  if (known.length > 0) throw new Problem('not_found')
  return publishNewForm(ctx, { name, definition })
}
