import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Paper } from '#shared/certificates/contract.ts'
import { paperKinds } from '#shared/certificates/rules.ts'
import { api } from '../api.ts'
import { PaperEntry } from '../certificates/PaperEntry.tsx'
import { Can } from '../lib/ability.tsx'
import { LorryDrawing } from '../ui/drawings/Drawings.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListFooter } from '../ui/list/ListFooter.tsx'
import { useList } from '../ui/list/useList.ts'
import styles from '../ui/log/Log.module.css'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'

/** All papers of a company (`PaperList`). */
export function PapersPage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PaperList />
    </Suspense>
  )
}

const PaperForm = lazyPart(() => import('../certificates/PaperForm.tsx').then(part => part.PaperForm))

/** All papers of a company: of its vehicles, its people and its own, what ends first before all others. */
function PaperList() {
  const { t } = useTranslation()
  const list = useList(api.papers.list)
  const [edited, setEdited] = useState<{ paper?: Paper; isRenewal?: boolean }>()
  const kinds = paperKinds.map(value => ({ value, label: t(`certificates.kinds.${value}`) }))
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
      <ListFilter
        list={list}
        name="kind"
        label={t('certificates.kind')}
        all={t('certificates.allKinds')}
        choices={kinds}
      />
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
            <PaperEntry key={paper.id} paper={paper} isNamed onChange={isRenewal => setEdited({ paper, isRenewal })} />
          ))}
        </ul>
      )}
      {list.page && <ListFooter meta={list.page.meta} change={list.change} />}
      {edited && <PaperForm {...edited} onClosed={() => setEdited(undefined)} />}
    </>
  )
}
