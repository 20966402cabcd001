import { useTranslation } from 'react-i18next'
import { MemberSelect } from '../../../../members/MemberSelect.tsx'
import { usePeopleNames } from '../../../../members/PeopleSelect.tsx'

type Props = { chosen: number | undefined; onChange: (id: number) => void }

/** Somebody by a part of their name, in a company with more people than a list has room for. */
export function PersonSearch({ chosen, onChange }: Props) {
  const { t } = useTranslation()
  const [member] = usePeopleNames(chosen === undefined ? [] : [chosen])
  return (
    <MemberSelect
      label={t('formProperties.people.names')}
      placeholder={t('common.search')}
      withSelf
      member={member}
      onChange={found => found && onChange(found.id)}
    />
  )
}
