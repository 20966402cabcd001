/**
 * Where the QR code of a sealed document leads, for people without an account: whether it, and what it was made of, are
 * as they were.
 */
import { Box, Button, FileButton, Stack, Text, Title } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Verification } from '#shared/sealing/contract.ts'
import { request } from '../../lib/client.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { formTexts } from '../../lib/i18n.ts'
import { RequestError } from '../../lib/requestError.ts'
import { useAction } from '../../lib/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'
import { DescriptionSkeleton, EntranceCard } from '../EntranceCard.tsx'

const isMissing = (error: unknown) => error instanceof RequestError && [404, 422].includes(error.status)

/** What the server says of the document; with a hash also whether that file is the one. */
const look = (token: string, sha256?: string) =>
  request<Verification>('GET', `/seal/verify${token && `/${encodeURIComponent(token)}`}`, {
    query: { sha256 },
    isAnonymous: true,
  })

/** Without a token only a file can be looked up. */
export function VerifyPage({ token }: { token: string }) {
  const { t } = useTranslation()
  const [isReady, setReady] = useState(false)
  const [found, setFound] = useState<Verification>()
  const [problem, setProblem] = useState<unknown>()

  const open = useCallback(async () => {
    setProblem(undefined)
    await formTexts()
    setReady(true)
    if (token) look(token).then(setFound, setProblem)
  }, [token])
  useEffect(() => {
    void open()
  }, [open])

  const isUnknown = isMissing(problem)
  if (!isReady) return <DescriptionSkeleton />
  return (
    <EntranceCard title={t('verify.title')}>
      <Stack gap="lg" mt="md">
        {problem !== undefined && (
          <>
            <Notice kind="stop">
              {isUnknown ? (
                <>
                  <strong>{t('verify.notFound')}</strong>
                  <div>{t('verify.notFoundText')}</div>
                </>
              ) : (
                errorText(problem, t)
              )}
            </Notice>
            {!isUnknown && <Button onClick={open}>{t('verify.again')}</Button>}
          </>
        )}
        {token && !found && problem === undefined && <DescriptionSkeleton />}
        {found && <Found found={found} />}
        {!(token && isUnknown) && (
          <CompareFile compare={sha256 => look(token, sha256)} onFound={setFound} isAlone={!token} />
        )}
      </Stack>
    </EntranceCard>
  )
}

const kinds = { intact: 'ok', differs: 'stop', erased: 'info' } as const

/** Result for a document: its state, the differences and since when, and what kind of document it is. */
function Found({ found }: { found: Verification }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { differing, since, time_stamp: stamp } = found
  const name =
    found.name &&
    (typeof found.name === 'string' ? found.name : textIn(found.name, toLocale(i18n.language), defaultLocale).text)
  const facts = [
    [t('verify.facts.kind'), t(`verify.kinds.${found.record_type}`)],
    [t('verify.facts.name'), name],
    [t('verify.facts.company'), found.company],
    [t('verify.facts.sealedAt'), format.dateTime(found.sealed_at)],
    [t('verify.facts.number'), format.number(found.position)],
    [
      t('verify.facts.stamp'),
      stamp && t('verify.stamped', { time: format.dateTime(stamp.stamped_at), authority: stamp.authority }),
    ],
  ].filter(([, said]) => said)
  return (
    <>
      <Notice kind={kinds[found.state]}>{t(`verify.${found.state}`)}</Notice>
      {differing.length > 0 && (
        <section aria-labelledby="differing">
          <Title order={2} size="h4" id="differing">
            {t('verify.differing')}
          </Title>
          <ul>
            {differing.map(({ position, kind, sealed_at, what }) => (
              <li key={position}>
                <strong>{format.list(what.map(one => t(`verify.classes.${one}`)))}</strong>
                <Text c="dimmed" size="sm">
                  {t('verify.inLink', {
                    number: format.number(position),
                    what: t(`verify.events.${kind}`),
                    time: format.dateTime(sealed_at),
                  })}
                </Text>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Stack component="dl" gap="sm" m={0}>
        {facts.map(([what, said]) => (
          <div key={what}>
            <Text component="dt" c="dimmed" size="sm">
              {what}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
              <bdi>{said}</bdi>
            </Text>
          </div>
        ))}
        <div>
          <Text component="dt" c="dimmed" size="sm">
            {t('verify.facts.key')}
          </Text>
          <Text component="dd" m={0} size="sm" ff="monospace">
            <bdi dir="ltr">{found.key.replace(/(.{4})(?=.)/g, '$1 ')}</bdi>
          </Text>
        </div>
      </Stack>
      {since.length > 0 && (
        <section aria-labelledby="since">
          <Title order={2} size="h4" id="since">
            {t('verify.since')}
          </Title>
          <ul>
            {since.map(({ kind, sealed_at }) => (
              <li key={`${kind} ${sealed_at}`}>
                {t(`verify.events.${kind}`)} · {format.dateTime(sealed_at)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** It is read into memory to be hashed. */
const maxBytes = 100_000_000

type Result =
  | { filename: string; is: 'same' | 'other' | 'gone' | 'unknown' | 'large' | 'insecure' }
  | { failure: unknown }

type Props = {
  /** Asks by the SHA-256 of a file. */
  compare: (sha256: string) => Promise<Verification>
  onFound: (found: Verification) => void
  /** There is no address that says which document it should be. */
  isAlone: boolean
}

/** Says whether a file is the one that was sealed. It stays on the device: what is sent is its hash. */
function CompareFile({ compare, onFound, isAlone }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [result, setResult] = useState<Result>()
  const { run: take, isBusy } = useAction(async (file: File | null) => file && setResult(await judge(file)))

  async function judge(file: File): Promise<Result> {
    const filename = file.name
    if (file.size > maxBytes) return { filename, is: 'large' }
    try {
      // Withheld on plain http from another machine.
      if (!crypto.subtle) return { filename, is: 'insecure' }
      const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      const found = await compare(
        Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join(''),
      )
      onFound(found)
      const { is_same_file: isSame } = found
      return { filename, is: isSame === null ? 'gone' : isSame ? 'same' : 'other' }
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return { filename, is: 'unknown' }
      return { failure: error }
    }
  }

  return (
    <section aria-labelledby="compare">
      <Title order={2} size="h4" id="compare">
        {t('verify.file.title')}
      </Title>
      {isAlone && (
        <Text c="dimmed" my="sm">
          {t('verify.file.alone')}
        </Text>
      )}
      <Text c="dimmed" my="sm">
        {t('verify.file.text')}
      </Text>
      <FileButton onChange={take} accept="application/pdf,.pdf">
        {props => (
          <Button {...props} variant="default" fullWidth loading={isBusy} leftSection={<IconFileTypePdf size={20} />}>
            {t('verify.file.choose')}
          </Button>
        )}
      </FileButton>
      <Box mt="sm">
        {result &&
          ('failure' in result ? (
            <Notice kind="stop">{errorText(result.failure, t)}</Notice>
          ) : (
            <Notice kind={result.is === 'same' ? 'ok' : ['gone', 'insecure'].includes(result.is) ? 'info' : 'stop'}>
              {t(`verify.file.${result.is}`, {
                filename: result.filename,
                size: format.number(maxBytes / 1_000_000, { style: 'unit', unit: 'megabyte' }),
              })}
            </Notice>
          ))}
      </Box>
    </section>
  )
}
