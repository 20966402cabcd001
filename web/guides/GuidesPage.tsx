import { Button } from '@mantine/core'
import { IconList } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Guide } from '#shared/guides/contract.ts'
import { guideCategories } from '#shared/guides/rules.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText, LocalTime } from '../ui/texts/ContentText.tsx'

/** The guides for this person; those that they still have to confirm come first. */
export function GuidesPage() {
  const { t } = useTranslation()
  const list = useList(api.guides.list)
  const columns: Column<Guide>[] = [
    {
      key: 'title',
      title: t('guides.name'),
      cell: guide => <ContentText text={guide.title} fallback={guide.default_language} />,
    },
    {
      key: 'category',
      title: t('guides.category'),
      cell: guide => t(`guides.categories.${guide.category}`),
      width: '14rem',
      atEnd: true,
    },
    {
      key: 'state',
      title: t('guides.reading'),
      cell: guide => <Reading guide={guide} />,
      width: '14rem',
    },
    {
      key: 'published_at',
      title: t('guides.publishedAt'),
      cell: guide => guide.published_at && <LocalTime value={guide.published_at} as="relative" />,
      width: '10rem',
      wideOnly: true,
    },
  ]
  return (
    <>
      <PageHeader
        title={t('guides.title')}
        count={list.page?.meta}
        actions={
          <Can I="update" a="Guide">
            <Button component={Link} to="/guides/all" variant="default" leftSection={<IconList size={20} />}>
              {t('guides.lookAfter')}
            </Button>
          </Can>
        }
      />
      <ListToolbar list={list}>
        <ListFilter
          list={list}
          name="category"
          label={t('guides.category')}
          all={t('guides.allCategories')}
          choices={guideCategories.map(value => ({ value, label: t(`guides.categories.${value}`) }))}
        />
      </ListToolbar>
      <DataTable
        label={t('guides.title')}
        list={list}
        columns={columns}
        href={guide => `/guides/${guide.id}`}
        empty={
          <ListEmpty
            list={list}
            filters={['category']}
            drawing={<ClipboardDrawing />}
            title={t('guides.empty')}
            text={t('guides.emptyText')}
          />
        }
      />
    </>
  )
}

function Reading({ guide: { is_due, must_read, version, confirmed_version } }: { guide: Guide }) {
  const { t } = useTranslation()
  if (is_due) return <StatusBadge status="attention">{t('guides.due')}</StatusBadge>
  if (must_read && confirmed_version === version) return <StatusBadge status="ok">{t('guides.confirmed')}</StatusBadge>
  return null
}
