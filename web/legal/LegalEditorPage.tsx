import { Button, Group, Radio, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Legal } from '#shared/legal/contract.ts'
import { defaultLocale, directionOf, languages } from '#shared/lib/language.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'

/** The privacy text and the terms, as the platform's admins write them. */
export function LegalEditorPage() {
  const { data: legal, error, refetch } = useQuery(administration.legal.get.query())
  if (legal) return <LegalEditor legal={legal} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />
}

const kinds = ['privacy', 'terms'] as const
type Kind = (typeof kinds)[number]
type Texts = Pick<Legal, Kind>

const textsOf = ({ privacy, terms }: Texts): Texts => ({ privacy, terms })
const written = (text: Legal['privacy']) => Object.fromEntries(Object.entries(text).filter(([, words]) => words.trim()))

/**
 * One text in all languages side by side. Publishing makes a version, which everybody is asked to accept; a correction
 * keeps the version and asks nobody. Typed text stays when somebody else published.
 */
function LegalEditor({ legal }: { legal: Legal }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const [kind, setKind] = useState<Kind>('privacy')
  const [base, setBase] = useState(legal)
  const { form, wasRestored, restart } = useDraftForm<Texts>('legal', textsOf(legal))
  const version = base.version
  const saving = useMutation({
    mutationFn: ({ isNew, privacy, terms }: Texts & { isNew: boolean }) => {
      const texts = { version, privacy: written(privacy), terms: written(terms) }
      return isNew ? administration.legal.publish(texts) : administration.legal.mend(texts)
    },
    onSuccess(saved, { isNew }) {
      setBase(saved)
      restart(textsOf(saved))
      queries.invalidateQueries({ queryKey: administration.legal.key })
      tellDone(t(isNew ? 'legal.published' : 'legal.mended', { version: saved.version }))
    },
    onError(error) {
      if (error instanceof RequestError && error.code === 'stale_revision') setBase(error.data as Legal)
    },
  })
  const save = (isNew: boolean) => form.handleSubmit(texts => saving.mutate({ ...texts, isNew }))()
  const isStale = saving.error instanceof RequestError && saving.error.code === 'stale_revision'
  const next = { version: version + 1 }
  const hasChanges = form.formState.isDirty

  return (
    <>
      <PageHeader
        title={t('legal.title')}
        actions={
          <>
            {base.published_at && (
              <Button variant="default" disabled={!hasChanges} loading={saving.isPending} onClick={() => save(false)}>
                {t('legal.mend', { version })}
              </Button>
            )}
            <ConfirmButton
              question={t('legal.publishQuestion', next)}
              confirmText={t('legal.publishConfirm')}
              onConfirm={() => save(true)}
              buttonProps={{ variant: 'filled', disabled: !hasChanges, loading: saving.isPending }}
            >
              {t('legal.publish', next)}
            </ConfirmButton>
          </>
        }
      >
        {base.published_at
          ? t('legal.holds', { version, date: format.date(new Date(base.published_at)) })
          : t('legal.own')}
      </PageHeader>
      <Stack gap="xs" mb="md">
        <Notice kind="info">{t('legal.meaning')}</Notice>
        {saving.error && (
          <Notice kind={isStale ? 'attention' : 'stop'}>
            {isStale ? t('legal.stale', { version }) : <ProblemText error={saving.error} />}
          </Notice>
        )}
        {wasRestored && (
          <Notice kind="info">
            {t('common.restored')}{' '}
            <Button size="compact-sm" variant="default" onClick={() => restart(textsOf(base))}>
              {t('common.startOver')}
            </Button>
          </Notice>
        )}
      </Stack>
      <Radio.Group
        aria-label={t('legal.title')}
        value={kind}
        onChange={value => setKind(value === 'terms' ? 'terms' : 'privacy')}
      >
        <Group>
          {kinds.map(one => (
            <Radio key={one} value={one} label={t(`auth.legal.${one}`)} />
          ))}
        </Group>
      </Radio.Group>
      <Text c="dimmed" mt="xs" mb="md">
        {t('legal.hint')}
      </Text>
      <SimpleGrid minColWidth="13rem" autoFlow="auto-fit" spacing="md">
        {languages.map(({ locale, name }) => (
          <Textarea
            key={`${kind}.${locale}`}
            label={name}
            required={locale === defaultLocale}
            lang={locale}
            dir={directionOf(locale)}
            maxLength={100_000}
            autosize
            minRows={10}
            maxRows={30}
            {...form.register(`${kind}.${locale}`)}
          />
        ))}
      </SimpleGrid>
    </>
  )
}
