import { ActionIcon, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GuideLink } from '#shared/forms/elementFields.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useRead } from '../draft/DraftContext.tsx'
import { BottomSheet } from './BottomSheet.tsx'
import { FormText } from './FormText.tsx'
import styles from './HintButton.module.css'

type Props = {
  /** What the help is about: the label of the question, or the title of the section. */
  about: LocalizedText
  hint?: LocalizedText | undefined
  source?: LocalizedText | undefined
  /** A section of a guide that is read beside it. */
  guide?: GuideLink | undefined
}

const GuideBeside = lazyPart<{ link: GuideLink }>(() =>
  import('../../guides/GuideBeside.tsx').then(part => part.GuideBeside),
)

/** Help behind a "?", as a sheet from below. */
export function HintButton({ about, hint, source, guide }: Props) {
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
          {guide && <GuideBeside link={guide} />}
        </BottomSheet>
      )}
    </>
  )
}
