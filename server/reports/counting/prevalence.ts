/** The share of affected animals in each herd that was looked at, with how sure it is. */
import { and, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Measure } from '#shared/forms/definition.ts'
import { placedElements } from '#shared/forms/elements.ts'
import type { MeasureScore } from '#shared/forms/scoring/score.ts'
import type { PrevalenceOfHerd, PrevalenceOfMeasure } from '#shared/reports/data.ts'
import { type Confidence, confidenceOfLook, intervalOf } from '#shared/reports/prevalence.ts'
import { subjectsOf } from '../../subjects/queries.ts'
import { submissionSubjects, submissions } from '../../submissions/table.ts'
import { choicesOf } from './questions.ts'
import { isAnonymous, type Selection } from './selection.ts'
import type { UsedVersion } from './totals.ts'

const maxHerds = 100
const maxMeasures = 100
/** More looks at herds than anybody reads. */
const maxSubmissions = 2_000

type Scale = Pick<PrevalenceOfMeasure, 'form_id' | 'measure_id' | 'label' | 'default_language' | 'scale' | 'limits'> & {
  versionIds: number[]
  /** Those whose sample is taken in two halves. */
  inHalves: number[]
}

export async function prevalenceOf(selection: Selection, versions: UsedVersion[]): Promise<PrevalenceOfMeasure[]> {
  const scales = scalesOf(versions).slice(0, maxMeasures)
  if (scales.length === 0) return []
  const { reader, where } = selection
  const ids = [...new Set(scales.flatMap(({ versionIds }) => versionIds))]
  const rows = await reader.db
    .select({
      id: submissions.id,
      versionId: submissions.formVersionId,
      completedAt: submissions.completedAt,
      measures: sql<MeasureScore[]>`${submissions.score} -> 'measures'`,
    })
    .from(submissions)
    .where(
      and(
        where,
        inArray(submissions.formVersionId, ids),
        sql`${submissions.score} ? 'measures'`,
        sql`not (${isAnonymous as SQL})`,
      ),
    )
    .orderBy(desc(submissions.completedAt), desc(submissions.id))
    .limit(maxSubmissions)
  const looks = rows.map(row => ({ row, measures: new Map(row.measures.map(one => [one.id, one])) }))
  const shown = scales.map(scale => {
    const all = looks.flatMap(({ row, measures }) => {
      const measure = scale.versionIds.includes(row.versionId) && measures.get(scale.measure_id)
      return measure ? [{ row, measure }] : []
    })
    return { scale, all, herds: all.slice(0, maxHerds) }
  })
  const subjects = await subjectsOf(reader.db, submissionSubjects, submissionSubjects.submissionId, [
    ...new Set(shown.flatMap(({ herds }) => herds.map(({ row }) => row.id))),
  ])
  return shown
    .filter(({ all }) => all.length > 0)
    .map(({ scale: { versionIds, inHalves, ...scale }, all, herds }) => ({
      ...scale,
      herds: herds.map(({ row, measure }) => ({
        submission_id: row.id,
        completed_at: row.completedAt?.toISOString() ?? '',
        subjects: subjects.get(row.id) ?? [],
        ...seenIn(measure, inHalves.includes(row.versionId) ? confidenceOfLook : 95),
      })),
      total: all.length,
    }))
}

/**
 * What one look at a herd says of the whole of it; `confidence` is what its interval needs so as to hold 95 times in a
 * hundred.
 */
export function seenIn(
  { counted, affected, percent, population, picked }: MeasureScore,
  confidence: Confidence = 95,
): Omit<PrevalenceOfHerd, 'submission_id' | 'completed_at' | 'subjects'> {
  const isWhole = population === undefined ? picked === 'all' : counted >= population
  const without = (no_interval: PrevalenceOfHerd['no_interval']) => ({
    ...{ counted, affected, percent, population: population ?? null },
    ...{ interval: null, no_interval },
  })
  if (counted === 0) return without('nobody_counted')
  if (isWhole) return without('all_counted')
  // Of a herd that was to be seen whole, those that were not seen are not missing by chance.
  if (picked === 'by_hand' || picked === 'all') return without('by_hand')
  if (population === undefined || picked === undefined) return without('population_unknown')
  return {
    counted,
    affected,
    percent,
    population,
    interval: intervalOf({ population, counted, affected }, confidence),
    no_interval: null,
  }
}

/**
 * The measures of all versions; one whose question or threshold changed is another version of its scale, and never
 * added to the one before.
 */
function scalesOf(versions: UsedVersion[]): Scale[] {
  const found = new Map<string, Scale>()
  const counted = new Map<string, number>()
  for (const { id, formId, number, definition } of versions.toSorted((a, b) => a.number - b.number)) {
    const placed = placedElements(definition)
    const byId = new Map(placed.map(({ element }) => [element.id, element]))
    for (const { element } of placed) {
      if (element.type !== 'repeat') continue
      const isInHalves = element.rows && 'sample' in element.rows && element.rows.sample?.in_halves
      for (const measure of element.measures ?? []) {
        const question = byId.get(measure.question)
        const key = `${formId} ${measure.id}`
        const meaning =
          `${key} ` +
          `${meaningOf(measure, question && 'choices' in question ? choicesOf(question, definition) : question)}`
        const known = found.get(meaning)
        if (known) {
          known.versionIds.push(id)
          if (isInHalves) known.inHalves.push(id)
          known.scale.form_versions.push(number)
          known.label = measure.label
          continue
        }
        const version = (counted.get(key) ?? 0) + 1
        counted.set(key, version)
        found.set(meaning, {
          form_id: formId,
          measure_id: measure.id,
          label: measure.label,
          default_language: definition.default_language,
          scale: {
            id: measure.question,
            version,
            at_least: measure.at_least,
            question: question?.label ?? {},
            form_versions: [number],
          },
          limits: measure.limits ?? null,
          versionIds: [id],
          inHalves: isInHalves ? [id] : [],
        })
      }
    }
  }
  return [...found.values()]
}

const meaningOf = ({ question, at_least }: Measure, scale: unknown) =>
  JSON.stringify([
    question,
    at_least,
    Array.isArray(scale) ? scale.map(({ id, grade, not_applicable }) => [id, grade, not_applicable]) : rangeOf(scale),
  ])
const rangeOf = (question: unknown) =>
  question && typeof question === 'object'
    ? ['type', 'good', 'min', 'max', 'levels'].map(name => (question as Record<string, unknown>)[name])
    : null
