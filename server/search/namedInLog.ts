/** What the audit log calls the rows that its entries are about: each as its reader may see it, archived ones too. */
import { and, eq } from 'drizzle-orm'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Ability } from '#shared/lib/rules.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { type KnownSubject, subjectsOfLog } from '../audit/ports.ts'
import { companies, ownRoles } from '../companies/table.ts'
import { findingSubjects, findings } from '../findings/table.ts'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { inIds } from '../lib/db/searchIds.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { reports } from '../reports/table.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { registers } from '../subjects/registers.ts'
import { submissionSubjects, submissions } from '../submissions/table.ts'
import { taskSubjects, tasks } from '../tasks/table.ts'

type Asked = { ability: Ability; locale: Parameters<typeof textIn>[1]; ids: number[] }
type Naming = (db: Database, asked: Asked) => Promise<KnownSubject[]>

/** What has its name in one column. */
const plain =
  (subject: string, table: typeof companies | typeof reports | (typeof registers)['location']): Naming =>
  (db, { ability, ids }) =>
    db
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(and(inIds(table.id, ids), accessible(ability, 'read', subject, table)))

const namings: Record<string, Naming> = {
  // Each company counts its own.
  Role: (db, { ability, ids }) =>
    db
      .select({ id: ownRoles.id, companyId: ownRoles.companyId, name: ownRoles.name })
      .from(ownRoles)
      .where(and(inIds(ownRoles.id, ids), accessible(ability, 'read', 'Role', ownRoles))),
  Company: plain('Company', companies),
  Report: plain('Report', reports),
  ...Object.fromEntries(
    subjectTypes.map(type => [
      registry[type].subject,
      plain(registry[type].subject, registers[type] as (typeof registers)['location']),
    ]),
  ),
  async Form(db, { ability, locale, ids }) {
    const rows = await db
      .select({ id: forms.id, name: forms.name })
      .from(forms)
      .where(and(inIds(forms.id, ids), accessible(ability, 'read', 'Form', forms)))
    return rows.map(({ id, name }) => ({ id, name: textIn(name, locale, locale).text }))
  },
  async Guide(db, { ability, locale, ids }) {
    const rows = await db
      .select({ id: guides.id, title: guides.title })
      .from(guides)
      .where(and(inIds(guides.id, ids), accessible(ability, 'read', 'Guide', guides)))
    return rows.map(({ id, title }) => ({ id, name: textIn(title, locale, locale).text }))
  },
  async Task(db, { ability, locale, ids }) {
    const rows = await db
      .select({ id: tasks.id, title: tasks.title, titles: tasks.titles })
      .from(tasks)
      .where(and(inIds(tasks.id, ids), accessible(ability, 'read', 'Task', tasks)))
    const about = await subjectsOf(db, taskSubjects, taskSubjects.taskId, ids)
    return rows.map(({ id, ...task }) => ({ id, name: titleIn(task, locale), about: about.get(id)?.[0] }))
  },
  async Submission(db, { ability, locale, ids }) {
    const rows = await db
      .select({ id: submissions.id, name: forms.name })
      .from(submissions)
      .innerJoin(forms, eq(forms.id, submissions.formId))
      .where(and(inIds(submissions.id, ids), accessible(ability, 'read', 'Submission', submissions)))
    const about = await subjectsOf(db, submissionSubjects, submissionSubjects.submissionId, ids)
    return rows.map(({ id, name }) => ({ id, name: textIn(name, locale, locale).text, about: about.get(id)?.[0] }))
  },
  async Finding(db, { ability, locale, ids }) {
    const rows = await db
      .select({
        ...{ id: findings.id, question: findings.question, note: findings.note, name: forms.name },
        targetId: findings.submissionId,
      })
      .from(findings)
      .innerJoin(forms, eq(forms.id, findings.formId))
      .where(and(inIds(findings.id, ids), accessible(ability, 'read', 'Finding', findings)))
    const about = await subjectsOf(db, findingSubjects, findingSubjects.findingId, ids)
    return rows.map(({ id, question, note, name, targetId }) => ({
      ...{ id, targetId, about: about.get(id)?.[0] },
      name: textIn(question ?? {}, locale, locale).text || note || textIn(name, locale, locale).text,
    }))
  },
}

/** Answers the audit log. */
export const namesInLog = subjectsOfLog.providedBy(
  async (db, { type, ...asked }) => (await namings[type]?.(db, asked)) ?? [],
)
