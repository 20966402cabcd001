import { useTranslation } from 'react-i18next'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { FormText } from '../../answers/texts/FormText.tsx'
import { useEntryErrorText } from '../../lib/errorText.ts'
import type { RequestError } from '../../lib/requestError.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Entry } from '../journal/entry.ts'
import styles from './RefusedNotice.module.css'
import { QuestionAnchorLink } from './Steps.tsx'

type Props = { entry: Entry; problem: RequestError | undefined }

/** Why the server did not take what was sent, and at which answers. */
export function RefusedNotice({ entry, problem }: Props) {
  const { t } = useTranslation()
  const words = useEntryErrorText()
  const { state } = useDraft()
  const { last_error } = entry
  if (!last_error || last_error.status === 0 || last_error.status === 429 || last_error.status >= 500) return null
  const faults = Object.entries(problem?.errors ?? {}).flatMap(([field, texts]) => {
    const key = field.startsWith('answers.') ? field.slice('answers.'.length) : ''
    const label = state.form.byId.get(keyParts(key).question_id)?.element?.label
    return label ? [{ key, label, text: texts.join(' ') }] : []
  })
  return (
    <Notice kind={entry.state === 'refused' ? 'stop' : 'attention'}>
      <p className={styles.text}>{t('filling.refused', { reason: words(last_error) })}</p>
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.map(({ key, label, text }) => (
            <li key={key}>
              <QuestionAnchorLink at={key} className={styles.link}>
                <FormText text={label} />
              </QuestionAnchorLink>{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.text}>{t('publicForm.stillHere')}</p>
    </Notice>
  )
}
