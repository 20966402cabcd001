import { ActionIcon, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { useRead } from '../draft/DraftContext.tsx'
import { BottomSheet } from './BottomSheet.tsx'
import { FormText } from './FormText.tsx'
import styles from './HintButton.module.css'

type Props = {
  /** What the help is about: the label of the question, or the title of the section. */
  about: LocalizedText
  hint?: LocalizedText | undefined
  source?: LocalizedText | undefined
  /** What else is read beside it. */
  children?: ReactNode
}

/** Help behind a "?", as a sheet from below. */
export function HintButton({ about, hint, source, children }: Props) {
  const { t } = useTranslation()
  const read = useRead()
  const [isOpen, sheet] = useDisclosure()
  return (
    <>
      <ActionIcon aria-label={t('filling.help', { about: read(about) })} onClick={sheet.open} aria-haspopup="dialog">
        <IconHelp size={24} />
      </ActionIcon>
      {isOpen && (
        <BottomSheet opened onClose={sheet.close} title={<FormText text={about} />}>
          {hint && (
            <p className={styles.hint}>
              <FormText text={hint} />
            </p>
          )}
          {source && (
            <Text c="dimmed" size="sm">
              {t('filling.source')} <FormText text={source} />
            </Text>
          )}
          {children}
        </BottomSheet>
      )}
    </>
  )
}
