import {
  Button,
  FileButton,
  PasswordInput,
  Progress,
  Radio,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RestorableBackup, type RestoreFault, restoreFaults } from '#shared/accounts/restores.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { RequestError } from '../../lib/requestError.ts'
import { isRecord } from '../../lib/storage.ts'
import { useAction } from '../../lib/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'
import { type Chosen, chosenArchive, chosenFolder } from './archive.ts'
import { beginRestore, listBackups, type Place, sendArchive } from './restoreCalls.ts'

type Props = {
  token: string
  onFault: (fault: Fault | undefined) => void
  onBegun: (backup: RestorableBackup) => void
}

type Found = { at: Place; backups: RestorableBackup[] }

/** A backup on the server or on this computer, chosen from a list, with its passphrase where it is encrypted. */
export function ChooseBackup({ token, onFault, onBegun }: Props) {
  const { t } = useTranslation()
  const [from, setFrom] = useState<'server' | 'computer'>('server')
  const [found, setFound] = useState<Found>()
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('restore.from.label')}
        value={from}
        onChange={value => {
          setFrom(value as typeof from)
          setFound(undefined)
          onFault(undefined)
        }}
        data={[
          { value: 'server', label: t('restore.from.server') },
          { value: 'computer', label: t('restore.from.computer') },
        ]}
      />
      {from === 'server' ? (
        <OnServer token={token} onFault={onFault} onFound={setFound} />
      ) : (
        <OnComputer token={token} onFault={onFault} onFound={setFound} />
      )}
      {found && found.backups.length === 0 && <Notice kind="info">{t('restore.none')}</Notice>}
      {found && found.backups.length > 0 && (
        <Backups key={JSON.stringify(found.at)} token={token} found={found} onFault={onFault} onBegun={onBegun} />
      )}
    </Stack>
  )
}

type FinderProps = Pick<Props, 'token' | 'onFault'> & { onFound: (found: Found | undefined) => void }

