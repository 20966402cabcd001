import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Form } from '#shared/forms/contract.ts'
import { maxCounted } from '#shared/forms/rules.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import type { Column } from '../ui/list/DataTable.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { FormState } from './FormState.tsx'
import { fillInPath } from './fillInPath.ts'

/** The columns of the list of forms: how each stands for those who make them, the way into it for those who fill it in. */
export function useFormColumns(isMaker: boolean): Column<Form>[] {
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
      },
    ]
  return [
    name,
    category,
    { key: 'status', title: t('forms.state'), cell: form => <FormState form={form} />, width: '14rem' },
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
