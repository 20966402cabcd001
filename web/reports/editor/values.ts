import type { Band } from '#shared/forms/scoring/score.ts'
import type { Report, ReportDraft, ReportPeriod } from '#shared/reports/contract.ts'
import { type ReportGrouping, type ReportPart, reportParts } from '#shared/reports/rules.ts'
import { idsFilterOf, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'

/** A row of a register, a form or a person that was picked. Names of what was picked before come with the lists. */
export type PickedRow = { id: number; name: string }
export type PickedSubject = PickedRow & { type: SubjectType }

/** What the editor's fields hold. */
export type ReportValues = {
  name: string
  description: string | null
  forms: string[]
  period_kind: ReportPeriod['kind']
  count: number | null
  unit: 'day' | 'week' | 'month' | 'year'
  from: string | null
  to: string | null
  group_by: ReportGrouping | null
  group_question_id: string | null
  people: PickedRow[]
  subjects: PickedSubject[]
  bands: Band[]
  critical: boolean
  parts: ReportPart[]
  for_everybody: boolean
}

/**
 * Rows are named by their number until their lists have come. A new report compares sites where there are several.
 */
export function valuesOf(report: Report | undefined, hasSites: boolean): ReportValues {
  const { period, filters } = report ?? { period: undefined, filters: {} as Report['filters'] }
  const isFixed = period?.kind === 'fixed'
  return {
    name: report?.name ?? '',
    description: report?.description ?? null,
    forms: report?.form_ids.map(String) ?? [],
    period_kind: period?.kind ?? 'relative',
    count: period?.kind === 'relative' ? period.count : 12,
    unit: period?.kind === 'relative' ? period.unit : 'week',
    from: isFixed ? period.from : null,
    to: isFixed ? period.to : null,
    group_by: report ? report.group_by : hasSites ? 'site' : 'location',
    group_question_id: report?.group_question_id ?? null,
    people: (filters.user_ids ?? []).map(id => ({ id, name: `#${id}` })),
    subjects: subjectTypes.flatMap(type =>
      (filters[idsFilterOf(type)] ?? []).map(id => ({ type, id, name: `#${id}` })),
    ),
    bands: filters.bands ?? [],
    critical: filters.critical ?? false,
    parts: report?.parts ?? [...reportParts],
    for_everybody: report?.for_everybody ?? false,
  }
}

export function draftOf(values: ReportValues): ReportDraft {
  const idsOf = (type: SubjectType) => {
    const ids = values.subjects.filter(subject => subject.type === type).map(({ id }) => id)
    return ids.length > 0 && { [idsFilterOf(type)]: ids }
  }
  return {
    name: values.name,
    description: values.description,
    form_ids: values.forms.map(Number),
    period:
      values.period_kind === 'fixed'
        ? { kind: 'fixed', from: values.from ?? '', to: values.to ?? '' }
        : { kind: 'relative', unit: values.unit, count: values.count ?? 1 },
    group_by: values.group_by,
    group_question_id: values.group_by === 'question' ? values.group_question_id : null,
    filters: {
      ...(values.people.length > 0 && { user_ids: values.people.map(({ id }) => id) }),
      ...Object.assign({}, ...subjectTypes.map(idsOf).filter(Boolean)),
      ...(values.bands.length > 0 && { bands: values.bands }),
      ...(values.critical && { critical: true }),
    },
    parts: values.parts,
    for_everybody: values.for_everybody,
  }
}
