import { Button } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconFileImport,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '#shared/forms/contract.ts'
import { formCategories, formStatuses, maxCounted, type OpenTasksChosen } from '#shared/forms/rules.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { fillInPath } from '../filling/queries.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { BulkBar, runBulkAction, type Selection, useSelectedRows, useSelection } from '../ui/list/BulkBar.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { ContentText, LocalTime } from '../ui/texts/ContentText.tsx'
import { tellUndo } from '../ui/toast.tsx'
import { FormState } from './FormState.tsx'
import { useOpenTasks } from './useOpenTasks.tsx'
import { ImportSheet } from './xlsform/ImportSheet.tsx'

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

/** Makes a form out of an XLSForm. */
function ImportButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconFileImport size={20} />} onClick={() => setOpen(true)}>
        {t('xlsform.import')}
      </Button>
      {isOpen && <ImportSheet onClosed={() => setOpen(false)} />}
    </>
  )
}

/** The columns of the list of forms: states for those who edit forms, a button for those who fill them in. */
function useFormColumns(isMaker: boolean): Column<Form>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const name: Column<Form> = {
    key: 'name',
    title: t('forms.name'),
    cell: form => <ContentText text={form.name} fallback={form.default_language} />,
    sortable: true,
  }
  const category: Column<Form> = {
    key: 'category',
    title: t('forms.category'),
    cell: form => t(`forms.categories.${form.category}`),
    width: '12rem',
  }
  const canFillIn = useAbility()('create', 'Submission')
  if (!isMaker && !canFillIn) return [name, category]
  if (!isMaker)
    return [
      name,
      category,
      {
        key: 'fill_in',
        title: '',
        cell: form => (
          <Button
            component={PathLink}
            href={fillInPath(form.id)}
            variant="default"
            size="sm"
            leftSection={<IconPencil size={18} />}
          >
            {t('forms.fillIn')}
          </Button>
        ),
        numeric: true,
        width: '12rem',
        // On phones the row itself leads there.
        wideOnly: true,
      },
    ]
  return [
    name,
    category,
    { key: 'status', title: t('forms.state'), cell: form => <FormState form={form} />, width: '14rem', atEnd: true },
    {
      key: 'version',
      title: t('forms.version'),
      cell: form => form.version !== null && format.number(form.version),
      numeric: true,
      width: '7rem',
    },
    {
      key: 'submission_count',
      title: t('forms.timesFilled'),
      cell: ({ submission_count: count }) =>
        count !== null &&
        (count >= maxCounted ? t('forms.maxFilled', { number: format.number(maxCounted - 1) }) : format.number(count)),
      numeric: true,
      width: '9rem',
      wideOnly: true,
    },
    {
      key: 'updated_at',
      title: t('common.updatedAt'),
      cell: form => <LocalTime value={form.updated_at} as="relative" />,
      sortable: true,
      width: '10rem',
    },
  ]
}

type Act = 'open' | 'closed' | 'archive' | 'restore'

const perform = (act: Act, id: number, ofTasks: OpenTasksChosen): Promise<unknown> => {
  if (act === 'archive') return api.forms.remove({ id, ...ofTasks })
  if (act === 'restore') return api.forms.restore({ id })
  return api.forms.update({ id, status: act })
}
const kept: OpenTasksChosen = { open_tasks: 'keep' }
const opposite: Record<Act, Act> = { open: 'closed', closed: 'open', archive: 'restore', restore: 'archive' }

/** What can be done to the picked forms at once; each of it can be undone. */
function FormBulkBar({ selection, isArchive }: { selection: Selection; isArchive: boolean }) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const { ask, sheet } = useOpenTasks()
  const picked = useSelectedRows<Form>(api.forms.list.key, selection)
  const acting = useMutation({
    mutationFn: ({ act, forms, ofTasks = kept }: { act: Act; forms: Form[]; ofTasks?: OpenTasksChosen }) =>
      runBulkAction(
        forms,
        form => textIn(form.name, toLocale(i18n.language), form.default_language).text,
        ({ id }) => perform(act, id, ofTasks),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: api.forms.key }),
  })

  function act(what: Act, forms: Form[], ofTasks = kept) {
    acting.mutate(
      { act: what, forms, ofTasks },
      {
        // Those that could not be changed need no way back.
        onSuccess: done =>
          tellUndo(t(`forms.bulkDone.${what}`, { count: done.length }), t('common.undo'), () =>
            acting.mutate({ act: opposite[what], forms: done }),
          ),
      },
    )
    selection.clear()
  }

  const [open, closed] = [
    picked.filter(({ status }) => status === 'open' || status === 'closing'),
    picked.filter(({ status }) => status === 'closed'),
  ]
  return (
    <BulkBar selection={selection}>
      {!isArchive && open.length > 0 && (
        <Button variant="default" leftSection={<IconLock size={18} />} onClick={() => act('closed', open)}>
          {t('forms.closeSome', { count: open.length })}
        </Button>
      )}
      {!isArchive && closed.length > 0 && (
        <Button variant="default" leftSection={<IconLockOpen size={18} />} onClick={() => act('open', closed)}>
          {t('forms.openSome', { count: closed.length })}
        </Button>
      )}
      {isArchive ? (
        <Button variant="default" leftSection={<IconArchiveOff size={18} />} onClick={() => act('restore', picked)}>
          {t('forms.restoreSome', { count: picked.length })}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconArchive size={18} />}
          onClick={() =>
            ask(
              picked.map(({ id }) => id),
              choice => act('archive', picked, choice),
            )
          }
        >
          {t('forms.archiveSome', { count: picked.length })}
        </Button>
      )}
      {sheet}
    </BulkBar>
  )
}
