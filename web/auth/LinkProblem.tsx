import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import type { RequestError } from '../lib/requestError.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './EntranceCard.module.css'

type Props = {
  problem: RequestError
  /** What to do next, in a sentence. */
  text: string
  /** Where that is done. */
  action: { label: string; href: string }
}

/** In place of what a link should have shown: why it does not, and the next step; another try where one can help. */
export function LinkProblem({ problem, text, action }: Props) {
  const { t } = useTranslation()
  const isFinal = problem.status === 404 || problem.status === 410
  return (
    <div className={styles.actions}>
      <Notice kind={isFinal ? 'attention' : 'stop'}>
        {problem.status === 404 ? t('auth.link.wrong') : errorText(problem, t)}
      </Notice>
      {isFinal && <Text>{text}</Text>}
      {isFinal ? (
        <Button component="a" href={action.href} size="lg" fullWidth>
          {action.label}
        </Button>
      ) : (
        <Button size="lg" fullWidth onClick={() => location.reload()}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  )
}
