import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import type { Report } from '#shared/reports/contract.ts'
import { reportFormatter } from '#shared/reports/formatter.ts'
import type { SharedReport } from '#shared/shares/sharedPage.ts'
import { useFormat } from '../lib/format.ts'
import { ReportParts } from '../reports/details/ReportParts.tsx'
import { usePageTitle } from '../ui/page/pageTitle.ts'

/** The report as on its own screen, but no number leads anywhere: the link opens nothing else. */
export function SharedReportView({ shared }: { shared: SharedReport }) {
  const { t, i18n } = useTranslation()
  const formats = useFormat()
  const words = reportFormatter({ locale: toLocale(i18n.language), t: t as unknown as Translate, formats })
  const { report, data } = shared
  usePageTitle(report.name)
  return (
    <>
      <h1 dir="auto">{report.name}</h1>
      <p>{words.sentence(report, data)}</p>
      {report.description && <p dir="auto">{report.description}</p>}
      {/* Of the report itself its parts read only by what it is compared. */}
      <ReportParts report={report as Report} data={data} />
      <p>
        {words.days(data)} · {formats.dateTime(data.made_at)}
      </p>
    </>
  )
}
