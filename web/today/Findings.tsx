import { useTranslation } from 'react-i18next'
import type { Finding } from '#shared/findings/contract.ts'
import type { Page } from '#shared/lib/paging.ts'
import { FindingList } from '../findings/FindingList.tsx'
import { Section } from './Section.tsx'

/** What is open, the worst first and of that the oldest; the rest is one step away. */
export function Findings({ findings: { data, meta } }: { findings: Page<Finding> }) {
  const { t } = useTranslation()
  if (data.length === 0) return null
  const title = t('today.findings', { count: meta.total })
  return (
    <Section title={title} more={{ to: '/findings', text: t('today.allFindings', { count: meta.total }) }}>
      <FindingList findings={data} label={title} />
    </Section>
  )
}
