import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/requestError.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { FindingList } from './FindingList.tsx'

/** Why nothing was imported: the faults of the file by sheet and row, or what else went wrong. */
export function ImportFailure({ error }: { error: Error }) {
  const { t } = useTranslation()
  if (!(error instanceof RequestError)) return <Notice kind="stop">{<ProblemText error={error} />}</Notice>
  if (error.code === 'file_type_refused') return <Notice kind="stop">{t('xlsform.notWorkbook')}</Notice>
  const faults = Object.entries(error.errors).flatMap(([place, messages]) => {
    const [, sheet, row, column = ''] = /^(survey|choices|external_choices|settings)\.(\d+)\.(.*)$/s.exec(place) ?? []
    return sheet ? messages.map(message => ({ sheet, row: Number(row), column, message })) : []
  })
  if (faults.length === 0) return <Notice kind="stop">{<ProblemText error={error} />}</Notice>
  return (
    <>
      <Notice kind="stop">{t('xlsform.faults')}</Notice>
      <FindingList findings={faults} />
    </>
  )
}
