import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PublicForm } from '#shared/forms/publicForm.ts'
import { SavedIndicator } from '../../ui/SavedIndicator.tsx'
import { AnsweredBar } from '../AnsweredBar.tsx'
import { BottomSheet } from '../BottomSheet.tsx'
import { useKeeping, useRead, useWhole } from '../DraftContext.tsx'
import { SectionList } from '../SectionList.tsx'
import styles from './FormHeader.module.css'
import { StepAnchor } from './Steps.tsx'

/** What is filled in, how far it is, and that it is kept. Phones reach all sections from here. */
export function FormHeader({ form, step }: { form: PublicForm; step: number }) {
  const { t } = useTranslation()
  const read = useRead()
  const [isListOpen, list] = useDisclosure()
  const pages = useWhole(draft => draft.pages())
  const page = pages[step - 1]
  const { savedAt, isSlow } = useKeeping()
  return (
    <div className={styles.header}>
      <h1 className={styles.title}>{read(form.name)}</h1>
      <AnsweredBar />
      <div className={styles.line}>
        <UnstyledButton className={styles.section} onClick={list.open} aria-haspopup="dialog">
          <span className={styles.ellipsis}>
            {page
              ? t('filling.sectionOf', { number: step, count: pages.length, title: read(page.sections[0]?.title) })
              : t('filling.end')}
          </span>
          <IconChevronDown size={18} aria-hidden />
        </UnstyledButton>
        <span className={styles.saved}>
          <SavedIndicator savedAt={savedAt} isSaving={isSlow} />
        </span>
      </div>
      <BottomSheet opened={isListOpen} onClose={list.close} title={t('filling.sections')}>
        <SectionList step={step} Step={StepAnchor} onPick={list.close} />
      </BottomSheet>
    </div>
  )
}