/** The settings' place of backups at first, which another is typed over. */
function OnServer({ token, onFault, onFound }: FinderProps) {
  const { t } = useTranslation()
  const [place, setPlace] = useState('')
  const look = useAction(async (typed: string) => {
    onFault(undefined)
    onFound(undefined)
    try {
      const at = typed ? { place: typed } : {}
      const listed = await listBackups(token, at)
      setPlace(listed.place)
      onFound({ at: { place: listed.place }, backups: listed.backups })
    } catch (error) {
      onFault(faultOf(error))
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings' place is looked at once
  useEffect(() => void look.run(''), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void look.run(place.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label={t('restore.place.label')}
          description={t('restore.place.help')}
          value={place}
          maxLength={1000}
          spellCheck={false}
          autoCapitalize="none"
          dir="ltr"
          onChange={event => setPlace(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={look.isBusy}>
          {t('restore.place.show')}
        </Button>
      </Stack>
    </form>
  )
}

/** The folder of backups, or a tar of it, which is sent in pieces. */
function OnComputer({ token, onFault, onFound }: FinderProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [chosen, setChosen] = useState<Chosen>()
  const [name, setName] = useState('')
  const [part, setPart] = useState<number>()
  const choose = (files: Chosen) => {
    setChosen(files)
    setName(files.names[0] ?? '')
    setPart(undefined)
    onFault(undefined)
    onFound(undefined)
  }
  const send = useAction(async (files: Chosen) => {
    onFault(undefined)
    setPart(0)
    try {
      const upload = files.idOf(name)
      await sendArchive(token, upload, files.archive(name), setPart)
      onFound({ at: { upload }, backups: (await listBackups(token, { upload })).backups })
    } catch (error) {
      setPart(undefined)
      onFault(faultOf(error))
    }
  })
  const isEmpty = chosen && chosen.names.length === 0 && chosen.archive('').size <= emptyTar
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('restore.computer.help')}
      </Text>
      <FileButton
        multiple
        inputProps={{ webkitdirectory: '' } as object}
        onChange={files => files.length > 0 && choose(chosenFolder(files))}
      >
        {props => (
          <Button {...props} variant="default" disabled={send.isBusy}>
            {t('restore.computer.folder')}
          </Button>
        )}
      </FileButton>
      <FileButton accept=".tar" onChange={file => file && choose(chosenArchive(file))}>
        {props => (
          <Button {...props} variant="default" disabled={send.isBusy}>
            {t('restore.computer.file')}
          </Button>
        )}
      </FileButton>
      {isEmpty && <Notice kind="info">{t('restore.none')}</Notice>}
      {chosen && chosen.names.length > 1 && part === undefined && (
        <Radio.Group label={t('restore.choose')} value={name} onChange={setName}>
          <Stack gap="xs" mt="xs">
            {chosen.names.map(one => (
              <Radio key={one} value={one} label={format.dateTime(timeOf(one))} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {chosen && !isEmpty && part === undefined && (
        <Button onClick={() => send.run(chosen)}>
          {t('restore.computer.send', { size: inMegabytes(format.number, chosen.archive(name).size) })}
        </Button>
      )}
      {part !== undefined && part < 1 && (
        <>
          <Text size="sm">{t('restore.computer.sending')}</Text>
          <Progress value={part * 100} size="lg" aria-label={t('restore.computer.sending')} />
        </>
      )}
    </Stack>
  )
}

/** What a folder without backups makes: the end of a tar. */
const emptyTar = 1024

/** The time in the name of a backup. */
const timeOf = (name: string) => name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z')

type BackupsProps = Props & { found: Found }

/** The list, the passphrase, and the one button that begins. */
function Backups({ token, found: { at, backups }, onFault, onBegun }: BackupsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [name, setName] = useState(backups[0]?.name ?? '')
  const [passphrase, setPassphrase] = useState('')
  const chosen = backups.find(backup => backup.name === name)
  const begin = useAction(async () => {
    if (!chosen) return
    onFault(undefined)
    try {
      await beginRestore(token, { ...at, name, ...(passphrase && { passphrase }) })
      onBegun(chosen)
    } catch (error) {
      onFault(faultOf(error))
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void begin.run()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Radio.Group label={t('restore.choose')} value={name} onChange={setName}>
          <Stack gap="sm" mt="xs">
            {backups.map(backup => (
              <Radio
                key={backup.name}
                value={backup.name}
                label={t('restore.backup', { when: format.dateTime(backup.made_at), version: backup.tend })}
                description={<BackupFacts backup={backup} />}
              />
            ))}
          </Stack>
        </Radio.Group>
        {chosen?.is_encrypted && (
          <PasswordInput
            label={t('restore.passphrase')}
            name="passphrase"
            value={passphrase}
            autoComplete="off"
            maxLength={1000}
            onChange={event => setPassphrase(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('auth.login.showPassword') }}
          />
        )}
        <Button type="submit" size="lg" fullWidth loading={begin.isBusy}>
          {t('restore.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** How much a backup holds. */
export function BackupFacts({ backup }: { backup: RestorableBackup }) {
  const { t } = useTranslation()
  const format = useFormat()
  const counts = [
    [t('restore.holds.companies'), backup.companies],
    [t('restore.holds.people'), backup.people],
    [t('restore.holds.submissions'), backup.submissions],
    [t('restore.holds.files'), backup.files],
  ] as const
  return (
    <div>
      {counts.map(([name, count]) => `${name}${t('common.colon')} ${format.number(count)}`).join(' · ')}
      {' · '}
      {inMegabytes(format.number, backup.bytes)}
    </div>
  )
}

/** A size in megabytes, rounded up. */
export const inMegabytes = (
  number: (value: number, options: Intl.NumberFormatOptions) => string,
  bytes: number,
): string => number(Math.ceil(bytes / 1e6), { style: 'unit', unit: 'megabyte' })

/** Why nothing was restored; `interrupted` where tend ended while it restored. */
export type Fault = { fault: RestoreFault | 'interrupted'; details: string[]; error?: unknown }

/** The fault that a refused call names. */
export function faultOf(error: unknown): Fault {
  const data = error instanceof RequestError && isRecord(error.data) ? error.data : {}
  const fault = restoreFaults.find(one => one === data.fault)
  if (fault) return { fault, details: Array.isArray(data.details) ? data.details.map(String) : [] }
  return { fault: 'failed', details: [], error }
}

/** What happened and what to do, with the parts that it is about. */
export function FaultNotice({ fault: { fault, details, error } }: { fault: Fault }) {
  const { t } = useTranslation()
  return (
    <Notice kind="stop">
      {error === undefined ? t(`restore.fault.${fault}`) : errorText(error, t)}
      {details.map(detail => (
        <div key={detail}>
          <bdi>{detail}</bdi>
        </div>
      ))}
    </Notice>
  )
}
