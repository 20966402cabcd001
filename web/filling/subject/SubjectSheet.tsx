import { useTranslation } from 'react-i18next'
import type { About } from '#shared/forms/definition.ts'
import { BottomSheet } from '../../answers/texts/BottomSheet.tsx'
import type { Entry } from '../journal/entry.ts'
import { setSubjects } from '../journal/journal.ts'
import { SubjectPicker, useOffered } from './SubjectPicker.tsx'

type Props = { entry: Entry; about: About; onClose: () => void }

/** Says what a form that was begun already is about. */
export function SubjectSheet({ entry, about, onClose }: Props) {
  const { t } = useTranslation()
  const found = useOffered(about)
  return (
    <BottomSheet opened onClose={onClose} title={t('filling.about.title')}>
      {found && (
        <SubjectPicker
          {...found}
          onPick={async subject => {
            await setSubjects(entry.user_id, entry.uuid, [subject])
            onClose()
          }}
        />
      )}
    </BottomSheet>
  )
}
