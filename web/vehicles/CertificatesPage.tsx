import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Certificate } from '#shared/certificates/contract.ts'
import { certificateKinds } from '#shared/certificates/rules.ts'
import { api } from '../api.ts'
import { CertificateEntry } from '../certificates/CertificateEntry.tsx'
import { Can } from '../lib/ability.tsx'
import { LorryDrawing } from '../ui/drawings/Drawings.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListFooter } from '../ui/list/ListFooter.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import styles from '../ui/log/Log.module.css'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'

/** All certificates of a company (`CertificateList`). */
export function CertificatesPage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <CertificateList />
    </Suspense>
  )
}

const CertificateForm = lazyPart(() => import('../certificates/CertificateForm.tsx').then(part => part.CertificateForm))

/** All certificates of a company: of its vehicles, its people and its own, what ends first before all others. */
function CertificateList() {
  const { t } = useTranslation()
  const list = useList(api.papers.list)
  const [edited, setEdited] = useState<{ paper?: Certificate; isRenewal?: boolean }>()
  const kinds = certificateKinds.map(value => ({ value, label: t(`certificates.kinds.${value}`) }))
  return (
    <>
      <PageHeader
        title={t('certificates.title')}
        count={list.page?.meta}
        back={{ to: '/company/vehicles', text: t('vehicles.title') }}
        actions={
          <Can I="create" a="Paper">
            <Button leftSection={<IconPlus size={20} />} onClick={() => setEdited({})}>
              {t('certificates.add')}
            </Button>
          </Can>
        }
      />
      <ListToolbar list={list} hasSearch={false}>
        <ListFilter
          list={list}
          name="kind"
          label={t('certificates.kind')}
          all={t('certificates.allKinds')}
          choices={kinds}
        />
      </ListToolbar>
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : !list.page ? (
        <PageSkeleton />
      ) : list.page.data.length === 0 ? (
        <ListEmpty
          list={list}
          filters={['kind']}
          drawing={<LorryDrawing />}
          title={t('certificates.empty')}
          text={t('certificates.emptyText')}
        />
      ) : (
        <ul className={styles.list}>
          {list.page.data.map(paper => (
            <CertificateEntry
              key={paper.id}
              paper={paper}
              isNamed
              onChange={isRenewal => setEdited({ paper, isRenewal })}
            />
          ))}
        </ul>
      )}
      {list.page && <ListFooter meta={list.page.meta} change={list.change} />}
      {edited && <CertificateForm {...edited} onClosed={() => setEdited(undefined)} />}
    </>
  )
}
