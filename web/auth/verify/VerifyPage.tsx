/** Where the QR code of a sealed document leads, for people without an account: whether it, and what it was made of, are as they were. */
import { Button, Stack } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verification } from '#shared/sealing/contract.ts'
import { request } from '../../lib/client.ts'
import { errorText } from '../../lib/errorText.ts'
import { formTexts } from '../../lib/i18n.ts'
import { RequestError } from '../../lib/requestError.ts'
import { Notice } from '../../ui/Notice.tsx'
import { DescriptionSkeleton } from '../DescriptionSkeleton.tsx'
import { EntranceCard } from '../EntranceCard.tsx'
import { CompareFile } from './CompareFile.tsx'
import { Found } from './Found.tsx'

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
