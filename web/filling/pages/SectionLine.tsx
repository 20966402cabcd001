import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeeping, useWhole } from '../../answers/draft/DraftContext.tsx'
import { BottomSheet } from '../../answers/texts/BottomSheet.tsx'
import { SavedIndicator } from '../../ui/SavedIndicator.tsx'
import styles from './SectionList.module.css'
import { SectionList } from './SectionList.tsx'
import { usePageName } from './usePageName.ts'

type Props = Pick<ComponentProps<typeof SectionList>, 'step' | 'Step'>

/** Where in the form one is, and that it is kept. Phones reach all sections from here. */
export function SectionLine({ step, Step }: Props) {
  const { t } = useTranslation()
  const nameOf = usePageName()
  const [isListOpen, list] = useDisclosure()
  const pages = useWhole(draft => draft.pages())
  const page = pages[step - 1]
  return (
    <>
      <div className={styles.line}>
        <UnstyledButton className={styles.section} onClick={list.open} aria-haspopup="dialog">
          <span className={styles.ellipsis}>
            {page
              ? t('filling.sectionOf', { number: step, count: pages.length, title: nameOf(page) })
              : t('filling.end')}
          </span>
          <IconChevronDown size={18} />
        </UnstyledButton>
        <Saved />
      </div>
      <BottomSheet opened={isListOpen} onClose={list.close} title={t('filling.sections')}>
        <SectionList step={step} Step={Step} onPick={list.close} />
      </BottomSheet>
    </>
  )
}

/** Apart, since it changes with every answer. */
function Saved() {
  const { savedAt, isSlow, problem } = useKeeping()
  return (
    <span className={styles.saved}>
      <SavedIndicator savedAt={problem ? null : savedAt} isSaving={isSlow} />
    </span>
  )
}
