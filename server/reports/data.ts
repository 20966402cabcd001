import type { ReportData } from '#shared/reports/data.ts'
import { answersOf } from './counting/answers.ts'
import { comparisonOf, registersOf } from './counting/comparison.ts'
import { distributionOf, heatMapOf } from './counting/distribution.ts'
import { photosOf } from './counting/photos.ts'
import { prevalenceOf } from './counting/prevalence.ts'
import { askedQuestions } from './counting/questions.ts'
import { type Reader, selectionOf } from './counting/selection.ts'
import { completionOf, findingsOf } from './counting/tasks.ts'
import { formsOf, totalsBefore, totalsOf, trendOf, versionsOf } from './counting/totals.ts'
import type { ReportRow } from './queries.ts'

/** All that a report shows its reader, counted now. */
export async function reportData(reader: Reader, report: ReportRow): Promise<ReportData> {
  const selection = await selectionOf(reader, report)
  const shows = new Set(report.parts)
  const versions = await versionsOf(selection)
  const asked = askedQuestions(versions)
  const wantsAnswers = shows.has('distribution') || shows.has('heat_map')
  const readsTasks = reader.ability.can('read', 'Task')
  const [
    { totals, anonymous },
    before,
    forms,
    trend,
    comparison,
    answered,
    prevalence,
    findings,
    completion,
    registers,
    photos,
  ] = await Promise.all([
    totalsOf(selection),
    totalsBefore(selection),
    formsOf(selection),
    shows.has('trend') ? trendOf(selection) : null,
    shows.has('comparison') ? comparisonOf(selection, asked) : null,
    wantsAnswers ? answersOf(selection, asked) : null,
    shows.has('prevalence') ? prevalenceOf(selection, versions) : null,
    shows.has('findings') ? findingsOf(selection, asked, versions) : null,
    shows.has('completion') && readsTasks ? completionOf(selection) : null,
    shows.has('registers') ? registersOf(selection) : null,
    shows.has('photos') ? photosOf(selection) : null,
  ])
  return {
    report_id: report.id,
    name: report.name,
    ...selection.days,
    time_zone: selection.zone,
    made_at: reader.now.toISOString(),
    is_everything: selection.isEverything,
    forms: forms.map(({ draft, ...form }) => ({ ...form, default_language: draft.default_language })),
    ...{ totals, before, trend, comparison, prevalence, findings, completion, registers, photos },
    heat_map: answered && shows.has('heat_map') ? heatMapOf(selection, asked, answered) : null,
    distribution: answered && shows.has('distribution') ? await distributionOf(selection, asked, answered) : null,
    is_anonymous: anonymous > 0,
  }
}
