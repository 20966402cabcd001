/** Before a form: what it is about. Where the company has nothing that it could be about, nobody is asked. */

import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { subjectKey } from '#shared/subjects/registry.ts'
import { usePageTitle } from '../../ui/page/pageTitle.ts'
import headerStyles from '../draft/FillingPage.module.css'
import type { FillingSearch } from '../draft/fillingSearch.ts'
import type { Opening } from '../draft/openDraft.ts'
import { FillingSkeleton } from '../pages/PageView.tsx'
import { SubjectPicker, useOffered } from './SubjectPicker.tsx'
import styles from './SubjectStep.module.css'

type Props = { opening: Extract<Opening, { kind: 'subject' }>; search: FillingSearch }

export function SubjectStep({ opening: { form, about }, search }: Props) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const found = useOffered(about)
  const isEmpty = found?.offered.length === 0
  const title = textIn(form.name, toLocale(i18n.language), defaultLocale).text
  usePageTitle(title)
  useEffect(() => {
    if (isEmpty) void navigate({ to: '.', search: { ...search, about: 'none' }, replace: true })
  }, [isEmpty, navigate, search])

  if (!found || isEmpty) return <FillingSkeleton />
  const goOn = (named: string) => navigate({ to: '.', search: { ...search, about: named }, replace: true })
  return (
    <div className={styles.step}>
      <header className={headerStyles.header}>
        <div className={headerStyles.row}>
          <ActionIcon
            component={Link}
            to={search.task === undefined ? '/submission' : '/tasks'}
            aria-label={t('filling.leave')}
            title={t('filling.leave')}
            className={headerStyles.leave}
          >
            <IconX size={24} />
          </ActionIcon>
          <h1 className={headerStyles.title}>{title}</h1>
        </div>
      </header>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t('filling.about.title')}
      </h2>
      <SubjectPicker
        {...found}
        onPick={subject => goOn(subjectKey(subject))}
        onShown={() => heading.current?.focus({ preventScroll: true })}
      />
      {!about.required && (
        <Button size="lg" variant="subtle" className={styles.without} onClick={() => goOn('none')}>
          {t('filling.about.without')}
        </Button>
      )}
    </div>
  )
}
