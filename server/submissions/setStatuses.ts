import type { SetStatus } from '#shared/forms/answers/outcome.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { plainText } from '#shared/lib/labels.ts'
import { locales } from '#shared/lib/language.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { worstStatus } from '#shared/subjects/registry.ts'
import { fillReferences } from '#shared/submissions/fillReferences.ts'
import { wordsFor } from '#shared/submissions/words.ts'
import type { Context } from '../lib/context.ts'
import { type Finding, noteFindings } from '../subjects/commands.ts'
import { completionOf } from './formContext.ts'
import type { FoundSubmission } from './queries.ts'

/**
 * Puts what a submission is about into the states that its form says; what was said in an animal's row is said of that animal alone,
 * wherever it stands. Of several states of one subject the worst counts, with the first answer that shows it.
 *
 * It was found when the submission was completed.
 */
export async function setStatuses(
  ctx: Context,
  submission: Pick<FoundSubmission, 'id' | 'companyId' | 'userId'> & { subjects: SubjectRef[] },
  state: FormState,
  statuses: SetStatus[],
  /** Of whom alone it is said; whoever no answer speaks of is well. */
  among?: SubjectRef[],
): Promise<void> {
  const { id: submissionId, companyId, userId, subjects } = submission
  const foundAt = completionOf(ctx, state.context)
  const wanted = among && new Set(among.map(nameOf))
  const all = statuses.flatMap(set =>
    (set.animal ? [{ type: 'animal' as const, id: set.animal.id }] : subjects).map(subject => ({ subject, set })),
  )
  const said = wanted ? all.filter(({ subject }) => wanted.has(nameOf(subject))) : all
  const spokenOf = new Set(said.map(({ subject }) => nameOf(subject)))
  const well = (among ?? []).filter(subject => !spokenOf.has(nameOf(subject)))
  const findings: Finding[] = [...Map.groupBy(said, ({ subject }) => nameOf(subject)).values()].flatMap(of => {
    const worst = worstStatus(of.map(({ set }) => set.status))
    const [first] = of.filter(({ set }) => set.status === worst)
    if (!first) return []
    const { subject, set } = first
    return [{ ...found(ctx, state, subject, set), foundAt, submissionId, userId }]
  })
  for (const subject of well) findings.push({ subject, state: 'ok', foundAt, submissionId, userId })
  await noteFindings(ctx, companyId, findings)
}

const nameOf = ({ type, id }: SubjectRef) => `${type} ${id}`

function found(
  ctx: Context,
  state: FormState,
  { type, id }: SubjectRef,
  { status, about }: SetStatus,
): Omit<Finding, 'foundAt' | 'userId'> {
  const instance = about === undefined ? undefined : state.instance(about)
  const note = about === undefined ? undefined : state.answer(about)?.note?.trim()
  return {
    subject: { type, id },
    state: status,
    finding: instance?.part.question && normalizeAnswers(ctx, state, instance.part.question.label, instance.rows),
    reason: note || undefined,
  }
}

/** A question as it was asked, in every language that it has, with the answers that it names in their places. */
export function normalizeAnswers(
  { services }: Context,
  state: FormState,
  label: LocalizedText,
  rows: readonly string[],
): LocalizedText {
  const texts = locales.flatMap(locale => {
    const text = label[locale]
    if (!text?.trim()) return []
    const words = wordsFor({ locale, timeZone: undefined, t: services.texts(locale) }, state.form.definition)
    return [[locale, plainText(fillReferences(text, state, rows, words))]]
  })
  return Object.fromEntries(texts)
}
