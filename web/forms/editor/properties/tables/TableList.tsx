import { ActionIcon, Button, FileButton } from '@mantine/core'
import { IconTablePlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../api.ts'
import { newKey } from '../../../../lib/attemptKey.ts'
import { errorText } from '../../../../lib/errorText.ts'
import { useFormat } from '../../../../lib/format.ts'
import { RequestError } from '../../../../lib/requestError.ts'
import { useChangeDefinition, useFieldError, useReading } from '../../EditingContext.tsx'
import { nameOfFile, withoutTable, withTable } from '../../structure/choiceSets.ts'
import styles from '../Properties.module.css'

const accepted = '.csv,text/csv'

/** The tables of the form: files whose rows conditions and calculations read, or questions offer as choices. */
export function TableList() {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeDefinition()
  const errorAt = useFieldError('form')
  const { definition } = useReading()
  const { add, isAdding, problem } = useAddTable()
  const { tables = [] } = definition
  return (
    <fieldset className={styles.group} data-field="tables">
      <legend>{t('formProperties.tables')}</legend>
      <p className={styles.help}>{t('formProperties.tablesHelp')}</p>
      {errorAt('tables') && <p className={styles.problem}>{errorAt('tables')}</p>}
      <ul className={styles.items}>
        {tables.map(({ name, uuid, rows, columns }) => (
          <li key={name} className={styles.table}>
            <span className={styles.tableWords}>
              <bdi>{name}</bdi>
              <span className={styles.help}>
                {uuid
                  ? t('formProperties.tableHolds', {
                      rows: format.number(rows),
                      columns: format.list([...columns.slice(0, 6)]),
                    })
                  : t('formProperties.tableWaits')}
              </span>
            </span>
            <FileButton accept={accepted} onChange={file => file && add(file, name)}>
              {props => (
                <ActionIcon
                  {...props}
                  variant="subtle"
                  size={44}
                  loading={isAdding}
                  aria-label={t('formProperties.replaceTable', { name })}
                >
                  <IconUpload size={20} />
                </ActionIcon>
              )}
            </FileButton>
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t('formProperties.removeTable', { name })}
              onClick={() => change(before => withoutTable(before, name))}
            >
              <IconTrash size={20} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <FileButton accept={accepted} onChange={file => file && add(file, nameOfFile(file.name))}>
        {props => (
          <Button
            {...props}
            variant="default"
            size="compact-sm"
            loading={isAdding}
            leftSection={<IconTablePlus size={18} />}
          >
            {t('formProperties.addTable')}
          </Button>
        )}
      </FileButton>
    </fieldset>
  )
}

/** Keeps a file on the server and names it in the form: another content is another table under the same name. */
function useAddTable() {
  const { t } = useTranslation()
  const change = useChangeDefinition()
  const adding = useMutation({
    mutationFn: ({ file }: { file: File; name: string }) => api.forms.addTable({ uuid: newKey() }, { files: { file } }),
    onSuccess: (stored, { name }) => change(before => withTable(before, { name, ...stored })),
    // Said in place.
    onError: () => undefined,
  })
  const { error } = adding
  const said = error instanceof RequestError ? error.errors.file?.join(' ') : undefined
  return {
    add: (file: File, name: string) => adding.mutate({ file, name }),
    isAdding: adding.isPending,
    problem: error ? (said ?? errorText(error, t)) : undefined,
  }
}
