/**
 * The public link of a form, for those who look after it: made, shown as an address and as a code to hang on a door, limited, and taken back.
 * All its settings are saved together; the address stays the same while the link lives.
 */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { leftOut } from '#shared/forms/public/publicDefinition.ts'
import { errorText } from '../../lib/errorText.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { tellDone } from '../../ui/toast.tsx'
import { GivenAnswers } from './GivenAnswers.tsx'
import { LeftOut } from './LeftOut.tsx'
import { LinkCode } from './LinkCode.tsx'
import { LinkLimits } from './LinkLimits.tsx'
import { LinkState } from './LinkState.tsx'
import { changesOf, type LinkSettings, settingsOf } from './linkSettings.ts'
import styles from './PublicLinkSheet.module.css'
import { useGivenAnswers } from './useGivenAnswers.ts'
import { usePublicLink } from './usePublicLink.ts'

type Props = { form: FormDetail; name: string; onClosed: () => void }

export function PublicLinkSheet(props: Props) {
  const { t } = useTranslation()
  return props.form.published ? (
    <Opened {...props} published={props.form.published} />
  ) : (
    <SideSheet title={t('publicLink.title')} onClosed={props.onClosed}>
      {() => (
        <div className={styles.sheet}>
          <Text>{t('publicLink.intro')}</Text>
          <Notice kind="info">{t('publicLink.notPublished')}</Notice>
        </div>
      )}
    </SideSheet>
  )
}

type OpenedProps = Props & { published: NonNullable<FormDetail['published']> }

function Opened({ form, name, published, onClosed }: OpenedProps) {
  const { t } = useTranslation()
  const { public_link: link } = form
  const { definition } = published
  const { set, revoke } = usePublicLink(form)
  const [typed, setTyped] = useState<Partial<LinkSettings>>({})
  const answers = useGivenAnswers(form, definition, link?.prefill ?? {})
  const settings = { ...settingsOf(link), ...typed }
  const hasUnsaved = Object.keys(typed).length > 0 || answers.isChanged
  const errors = set.error?.errors ?? {}

  function save() {
    set.mutate(
      { ...changesOf(settings), prefill: answers.prefill() },
      {
        onSuccess() {
          tellDone(link ? t('publicLink.saved') : t('publicLink.made'))
          setTyped({})
          answers.settle()
        },
      },
    )
  }

  return (
    <SideSheet title={t('publicLink.title')} onClosed={onClosed} hasUnsaved={hasUnsaved}>
      {close => (
        <form
          className={styles.sheet}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            save()
          }}
        >
          {link ? (
            <>
              <LinkState form={form} link={link} />
              <LinkCode form={form} name={name} link={link} />
            </>
          ) : (
            <Text>{t('publicLink.intro')}</Text>
          )}
          <LinkLimits
            link={link}
            settings={settings}
            errors={errors}
            onChange={change => setTyped(before => ({ ...before, ...change }))}
          />
          <GivenAnswers answers={answers} errors={errors} />
          <LeftOut elements={leftOut(definition, answers.given)} language={form.default_language} />
          {set.error && <Notice kind="stop">{errorText(set.error, t)}</Notice>}
          {revoke.error && <Notice kind="stop">{errorText(revoke.error, t)}</Notice>}
          {link && (
            <div className={styles.revoke}>
              <ConfirmButton
                question={t('publicLink.revokeQuestion')}
                confirmText={t('publicLink.revoke')}
                onConfirm={() => revoke.mutate(undefined, { onSuccess: () => tellDone(t('publicLink.revoked')) })}
              >
                {t('publicLink.revoke')}
              </ConfirmButton>
            </div>
          )}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
            <Button type="submit" loading={set.isPending} disabled={link !== null && !hasUnsaved}>
              {link ? t('common.save') : t('publicLink.make')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}
