import { Button } from '@mantine/core'
import { IconArchive, IconLogin2, IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { updateUser, useUser } from '../lib/session/session.ts'
import { CompanyPlanForm } from '../plans/CompanyPlanForm.tsx'
import { CompanyPlanList, UsageMeters } from '../plans/CompanyPlanList.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { ArchivedNotice } from '../ui/row/ArchivedNotice.tsx'
import styles from './Companies.module.css'
import { CompanyFacts, LogoSection } from './CompanyFacts.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { DeleteSheet } from './DangerZone.tsx'

/** One company as the platform's admins see it: its data, its plans, and the way in. */
export function CompanyDetailPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/shell/company/list/$id' })
  const { data: company, error, refetch } = useQuery(api.companies.get.query({ id: Number(id) }))
  if (error && !company) return <ErrorState error={error} onRetry={refetch} />
  if (!company) return <PageSkeleton />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Head company={company} />
      <CompanyFacts company={company} />
      {!company.archived_at && <LogoSection company={company} />}
      {!company.archived_at && (
        <>
          <section className={styles.section} aria-labelledby="usage">
            <div className={styles.head}>
              <h2 id="usage" className={styles.heading}>
                {t('plans.usage')}
              </h2>
            </div>
            <UsageMeters companyId={company.id} />
          </section>
          <Plans company={company} />
        </>
      )}
    </Suspense>
  )
}

function Head({ company }: { company: Company }) {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [shown, setShown] = useState<'edit' | 'archive'>()
  const changed = () => queries.invalidateQueries({ queryKey: api.companies.key })
  const entering = useMutation({
    mutationFn: () => updateUser({ company_id: company.id }),
    onSuccess: () => navigate({ to: '/tasks' }),
  })
  const restoring = useMutation({ mutationFn: () => api.companies.restore({ id: company.id }), onSettled: changed })
  return (
    <>
      <PageHeader
        title={company.name}
        back={{ to: '/company/list', text: t('companies.all') }}
        actions={
          !company.archived_at && (
            <>
              <Button variant="default" leftSection={<IconArchive size={20} />} onClick={() => setShown('archive')}>
                {t('common.archive')}
              </Button>
              <Button variant="default" leftSection={<IconPencil size={20} />} onClick={() => setShown('edit')}>
                {t('common.edit')}
              </Button>
              <Button
                leftSection={<IconLogin2 size={20} />}
                loading={entering.isPending}
                disabled={user?.company_id === company.id}
                onClick={() => entering.mutate()}
              >
                {user?.company_id === company.id ? t('companies.isOpen') : t('companies.open')}
              </Button>
            </>
          )
        }
      />
      {company.archived_at && (
        <ArchivedNotice at={company.archived_at}>
          <Button variant="default" size="sm" onClick={() => restoring.mutate()}>
            {t('common.restore')}
          </Button>
        </ArchivedNotice>
      )}
      {shown === 'edit' && <CompanyForm company={company} onClosed={() => setShown(undefined)} />}
      {shown === 'archive' && (
        <DeleteSheet company={company} onClosed={() => setShown(undefined)} onDeleted={changed} />
      )}
    </>
  )
}

function Plans({ company }: { company: Company }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpening, setOpening] = useState(false)
  const rows = useQuery(api.plans.list.query({ id: company.id, page: 1, per_page: 10 }))
  const wish = rows.data?.data.find(row => row.selected_plan_id !== null)?.selected_plan_id ?? undefined
  return (
    <section className={styles.section} aria-labelledby="plans">
      <div className={styles.head}>
        <h2 id="plans" className={styles.heading}>
          {t('plans.rows')}
        </h2>
        <Button variant="default" disabled={rows.isPending} onClick={() => setOpening(true)}>
          {t('plans.openRow')}
        </Button>
      </div>
      <CompanyPlanList companyId={company.id} />
      {isOpening && (
        <CompanyPlanForm
          companyId={company.id}
          wish={wish}
          onClosed={() => setOpening(false)}
          onSaved={() => {
            queries.invalidateQueries({ queryKey: api.plans.key })
            queries.invalidateQueries({ queryKey: api.companies.key })
          }}
        />
      )}
    </section>
  )
}
