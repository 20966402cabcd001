import { Button } from '@mantine/core'
import { IconBooks, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ManagedGuide } from '#shared/guides/contract.ts'
import { guideCategories, guideStages, guideStatuses } from '#shared/guides/rules.ts'
import { api } from '../api.ts'
import { Can, useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText, LocalTime } from '../ui/texts/ContentText.tsx'
import { GuidesPage } from './GuidesPage.tsx'

/** All guides, drafts too, for people who may change guides; the guides meant for them for everybody else. */
export function AllGuidesPage() {
  return useAbility()('update', 'Guide') ? <ManagedGuides /> : <GuidesPage />
}

function ManagedGuides() {
  const { t } = useTranslation()
  const list = useList(api.guides.all)
  return (
    <>
      <PageHeader
        title={t('guides.allTitle')}
        count={list.page?.meta}
        back={{ to: '/guides', text: t('guides.title') }}
        actions={
          <Can I="create" a="Guide">
            <Button component={Link} to="/guides/ready" variant="default" leftSection={<IconBooks size={20} />}>
              {t('guides.ready')}
            </Button>
            <Button component={Link} to="/guides/create" hash="new" leftSection={<IconPlus size={20} />}>
              {t('guides.add')}
            </Button>
          </Can>
        }
      />
      <ListToolbar list={list} withArchive>
        <ListFilter
          list={list}
          name="category"
          label={t('guides.category')}
          all={t('guides.allCategories')}
          choices={guideCategories.map(value => ({ value, label: t(`guides.categories.${value}`) }))}
        />
        <ListFilter
          list={list}
          name="status"
          label={t('guides.state')}
          all={t('guides.allStates')}
          choices={guideStatuses.map(value => ({ value, label: t(`guides.states.${value}`) }))}
        />
        <ListFilter
          list={list}
          name="stage"
          label={t('guides.stage')}
          all={t('guides.allStages')}
          choices={guideStages.map(value => ({
            value,
            label: t(value === 'draft' ? 'guides.states.draft' : `guides.stages.${value}`),
          }))}
        />
      </ListToolbar>
      <DataTable
        label={t('guides.allTitle')}
        list={list}
        columns={useColumns()}
        href={guide => (guide.archived_at ? `/guides/${guide.id}` : `/guides/edit/${guide.id}`)}
        empty={
          <ListEmpty
            list={list}
            filters={['category', 'status', 'stage']}
            drawing={<ClipboardDrawing />}
            title={t('guides.empty')}
            text={t('guides.emptyTextWriter')}
          />
        }
      />
    </>
  )
}

function useColumns(): Column<ManagedGuide>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'title',
      title: t('guides.name'),
      cell: guide => <ContentText text={guide.title} fallback={guide.default_language} />,
      sortable: true,
    },
    { key: 'status', title: t('guides.state'), cell: guide => <State guide={guide} />, width: '15rem', atEnd: true },
    {
      key: 'confirmed',
      title: t('guides.readBy'),
      cell: guide =>
        guide.must_read &&
        guide.version !== null &&
        t('guides.readCount', {
          number: format.number(guide.confirmed_count),
          total: format.number(guide.reader_count),
        }),
      width: '8rem',
    },
    { key: 'owner', title: t('guides.owner'), cell: guide => guide.owner_name, width: '10rem', wideOnly: true },
    {
      key: 'review_on',
      title: t('guides.reviewOn'),
      cell: guide => guide.review_on && format.date(guide.review_on),
      sortable: true,
      width: '9rem',
      wideOnly: true,
    },
    {
      key: 'updated_at',
      title: t('common.updatedAt'),
      cell: guide => <LocalTime value={guide.updated_at} as="relative" />,
      sortable: true,
      width: '9rem',
      wideOnly: true,
    },
  ]
}

function State({ guide }: { guide: ManagedGuide }) {
  const { t } = useTranslation()
  if (guide.has_unpublished_changes && guide.stage !== 'draft')
    return <StatusBadge status="info">{t(`guides.stages.${guide.stage}`)}</StatusBadge>
  if (guide.status === 'draft') return <StatusBadge status="info">{t('guides.states.draft')}</StatusBadge>
  if (guide.has_unpublished_changes) return <StatusBadge status="attention">{t('guides.states.changed')}</StatusBadge>
  return <StatusBadge status="ok">{t('guides.states.published')}</StatusBadge>
}
