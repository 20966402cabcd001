import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formCategories, formStatuses } from '#shared/forms/rules.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { ClipboardDrawing } from '../ui/drawings/ClipboardDrawing.tsx'
import { DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListFilter } from '../ui/list/ListFilter.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { useSelection } from '../ui/list/useSelection.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { FormBulkBar } from './FormBulkBar.tsx'
import { fillInPath } from './fillInPath.ts'
import { useFormColumns } from './useFormColumns.tsx'
import { ImportButton } from './xlsform/ImportButton.tsx'

/** The company's forms: to make and look after for managers, to fill in for everyone else. */
export function FormsPage() {
  const { t } = useTranslation()
  const can = useAbility()
  const isMaker = can('create', 'Form')
  const list = useList(api.forms.list, isMaker ? {} : { status: 'open' })
  const columns = useFormColumns(isMaker)
  const selection = useSelection(list.search)
  return (
    <>
      <PageHeader
        title={t('forms.title')}
        count={list.page?.meta}
        actions={
          isMaker && (
            <>
              <ImportButton />
              <Button component={Link} to="/forms/new" leftSection={<IconPlus size={20} />}>
                {t('forms.add')}
              </Button>
            </>
          )
        }
      />
      <ListToolbar list={list} withArchive={isMaker}>
        <ListFilter
          list={list}
          name="category"
          label={t('forms.category')}
          all={t('forms.allCategories')}
          choices={formCategories.map(value => ({ value, label: t(`forms.categories.${value}`) }))}
        />
        {isMaker && (
          <ListFilter
            list={list}
            name="status"
            label={t('forms.state')}
            all={t('forms.allStates')}
            choices={formStatuses.map(value => ({ value, label: t(`forms.states.${value}`) }))}
          />
        )}
      </ListToolbar>
      <DataTable
        label={t('forms.title')}
        list={list}
        columns={columns}
        {...(isMaker && { selection })}
        href={form => (isMaker || !can('create', 'Submission') ? `/forms/${form.id}` : fillInPath(form.id))}
        empty={
          <ListEmpty
            list={list}
            filters={isMaker ? ['category', 'status'] : ['category']}
            drawing={<ClipboardDrawing />}
            title={t('forms.empty')}
            text={isMaker ? t('forms.emptyText') : t('forms.emptyTextReader')}
          />
        }
      />
      {isMaker && <FormBulkBar selection={selection} isArchive={list.search.archived === true} />}
    </>
  )
}
