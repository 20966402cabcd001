import { useTranslation } from 'react-i18next'
import type { Today } from '#shared/today/contract.ts'
import { FindingList } from '../findings/FindingList.tsx'
import { useTotal } from '../lib/useTotal.ts'
import { Section } from './Section.tsx'

/** What is open, the worst first and of that the oldest; the rest is one step away. */
export function Findings({ findings }: { findings: NonNullable<Today['findings']> }) {
  const { t } = useTranslation()
  const inWords = useTotal()
  const { data, total: count, total_is_lower_bound: isMore } = findings
  if (data.length === 0) return null
  const title = isMore ? t('findings.title') : t('today.findings', { count })
  const all = isMore ? t('today.allOfMore', { figure: inWords(findings) }) : t('today.allFindings', { count })
  return (
    <Section title={title} more={{ to: '/findings', text: all }}>
      <FindingList findings={data} label={title} />
    </Section>
  )
}
