import { scheduler } from 'node:timers/promises'
import type { ReportData } from '#shared/reports/data.ts'
import { answersOf } from './counting/answers.ts'
import { comparisonOf, registersOf } from './counting/comparison.ts'
import { distributionOf, heatMapOf } from './counting/distribution.ts'
import { photosOf } from './counting/photos.ts'
import { prevalenceOf } from './counting/prevalence.ts'
import { askedQuestions } from './counting/questions.ts'
import { type Reader, selectionOf } from './counting/selection.ts'
import { completionOf, findingsOf } from './counting/tasks.ts'
import { countsOf, formsOf, presentCounts, totalsBefore, trendOf, versionsOf } from './counting/totals.ts'
import type { ReportRow } from './queries.ts'

type CountedForm = Awaited<ReturnType<typeof formsOf>>[number]
export const presentForm = ({ draft, ...form }: CountedForm) => ({ ...form, default_language: draft.default_language })

/** All that a report shows its reader, counted now. */
export async function reportData(reader: Reader, report: ReportRow): Promise<ReportData> {
  const selection = await selectionOf(reader, report)
  const shows = new Set(report.parts)
  const counts = await countsOf(selection)
  const versions = await versionsOf(selection, counts.versions)
  const asked = askedQuestions(versions)
  const wantsAnswers = shows.has('distribution') || shows.has('heat_map')
  const readsTasks = reader.ability.can('read', 'Task')
  const [before, forms, comparison, answered, prevalence, findings, completion, registers, photos] = await Promise.all([
    totalsBefore(selection),
    formsOf(selection, counts),
    shows.has('comparison') ? comparisonOf(selection, asked) : null,
    wantsAnswers ? answersOf(selection, asked) : null,
    shows.has('prevalence') ? prevalenceOf(selection, versions) : null,
    shows.has('findings') ? findingsOf(selection, asked, versions) : null,
    shows.has('completion') && readsTasks ? completionOf(selection) : null,
    shows.has('registers') ? registersOf(selection) : null,
    shows.has('photos') ? photosOf(selection) : null,
  ])
  // Of thousands of questions each of these is a tenth of a second of the thread that answers everybody: others come in between.
  await scheduler.yield()
  const heat_map = answered && shows.has('heat_map') ? heatMapOf(selection, asked, answered) : null
  await scheduler.yield()
  const distribution = answered && shows.has('distribution') ? distributionOf(asked, answered) : null
  await scheduler.yield()
  return {
    report_id: report.id,
    name: report.name,
    ...selection.days,
    time_zone: selection.zone,
    made_at: reader.now.toISOString(),
    is_everything: selection.isEverything,
    forms: forms.map(presentForm),
    totals: presentCounts(counts.totals),
    trend: shows.has('trend') ? trendOf(selection, counts) : null,
    ...{ before, comparison, prevalence, findings, completion, registers, photos, heat_map, distribution },
    is_anonymous: counts.totals.anonymous > 0,
  }
}
