import { useTranslation } from 'react-i18next'
import { PeopleSelect } from '../../../members/PeopleSelect.tsx'

type Props = { ids: number[]; onChange: (ids: number[]) => void }

/** People of the company by their names, who review what was filled in. */
export function ReviewersField(props: Props) {
  const { t } = useTranslation()
  return <PeopleSelect {...props} label={t('formProperties.reviewers.named')} most={50} offeredFor="work" />
}
