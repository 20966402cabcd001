import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { CompanyState } from '../dashboard/CompanyState.tsx'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { SampleData } from '../samples/SampleData.tsx'
import { NoCompany } from '../shell/ErrorPage.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { CompanyFacts, LogoSection } from './CompanyFacts.tsx'
import { DangerZone } from './DangerZone.tsx'

const CompanyForm = lazyPart(() => import('./CompanyForm.tsx').then(part => part.CompanyForm))

/** The company that one works in. */
export function CompanyPage() {
  const { t } = useTranslation()
  const id = useUser()?.company_id
  return id ? <OwnCompany id={id} /> : <NoCompany title={t('companies.own')} />
}

function OwnCompany({ id }: { id: number }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const { data: company, error, refetch } = useQuery(api.companies.get.query({ id }))
  if (error && !company) return <ErrorState error={error} onRetry={refetch} />
  if (!company) return <PageSkeleton />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PageHeader
        title={company.name}
        actions={
          <Can I="update" a="Company" row={company}>
            <Button leftSection={<IconPencil size={20} />} onClick={() => setEditing(true)}>
              {t('common.edit')}
            </Button>
          </Can>
        }
      />
      <Can I="read" a="Task">
        <CompanyState />
      </Can>
      <CompanyFacts company={company} />
      <CompanyCustoms company={company} />
      <LogoSection company={company} />
      <Can I="update" a="Company" row={company}>
        <SampleData companyId={company.id} />
      </Can>
      <DangerZone company={company} />
      {isEditing && <CompanyForm company={company} onClosed={() => setEditing(false)} />}
    </Suspense>
  )
}

/** When nobody is disturbed, and why things go wrong: what people of the company agreed on. Copies of earlier versions know of neither. */
function CompanyCustoms({ company }: { company: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { quiet_from: from, quiet_to: to, root_causes: causes } = company
  if (!(from && to) && !causes?.length) return null
  return (
    <FieldList
      fields={[
        { label: t('notifications.quiet'), value: from && to && t('companies.quietBetween', { from, to }) },
        { label: t('companies.rootCauses'), value: causes?.length && format.list(causes) },
      ]}
    />
  )
}
