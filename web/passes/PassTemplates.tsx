import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxPassTemplates } from '#shared/passes/rules.ts'
import type { PassTemplate } from '#shared/passes/templates.ts'
import { administration } from '../administrationApi.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from './PassTemplates.module.css'

const PassTemplateSheet = lazyPart(() => import('./PassSheets.tsx').then(part => part.PassTemplateSheet))

type Props = { onUse: (template: PassTemplate) => void }

/** By what passes are issued again and again. */
export function PassTemplates({ onUse }: Props) {
  const { t } = useTranslation()
  const list = administration.passTemplates.list
  const { data } = useQuery(list.query({ per_page: maxPassTemplates }))
  const [open, setOpen] = useState<PassTemplate | 'new' | null>(null)
  return (
    <section className={styles.section} aria-labelledby="pass-templates">
      <h2 id="pass-templates">{t('passes.templates.title')}</h2>
      {data?.data.length === 0 && <p>{t('passes.templates.empty')}</p>}
      <ul className={styles.list}>
        {data?.data.map(template => (
          <li key={template.id} className={styles.row}>
            <span className={styles.name}>
              <strong>
                <bdi>{template.name}</bdi>
              </strong>
              <bdi>{[template.holder_name, template.holder_office].filter(Boolean).join(' · ')}</bdi>
            </span>
            <Group gap="xs">
              <Button
                variant="default"
                aria-label={t('passes.templates.useNamed', { name: template.name })}
                onClick={() => onUse(template)}
              >
                {t('passes.templates.use')}
              </Button>
              <Button
                variant="subtle"
                aria-label={t('passes.templates.editNamed', { name: template.name })}
                onClick={() => setOpen(template)}
              >
                {t('common.edit')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <Button variant="subtle" leftSection={<IconPlus size={20} />} onClick={() => setOpen('new')}>
        {t('passes.templates.add')}
      </Button>
      <Archived />
      {open && (
        <PassTemplateSheet
          key={open === 'new' ? 'new' : open.id}
          {...(open !== 'new' && { template: open })}
          onClosed={() => setOpen(null)}
        />
      )}
    </section>
  )
}

/** Archived templates, folded, and asked for when they are opened. */
function Archived() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { passTemplates } = administration
  const { data } = useQuery({
    ...passTemplates.list.query({ archived: true, per_page: maxPassTemplates }),
    enabled: isOpen,
  })
  const restoring = useMutation({
    mutationFn: (id: number) => passTemplates.restore({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: passTemplates.key }),
  })
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={styles.fold}>{t('common.archived')}</summary>
      {data?.data.length === 0 && <p>{t('common.nothingFound')}</p>}
      <ul className={styles.list}>
        {data?.data.map(({ id, name }) => (
          <li key={id} className={styles.row}>
            <bdi>{name}</bdi>
            <Button variant="subtle" loading={restoring.isPending} onClick={() => restoring.mutate(id)}>
              {t('common.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
