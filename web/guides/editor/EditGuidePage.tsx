import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { directionOf, languages, toLocale } from '#shared/lib/language.ts'
import { api } from '../../api.ts'
import { Autosave, type Conflict, useAutosave } from '../../lib/Autosave.ts'
import { Can } from '../../lib/ability.tsx'
import { errorText } from '../../lib/errorText.ts'
import { useUser } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
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
import { GuideSettings } from './GuideSettings.tsx'
import {
  changedFields,
  changesOf,
  type Fields,
  fieldsOf,
  mergeFields,
  type Settings,
  settingsOf,
  storedGuide,
} from './guideFields.ts'

/** /guides/edit/:id: a guide to write. */
export function EditGuidePage() {
  const { id } = useParams({ from: '/shell/guides/edit/$id' })
  const { data: guide, error, refetch } = useQuery(api.guides.get.query({ id: Number(id) }))
  // An open editor stays, also where fetching the guide again failed.
  if (guide?.draft) return <GuideEditor key={guide.id} guide={guide} draft={guide.draft} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />
}

type GuideEditorProps = { guide: GuideDetail; draft: GuideContent }

/** Writing a guide, language by language; it is kept at every pause, and readers see it when it is published. */
function GuideEditor({ guide, draft }: GuideEditorProps) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const [language, setLanguage] = useState(draft.default_language)
  const { saving, state, fields, change, wasRestored } = useGuideSaving(guide, draft)
  const { archive } = useArchive('guides', api.guides, '/guides/all')
  const textOf = (name: string) => String(fields[name] ?? '')
  const title = textOf(`title.${toLocale(i18n.language)}`) || textOf(`title.${draft.default_language}`)
  const publishing = useMutation({
    mutationFn: () => saving.perform(revision => api.guides.publish({ id: guide.id, revision })),
    onSuccess(isPublished) {
      if (!isPublished) return
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
        <GuideConflict
          mine={fields}
          conflict={state.conflict}
          onResolve={taken => {
            change(taken)
            saving.resolve()
          }}
        />
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
            onChange={event => change({ [`title.${language}`]: event.currentTarget.value })}
          />
          <BodyField
            key={language}
            label={t('guides.text')}
            language={language}
            words={textOf(`body.${language}`)}
            onWrite={words => change({ [`body.${language}`]: words })}
          />
        </div>
        <GuideSettings guide={guide} settings={settingsOf(fields)} onChange={change} />
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
  conflict: Conflict<Fields>
  /** With the fields that are taken from the other version. */
  onResolve: (taken: Fields) => void
}

/** Somebody else changed the same words: both versions are shown until one is chosen. */
function GuideConflict({ mine, conflict: { conflicting: names, theirs }, onResolve }: GuideConflictProps) {
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
        theirs: shown(theirs.content[name]),
      }))}
      onKeepMine={() => onResolve({})}
      onTakeTheirs={() => onResolve(Object.fromEntries(names.map(name => [name, theirs.content[name]])))}
    />
  )
}

/** The saving of a guide that is being written (`lib/Autosave.ts`), from opening its page to leaving it. */
function useGuideSaving(guide: GuideDetail, draft: GuideContent) {
  const queries = useQueryClient()
  const userId = useUser()?.id ?? 0
  const [stored] = useState(() => storedGuide(userId, guide.id))
  const [start] = useState(stored.read)
  const [saving] = useState(() => {
    const content = fieldsOf(guide, draft)
    return new Autosave<Fields, GuideDetail, ReturnType<typeof changesOf>>(
      start ?? { base: { content, revision: guide.revision }, content },
      {
        changes: (before, after) => (changedFields(before, after).length > 0 ? changesOf(before, after) : null),
        contentOf: answer => answer.draft && fieldsOf(answer, answer.draft),
        merge: mergeFields,
        send: changes => api.guides.update({ id: guide.id, ...changes }),
        keep: copy => void (copy ? stored.write(copy) : stored.remove()),
        onAnswer: answer => {
          queries.setQueryData(api.guides.get.query({ id: guide.id }).queryKey, answer)
          for (const { key } of [api.guides.list, api.guides.all]) queries.invalidateQueries({ queryKey: key })
        },
      },
    )
  })
  const state = useSyncExternalStore(saving.watch, saving.state)
  const fields = useSyncExternalStore(saving.watch, saving.content)
  useEffect(() => saving.arrived(guide), [saving, guide])
  useAutosave(saving)
  return {
    ...{ saving, state, fields, wasRestored: start !== null },
    change: (patch: Fields) => saving.change({ ...saving.content(), ...patch }),
  }
}
