import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../ui/page/PageTabs.tsx'
import { useTabs } from './navigation.ts'

/** The items that are views of one thing, above each of them: tasks and their calendars, a company and its people. */
export function SectionTabs() {
  const { t } = useTranslation()
  const tabs = useTabs()
  const [head] = tabs
  if (!head) return null
  return (
    <PageTabs
      label={t(`shell.places.${head.name}`)}
      tabs={tabs.map(({ to, name }) => ({ to, name: t(`shell.places.${name}`) }))}
    />
  )
}
