import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Legal } from '#shared/legal/contract.ts'
import { defaultLocale, directionOf, locales, toLocale } from '#shared/lib/language.ts'
import { request } from '../../lib/client.ts'
import { errorText } from '../../lib/errorText.ts'
import { RequestError } from '../../lib/requestError.ts'
import { homePath } from '../../lib/session/entrance.ts'
import { logout, refreshUser, useUser } from '../../lib/session/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from '../Entrance.module.css'
import { DescriptionSkeleton, EntranceCard } from '../EntranceCard.tsx'
import { useDescription } from '../LinkProblem.tsx'

/** Privacy text and terms, to be read with or without an account. */
export function LegalPage() {
  const { t } = useTranslation()
  const user = useUser()
  const { found, problem } = useDescription<Legal>('/system/legal')
  return (
    <EntranceCard title={t('auth.legal.title')}>
      {found ? <LegalTexts legal={found} /> : !problem && <DescriptionSkeleton />}
      <div className={styles.actions}>
        {problem && <Notice kind="stop">{errorText(problem, t)}</Notice>}
        <Button component="a" variant="default" size="lg" fullWidth href={user ? homePath : '/auth/login'}>
          {user ? t('auth.action.goOn') : t('common.notFound.signIn')}
        </Button>
      </div>
    </EntranceCard>
  )
}

/** The privacy text and the terms, in the reader's language or, where they are missing in it, in another. */
function LegalTexts({ legal }: { legal: Legal }) {
  const { t } = useTranslation()
  return (
    <>
      <LegalText title={t('auth.legal.privacy')} text={legal.privacy} />
      <LegalText title={t('auth.legal.terms')} text={legal.terms} />
    </>
  )
}

function LegalText({ title, text }: { title: string; text: Legal['privacy'] }) {
  const { i18n } = useTranslation()
  const locale = [toLocale(i18n.language), defaultLocale, ...locales].find(one => text[one])
  if (!locale) return null
  return (
    <article className={styles.text}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <div lang={locale} dir={directionOf(locale)}>
        {text[locale]?.split(/\n\s*\n/).map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </article>
  )
}

type Props = {
  /** The text cannot be fetched without a network: work continues, and the question comes back. */
  onLater: () => void
}

/**
 * Shown before the first screen after the privacy text changed, and to people whose account was created without its
 * line (`PrivacyLine.tsx`).
 */
export function PrivacyGate({ onLater }: Props) {
  const [round, setRound] = useState(0)
  // A version that became old while it was read is fetched again.
  return <Question key={round} wasOutdated={round > 0} onOutdated={() => setRound(round + 1)} onLater={onLater} />
}

function Question({ wasOutdated, onOutdated, onLater }: Props & { wasOutdated: boolean; onOutdated: () => void }) {
  const { t } = useTranslation()
  const { found, problem } = useDescription<Legal>('/system/legal')
  const {
    run: accept,
    isBusy,
    error: failure,
  } = useAction(async (version: number) => {
    try {
      await request('PUT', '/auth/accept-privacy', { body: { version } })
      await refreshUser()
    } catch (error) {
      if (error instanceof RequestError && error.code === 'privacy_outdated') onOutdated()
      else throw error
    }
  })
  const trouble = problem ?? failure

  return (
    <EntranceCard title={t('auth.legal.title')}>
      <Text mt="xs">{wasOutdated ? t('problem.privacy_outdated') : t('auth.legal.question')}</Text>
      {found ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
        <section className={styles.window} tabIndex={0} aria-label={t('auth.legal.title')}>
          <LegalTexts legal={found} />
        </section>
      ) : (
        !problem && <DescriptionSkeleton />
      )}
      <div className={styles.actions}>
        {trouble !== undefined && <Notice kind="stop">{errorText(trouble, t)}</Notice>}
        {problem ? (
          <Button size="lg" fullWidth onClick={() => location.reload()}>
            {t('common.tryAgain')}
          </Button>
        ) : (
          <Button
            size="lg"
            fullWidth
            disabled={!found}
            loading={isBusy}
            onClick={() => {
              if (found) void accept(found.version)
            }}
          >
            {t('auth.legal.accept')}
          </Button>
        )}
        {problem?.status === 0 && (
          <Button variant="default" size="lg" fullWidth onClick={onLater}>
            {t('auth.legal.later')}
          </Button>
        )}
        <Button variant="subtle" size="lg" fullWidth onClick={logout}>
          {t('shell.logout')}
        </Button>
      </div>
    </EntranceCard>
  )
}
