import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../lib/client.ts'
import { errorText } from '../lib/errorText.ts'
import { RequestError } from '../lib/requestError.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Entrance.module.css'

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

type Description<T> = { found?: T; problem?: RequestError }

/** What a link is good for, asked once; looking at it changes nothing. */
export function useDescription<T>(path: string): Description<T> {
  const [description, setDescription] = useState<Description<T>>({})
  useEffect(() => {
    request<T>('GET', path).then(
      found => setDescription({ found }),
      error =>
        setDescription({
          problem: error instanceof RequestError ? error : new RequestError({ status: 0, code: 'unknown_error' }),
        }),
    )
  }, [path])
  return description
}

/**
 * The role that every company has and that is nearest from below; a company's own role has a name of its own besides.
 */
export const rankOf = (roleId: number) => String(Math.ceil(roleId / 1000) * 1000) as '1000' | '2000' | '3000' | '4000'
