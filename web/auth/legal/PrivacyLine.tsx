import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Legal } from '#shared/legal/contract.ts'
import { request } from '../../lib/client.ts'
import { refreshUser } from '../../lib/session/session.ts'
import { useDescription } from '../LinkProblem.tsx'

/**
 * The line under a button that creates an account, and the acceptance that the new session sends. Where it fails,
 * or where the version has changed, `PrivacyGate` asks before the first screen.
 */
export function usePrivacyLine() {
  const { t } = useTranslation()
  const { found } = useDescription<Legal>('/system/legal')
  const line = (
    <Text size="sm" c="dimmed" ta="center" mt="xs">
      {t('auth.legal.byContinuing')}{' '}
      <Anchor href="/auth/legal" target="_blank" underline="always" inherit>
        {t('auth.legal.link')}
      </Anchor>
    </Text>
  )
  async function accept() {
    try {
      // Who is quicker than the network has not been shown another version.
      const { version } = found ?? (await request<Legal>('GET', '/system/legal'))
      await request('PUT', '/auth/accept-privacy', { body: { version } })
      await refreshUser()
    } catch {
      // The gate asks.
    }
  }
  return { line, accept }
}
