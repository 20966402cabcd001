import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { directionOf, languages, toLocale } from '#shared/lib/language.ts'
import { api } from '../../api.ts'
import { Can } from '../../lib/ability.tsx'
import { errorText } from '../../lib/errorText.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../../ui/page/PageHeader.tsx'
import { useArchive } from '../../ui/row/ArchivedNotice.tsx'
import { ConflictNotice } from '../../ui/row/ConflictNotice.tsx'
import { SavedIndicator } from '../../ui/SavedIndicator.tsx'
import { tellDone } from '../../ui/toast.tsx'
import { Approvals } from '../Approvals.tsx'
import { BodyField } from './BodyField.tsx'
import styles from './GuideEditor.module.css'
import { type SaveState, useGuideSaving } from './GuideSaving.ts'
import { type Fields, type Settings, settingsOf } from './guideFields.ts'

/** /guides/edit/:id: a guide to write. */
export function EditGuidePage() {
  const { id } = useParams({ from: '/shell/guides/edit/$id' })
  const { data: guide, error, refetch } = useQuery(api.guides.get.query({ id: Number(id) }))
  // Whoever is writing goes on, whatever became of fetching the guide again.
  if (guide?.draft) return <GuideEditor key={guide.id} guide={guide} draft={guide.draft} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />
}

const GuideSettings = lazyPart(() => import('./GuideSettings.tsx').then(part => part.GuideSettings))

type GuideEditorProps = { guide: GuideDetail; draft: GuideContent }

/** Writing a guide, language by language; it is kept at every pause, and readers see it when it is published. */
function GuideEditor({ guide, draft }: GuideEditorProps) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const [language, setLanguage] = useState(draft.default_language)
  const { saving, state, wasRestored } = useGuideSaving(guide, draft)
  const { archive } = useArchive('guides', api.guides, '/guides/all')
  const textOf = (name: string) => String(state.fields[name] ?? '')
  const title = textOf(`title.${toLocale(i18n.language)}`) || textOf(`title.${draft.default_language}`)
  const publishing = useMutation({
    async mutationFn() {
      if (!(await saving.flush())) return null
      return api.guides.publish({ id: guide.id, revision: saving.revision })
    },
    onSuccess(published) {
      if (!published) return
      queries.setQueryData(api.guides.get.query({ id: guide.id }).queryKey, published)
      queries.invalidateQueries({ queryKey: api.guides.key })
      tellDone(t('guides.published'))
    },
  })
  const isNew = useLocation().hash === 'title'
  const isReady = guide.has_unpublished_changes || !saving.isClean()
  const problem = state.error ?? publishing.error
  const nameOf = (locale: string, name: string) => {
    if (draft.stale_languages.some(stale => stale === locale)) return t('guides.languageStale', { language: name })
    return textOf(`body.${locale}`) ? name : t('guides.languageEmpty', { language: name })
  }
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: '/guides/all', text: t('guides.allTitle') }}
        actions={
          <>
            <SavedIndicator savedAt={state.savedAt} isSaving={state.isSaving} />
            <Can I="delete" a="Guide" row={guide}>
              <Button
                variant="default"
                leftSection={<IconArchive size={20} />}
                onClick={() => archive({ id: guide.id, name: title })}
              >
                {t('common.archive')}
              </Button>
            </Can>
            <Button component={PathLink} href={`/guides/${guide.id}`} variant="default">
              {t('guides.look')}
            </Button>
            <Button disabled={!isReady} loading={publishing.isPending} onClick={() => publishing.mutate()}>
              {t('guides.publish')}
            </Button>
          </>
        }
      />
      {wasRestored && <Notice kind="info">{t('common.restored')}</Notice>}
      {state.conflict && (
        <GuideConflict mine={state.fields} conflict={state.conflict} onSettle={mine => saving.settle(mine)} />
      )}
      {problem != null && (
        <Notice kind="attention">
          {errorText(problem, t)} {t('guides.keptHere')}
        </Notice>
      )}
      {guide.approvals.length > 0 && guide.has_unpublished_changes && (
        <Approvals guide={guide} beforeAsking={() => saving.flush()} />
      )}
      <div className={styles.columns}>
        <div className={styles.words}>
          <NativeSelect
            label={t('common.language')}
            value={language}
            data={languages.map(({ locale, name }) => ({ value: locale, label: nameOf(locale, name) }))}
            onChange={event => setLanguage(toLocale(event.currentTarget.value))}
          />
          <TextInput
            label={t('guides.name')}
            required={language === draft.default_language}
            maxLength={200}
            lang={language}
            dir={directionOf(language)}
            {...(isNew && { ref: selected })}
            value={textOf(`title.${language}`)}
            onChange={event => saving.change({ [`title.${language}`]: event.currentTarget.value })}
          />
          <BodyField
            key={language}
            label={t('guides.text')}
            language={language}
            words={textOf(`body.${language}`)}
            onWrite={words => saving.change({ [`body.${language}`]: words })}
          />
        </div>
        <GuideSettings guide={guide} settings={settingsOf(state.fields)} onChange={patch => saving.change(patch)} />
      </div>
    </>
  )
}

/** The title of a new guide, which is typed over. */
const selected = (input: HTMLInputElement | null) => {
  input?.focus()
  input?.select()
}

type GuideConflictProps = {
  mine: Fields
  conflict: NonNullable<SaveState['conflict']>
  onSettle: (mine: boolean) => void
}

/** Somebody else changed the same words meanwhile: both stand side by side until one is chosen. */
function GuideConflict({ mine, conflict: { names, theirs }, onSettle }: GuideConflictProps) {
  const { t } = useTranslation()
  const labelOf = (name: string) => {
    const [kind, locale] = name.split('.')
    if (locale === undefined) return t(`audit.fields.${name as keyof Settings}`)
    return `${t(kind === 'title' ? 'guides.name' : 'guides.text')} (${languages.find(one => one.locale === locale)?.name ?? locale})`
  }
  const shown = (value: unknown) => (value === '' || value == null ? null : <div dir="auto">{String(value)}</div>)
  return (
    <ConflictNotice
      differences={names.map(name => ({
        field: name,
        label: labelOf(name),
        mine: shown(mine[name]),
        theirs: shown(theirs.fields[name]),
      }))}
      onKeepMine={() => onSettle(true)}
      onTakeTheirs={() => onSettle(false)}
    />
  )
}
