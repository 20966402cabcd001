import { Button, FileButton, NativeSelect, Progress } from '@mantine/core'
import { IconFileImport, IconX } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importsUnderWay } from '#shared/exports/rules.ts'
import type { RegisterImport } from '#shared/imports/contract.ts'
import { type Encoding, encodings } from '#shared/lib/fileKinds.ts'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { NotFound } from '../shell/NotFoundPage.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pages } from '../ui/list/ListFooter.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellProblem } from '../ui/toast.tsx'
import styles from './ImportPage.module.css'
import { ImportResult } from './ImportResult.tsx'
import { Matching } from './Matching.tsx'

/** While it is under way. */
const betweenLooks = 1_000
const isUnderWay = ({ state }: RegisterImport) => importsUnderWay.includes(state)

/** The id of a running import is in the address, so that a reload finds it again. */
const begunBefore = () => Number(location.hash.slice(1)) || undefined

/** Imports a file into a register, for people who may add rows to it. */
export function ImportPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const can = useAbility()
  const type = subjectTypes.find(one => one === id)
  return type && can('create', registry[type].subject) ? <Import key={type} type={type} /> : <NotFound />
}

/** A file is chosen, its columns are matched, it is tried, and carried out. */
function Import({ type }: { type: SubjectType }) {
  const { t } = useTranslation()
  const { feature, path } = registry[type]
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [id, setId] = useState(begunBefore)
  // Read again when other letters are chosen; after a reload the browser has it no more.
  const [file, setFile] = useState<File>()
  const { data: begun, error } = useQuery({
    ...api.imports.get.query({ id: id ?? 0 }),
    enabled: id !== undefined,
    refetchInterval: query => (query.state.data && isUnderWay(query.state.data) ? betweenLooks : false),
  })
  const isDone = begun && ['done', 'cancelled', 'undone', 'undo_failed'].includes(begun.state)
  // Its list has other rows now.
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: [feature] })
  }, [isDone, feature, queries])
  const keep = (row: RegisterImport) => queries.setQueryData(api.imports.get.query({ id: row.id }).queryKey, row)
  const choosing = useMutation({
    mutationFn: ({ file, encoding }: { file: File; encoding?: Encoding }) =>
      api.imports.create({ type, ...(encoding && { encoding }) }, { files: { file } }),
    onSuccess: row => {
      keep(row)
      setId(row.id)
      void navigate({ to: '.', hash: String(row.id), replace: true })
    },
    // The page shows it.
    onError: () => undefined,
  })
  const take = (chosen: File | null) => {
    if (!chosen) return
    setFile(chosen)
    choosing.mutate({ file: chosen })
  }
  return (
    <>
      <PageHeader
        title={t('imports.title', { register: t(`${feature}.title`) })}
        back={{ to: path, text: t(`${feature}.title`) }}
        isColumn
      />
      <p className={styles.text}>{t('imports.text')}</p>
      {type === 'animal' && <p className={styles.text}>{t('imports.icar')}</p>}
      <FileButton accept=".csv,.txt,.xlsx,.xls,text/csv,.json" onChange={take}>
        {props => (
          <Button
            {...props}
            className={styles.choose}
            variant={begun ? 'default' : 'filled'}
            leftSection={<IconFileImport size={20} />}
            loading={choosing.isPending}
            disabled={begun && isUnderWay(begun)}
          >
            {t(begun ? 'imports.another' : 'imports.choose')}
          </Button>
        )}
      </FileButton>
      {choosing.error && (
        <Notice kind="stop">
          <ProblemText error={choosing.error} />
        </Notice>
      )}
      {id !== undefined && error && <ErrorState error={error} />}
      {begun && (
        <>
          <h2 className={styles.file}>
            <bdi>{begun.filename}</bdi>
          </h2>
          {begun.encoding && (
            <NativeSelect
              className={styles.letters}
              label={t('imports.encoding')}
              description={t(file ? 'imports.encodingText' : 'imports.encodingAgain')}
              disabled={!file || choosing.isPending || isUnderWay(begun)}
              data={encodings.map(value => ({ value, label: t(`imports.encodings.${value}`) }))}
              value={begun.encoding}
              onChange={event => file && choosing.mutate({ file, encoding: event.currentTarget.value as Encoding })}
            />
          )}
          {isUnderWay(begun) ? (
            <UnderWay begun={begun} onChanged={keep} />
          ) : (
            <ImportResult begun={begun} onChanged={keep} />
          )}
          {begun.state === 'tried' && <Understood begun={begun} />}
          {!isUnderWay(begun) && !begun.state.startsWith('undo') && (
            <Matching key={begun.id} begun={begun} onBegun={keep} />
          )}
        </>
      )}
    </>
  )
}

/** How far it is, and the way to end it. */
function UnderWay({ begun, onChanged }: { begun: RegisterImport; onChanged: (row: RegisterImport) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const cancelling = useMutation({
    mutationFn: () => api.imports.cancel({ id: begun.id }),
    onSuccess: async () => onChanged(await api.imports.get({ id: begun.id })),
    onError: error => void tellProblem(error),
  })
  const isUndoing = begun.state === 'undoing'
  const said = t('imports.progress', { done: format.number(begun.done), total: format.number(begun.total) })
  return (
    <section className={styles.section} aria-live="polite">
      <strong>{t(isUndoing ? 'imports.undoing' : begun.is_trial ? 'imports.trying' : 'imports.working')}</strong>
      {!isUndoing && (
        <>
          <Progress value={(100 * begun.done) / Math.max(1, begun.total)} aria-label={said} />
          <span className={styles.said}>{said}</span>
          <Button
            variant="default"
            className={styles.button}
            leftSection={<IconX size={18} />}
            loading={cancelling.isPending}
            onClick={() => cancelling.mutate()}
          >
            {t('imports.cancel')}
          </Button>
        </>
      )}
    </section>
  )
}

const linesOnAPage = 10

/** What each cell was understood as, with the cell beside it where it looks different. */
function Understood({ begun }: { begun: RegisterImport }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const lines = useQuery({
    ...api.imports.lines.query({ id: begun.id, page, per_page: linesOnAPage }),
    placeholderData: keepPreviousData,
  })
  if (!lines.data) return null
  return (
    <section className={styles.section} aria-labelledby="understood">
      <h2 id="understood" className={styles.heading}>
        {t('imports.understood')}
      </h2>
      <p className={styles.text}>{t('imports.understoodText')}</p>
      <ul className={styles.faults}>
        {lines.data.data.map(({ number, values }) => (
          <li key={number} className={styles.fault}>
            <strong>{t('imports.lineNumber', { number })}</strong>
            <dl className={styles.values}>
              {values.map(({ field, cell, value }) => (
                <div key={field} className={styles.value}>
                  <dt>
                    <bdi>{field}</bdi>
                  </dt>
                  <dd>
                    <bdi>{value ?? t('imports.notUnderstood')}</bdi>
                    {cell !== value && (
                      <bdi className={styles.said}>{t('imports.inFile', { cell: cell.slice(0, 100) })}</bdi>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <Pages total={lines.data.meta.last_page} value={page} onChange={setPage} />
    </section>
  )
}
