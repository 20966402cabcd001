import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { Definition, Element } from '#shared/forms/definition.ts'
import { placedElements } from '#shared/forms/elements.ts'
import { labelQuestions, leftOut, withLabel } from '#shared/forms/public/publicDefinition.ts'
import type { PublicLink } from '#shared/forms/public/publicLink.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { type Locale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { errorText } from '../../lib/errorText.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SheetFooter } from '../../ui/SideSheet.tsx'
import { ContentText } from '../../ui/texts/ContentText.tsx'
import { tellDone } from '../../ui/toast.tsx'
import { GivenAnswers, useGivenAnswers } from './GivenAnswers.tsx'
import { LinkCode } from './LinkCode.tsx'
import { LinkLabels } from './LinkLabels.tsx'
import { changesOf, LinkLimits, type LinkSettings, settingsOf } from './LinkLimits.tsx'
import styles from './PublicLinkSheet.module.css'
import { LinkState, useLinkChanges } from './publicLinks.tsx'

type Props = {
  form: FormDetail
  name: string
  definition: Definition
  /** Null while it is being made. */
  link: PublicLink | null
  onUnsaved: (hasUnsaved: boolean) => void
  onMade: (link: PublicLink) => void
  onRevoked: () => void
  /** Where there are others. */
  onList?: (() => void) | undefined
  close: () => void
}

/** One link: its code and labels once it is made, and its settings, which are saved together. */
export function LinkEditor({ form, name, definition, link, onUnsaved, onMade, onRevoked, onList, close }: Props) {
  const { t } = useTranslation()
  const nameOf = useQuestionName(definition)
  const { save, revoke } = useLinkChanges(form, link)
  const [typed, setTyped] = useState<Partial<LinkSettings>>({})
  const settings = { ...settingsOf(link), ...typed }
  const { labelQuestion } = settings
  const answers = useGivenAnswers(form, definition, link?.prefill ?? {}, labelQuestion)
  const labelled = labelQuestions(definition)
  const hasUnsaved = Object.keys(typed).length > 0 || answers.isChanged
  const errors = save.error?.errors ?? {}
  const change = (changes: Partial<LinkSettings>) => setTyped(before => ({ ...before, ...changes }))
  useEffect(() => onUnsaved(hasUnsaved), [hasUnsaved, onUnsaved])

  function submit() {
    const changes = { ...changesOf(settings), prefill: answers.prefill(), label_question: labelQuestion || null }
    save.mutate(changes, {
      onSuccess(made) {
        tellDone(link ? t('publicLink.saved') : t('publicLink.made'))
        setTyped({})
        answers.settle()
        if (!link) onMade(made)
      },
    })
  }

  return (
    <form
      className={styles.sheet}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {onList && (
        <Button
          variant="subtle"
          className={styles.back}
          leftSection={<IconArrowLeft size={20} className={styles.way} />}
          onClick={onList}
        >
          {t('publicLink.toList')}
        </Button>
      )}
      {link ? (
        <>
          <LinkState form={form} link={link} />
          {link.label_question !== null && (
            <LinkLabels form={form} link={link} questionName={nameOf(link.label_question)} />
          )}
          <LinkCode form={form} name={name} link={link} />
        </>
      ) : (
        <Text>{t('publicLink.intro')}</Text>
      )}
      <TextInput
        label={t('publicLink.name')}
        description={t('publicLink.nameText')}
        value={settings.name}
        error={errors.name?.join(' ')}
        maxLength={100}
        dir="auto"
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <LinkLimits link={link} settings={settings} errors={errors} onChange={change} />
      {!link && labelled.length > 0 && (
        <NativeSelect
          label={t('publicLink.labelQuestion')}
          description={t('publicLink.labelQuestionText')}
          value={labelQuestion}
          error={errors.label_question?.join(' ')}
          data={[
            { value: '', label: t('publicLink.noLabels') },
            ...labelled.map(({ id }) => ({ value: id, label: nameOf(id) })),
          ]}
          onChange={event => change({ labelQuestion: event.currentTarget.value })}
        />
      )}
      <GivenAnswers answers={answers} errors={errors} />
      <LeftOut
        elements={leftOut(definition, withLabel(answers.given, labelQuestion || null))}
        language={form.default_language}
      />
      {save.error && <Notice kind="stop">{errorText(save.error, t)}</Notice>}
      {revoke.error && <Notice kind="stop">{errorText(revoke.error, t)}</Notice>}
      {link && (
        <div className={styles.revoke}>
          <ConfirmButton
            question={t('publicLink.revokeQuestion')}
            confirmText={t('publicLink.revoke')}
            onConfirm={() =>
              revoke.mutate(undefined, {
                onSuccess() {
                  tellDone(t('publicLink.revoked'))
                  onRevoked()
                },
              })
            }
          >
            {t('publicLink.revoke')}
          </ConfirmButton>
        </div>
      )}
      <SheetFooter>
        <Button variant="default" onClick={close}>
          {t('common.close')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={link !== null && !hasUnsaved}>
          {link ? t('common.save') : t('publicLink.make')}
        </Button>
      </SheetFooter>
    </form>
  )
}

/** What visitors are not asked, and why. */
function LeftOut({ elements, language }: { elements: Element[]; language: Locale }) {
  const { t } = useTranslation()
  if (elements.length === 0) return null
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>{t('publicLink.leftOut')}</h3>
      <ul className={styles.left}>
        {elements.map(({ id, label }) => (
          <li key={id}>
            <ContentText text={label} fallback={language} />
          </li>
        ))}
      </ul>
      <p className={styles.text}>{t('publicLink.leftOutText')}</p>
    </section>
  )
}

/** What a question of the form is called in the reader's language. */
function useQuestionName(definition: Definition): (id: string) => string {
  const { i18n } = useTranslation()
  return id => {
    const found = placedElements(definition).find(({ element }) => element.id === id)
    const label = textIn(found?.element.label ?? {}, toLocale(i18n.language), definition.default_language).text
    return plainText(label) || id
  }
}
