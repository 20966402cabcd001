import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../ui/page/PageTabs.tsx'

/** Two views of the company's work: what each person has to do, and what was asked of whom. */
export function TaskTabs() {
  const { t } = useTranslation()
  return (
    <PageTabs
      label={t('tasks.views')}
      tabs={[
        { to: '/company/tasks', name: t('tasks.byPerson') },
        { to: '/company/tasks/assignments', name: t('tasks.assignments') },
      ]}
    />
  )
}
