import { and, eq, isNull } from 'drizzle-orm'
import { subjectsAnswered } from '#shared/forms/about.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import type { Context } from '../lib/context.ts'
import { registers } from '../subjects/registers.ts'
import { insertSubjects } from './commands.ts'
import type { FoundSubmission } from './queries.ts'

/**
 * What a submission is about when it is completed: what was said at its beginning, or else what its answers name. Throws 422
 * `subject_required` where its form asks for one and the person could have named one.
 */
export async function subjectsOfCompleted(
  ctx: Context,
  submission: FoundSubmission,
  answers: Answers,
): Promise<SubjectRef[]> {
  const { definition, companyId } = submission
  if (submission.subjects.length > 0) return submission.subjects
  const named = subjectsAnswered(definition, answers)
  await insertSubjects(ctx, submission, named)
  const { about } = definition.settings ?? {}
  if (named.length > 0 || !about?.required) return named
  // Guests and visitors look into no register, and a company that has just begun may have nothing in it.
  const readable = about.types.filter(type => ctx.ability.can('read', registry[type].subject))
  for (const type of readable) if (await hasAny(ctx, companyId, type)) throw new Problem('subject_required')
  return named
}

async function hasAny({ db }: Context, companyId: number, type: SubjectType): Promise<boolean> {
  const { id, companyId: company, archivedAt } = registers[type]
  const found = await db
    .select({ id })
    .from(registers[type])
    .where(and(eq(company, companyId), isNull(archivedAt)))
    .limit(1)
  return found.length > 0
}
