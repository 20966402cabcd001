import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { RequestErrorCode } from '../../../lib/requestError.ts'
import { RequestError } from '../../../lib/requestError.ts'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ProblemText } from '../../../ui/texts/ProblemText.tsx'
import styles from '../Pass.module.css'
import type { Entry } from './unsent.ts'

const titles = {
  ...({ '/finding': 'written.add', '/pick': 'written.pick', '/closing': 'written.closing' } as const),
  ...({ '/request': 'requests.ask', '/request/again': 'requests.sendAgain' } as const),
  '/request/withdraw': 'requests.withdraw',
} as const

/** Something that is not sent. What can still be sent is not discarded by hand; what was refused can. */
export function WaitingEntry({ entry, onDiscard }: { entry: Entry; onDiscard: (() => void) | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { call, body, about, refused } = entry
  const words = String(body.text ?? body.reason ?? body.words ?? '')
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        {t(`passes.${titles[call]}`)}
        {about && <bdi> · {about.title}</bdi>}
      </span>
      {words && <span dir="auto">{words}</span>}
      <span className={styles.about}>{format.dateTime(body.device_time)}</span>
      <span className={styles.badge}>
        <StatusBadge status={refused ? 'stop' : 'attention'}>
          {t(refused ? 'passes.written.notAccepted' : 'passes.written.notSent')}
        </StatusBadge>
      </span>
      {refused && (
        <span>
          <ProblemText error={new RequestError({ status: 422, code: refused as RequestErrorCode })} />
        </span>
      )}
      {refused && onDiscard && (
        <div>
          <ConfirmButton
            question={t('passes.written.discardQuestion')}
            confirmText={t('passes.written.discard')}
            onConfirm={onDiscard}
          >
            {t('passes.written.discard')}
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}
