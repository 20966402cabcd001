import { Checkbox, Pagination, TextInput } from '@mantine/core'
import { IconPrinter, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { PublicLink } from '#shared/forms/public/publicLink.ts'
import { maxLabels } from '#shared/lib/limits.ts'
import { api } from '../../api.ts'
import { PdfButton } from '../../documents/PdfButton.tsx'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from './PublicLinkSheet.module.css'

type Props = { form: FormDetail; link: PublicLink; questionName: string }

/** The labels of a link, by the names of their subjects, with a search where there are many; some are printed. */
export function LinkLabels({ form, link, questionName }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const its = { id: form.id, public_link_id: link.id }
  const found = useQuery({
    ...api.publicLinks.labels.query({ ...its, page, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
  const labels = found.data?.data ?? []
  const isAllPicked = labels.length > 0 && labels.every(({ id }) => picked.has(id))
  const pick = (ids: number[], isWanted: boolean) =>
    setPicked(before => {
      const next = new Set(before)
      for (const id of ids) isWanted ? next.add(id) : next.delete(id)
      return next
    })

  return (
    <section className={styles.labels} aria-labelledby="link-labels">
      <h3 id="link-labels" className={styles.linkLabelsHeading}>
        {t('publicLink.labels')}
      </h3>
      <p className={styles.linkLabelsText}>{t('publicLink.labelsText', { question: questionName })}</p>
      <TextInput
        type="search"
        aria-label={t('publicLink.searchLabels')}
        placeholder={t('publicLink.searchLabels')}
        leftSection={<IconSearch size={20} />}
        value={search}
        onChange={event => {
          setSearch(event.currentTarget.value)
          setPage(1)
        }}
      />
      {labels.length > 0 ? (
        <div className={styles.rows}>
          <Checkbox
            label={t('publicLink.chooseAllLabels')}
            checked={isAllPicked}
            onChange={event =>
              pick(
                labels.map(({ id }) => id),
                event.currentTarget.checked,
              )
            }
          />
          {labels.map(label => (
            <Checkbox
              key={label.id}
              label={<bdi>{label.name}</bdi>}
              checked={picked.has(label.id)}
              onChange={event => pick([label.id], event.currentTarget.checked)}
            />
          ))}
        </div>
      ) : (
        found.data && <p className={styles.linkLabelsText}>{t('publicLink.labelsEmpty')}</p>
      )}
      {(found.data?.meta.last_page ?? 1) > 1 && (
        <Pagination
          size="sm"
          total={found.data?.meta.last_page ?? 1}
          value={page}
          onChange={setPage}
          getItemProps={number => ({ 'aria-label': t('common.page', { page: format.number(number) }) })}
          getControlProps={control => ({
            'aria-label': control === 'next' ? t('common.nextPage') : t('common.previousPage'),
          })}
        />
      )}
      {found.error && <Notice kind="stop">{errorText(found.error, t)}</Notice>}
      <div className={styles.print}>
        <PdfButton
          wanted={{ kind: 'labels', record_id: form.id, public_link_id: link.id, ids: [...picked] }}
          text={t('publicLink.printLabels', { count: picked.size })}
          icon={<IconPrinter size={20} />}
          variant="default"
          isDisabled={picked.size === 0 || picked.size > maxLabels}
        />
      </div>
    </section>
  )
}
