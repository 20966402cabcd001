import type { Answers } from '#shared/forms/answers/answers.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { momentOf } from '#shared/submissions/report.ts'
import type { Detected } from '../findings/commands.ts'
import { evaluateForm } from '../forms/evaluation/queries.ts'
import type { Context } from '../lib/context.ts'
import { detectFindings } from './findings.ts'
import type { FoundSubmission } from './queries.ts'

/** The finding of a question as the answers of an earlier version have it; undefined where these had none. */
export async function findingBy(
  ctx: Context & Parameters<typeof momentOf>[1],
  { definition, completedAt, updatedAt }: Pick<FoundSubmission, 'definition' | 'completedAt' | 'updatedAt'>,
  answers: Answers,
  questionId: string,
): Promise<Detected | undefined> {
  const moment = { completed_at: completedAt?.toISOString() ?? null, updated_at: updatedAt.toISOString() }
  const state = await evaluateForm(ctx, definition, answers, momentOf(moment, ctx))
  return detectFindings(ctx, state, evaluationOf(state)).find(one => one.questionId === questionId)
}
