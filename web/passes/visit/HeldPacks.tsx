import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldPack } from '#shared/passes/packs.ts'
import { send, visitorOptions } from '../../lib/client.ts'
import { betweenLooks, isUnderWay, PackList } from '../packs/PackList.tsx'
import { type Door, isOver, type PassAddress, pathOf } from './askPass.ts'

/** The packs of a pass for the inspector: asked for here, and loaded by addresses of the pass. */
export function HeldPacks({ door: { address, onClosed }, isPreview }: { door: Door; isPreview: boolean }) {
  const { t } = useTranslation()
  const [packs, setPacks] = useState<HeldPack[]>([])
  const [error, setError] = useState<unknown>(null)
  const [isBeginning, setBeginning] = useState(false)
  const refused = (problem: unknown) => (isOver(problem) ? onClosed(problem) : setError(problem))
  const refusedLook = useEffectEvent(refused)
  const look = useCallback(
    () =>
      ask(address, '/packs').then(found => {
        setPacks(found)
        setError(null)
      }),
    [address],
  )
  useEffect(() => {
    look().catch(refusedLook)
  }, [look])
  const isMaking = packs.some(isUnderWay)
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => look().catch(refusedLook), betweenLooks)
    return () => clearInterval(timer)
  }, [isMaking, look])
  const begin = () => {
    setBeginning(true)
    ask(address, '/pack')
      .then(look)
      .catch(refused)
      .finally(() => setBeginning(false))
  }
  return (
    <PackList
      packs={packs}
      error={error}
      isBeginning={isBeginning}
      onBegin={isPreview ? undefined : begin}
      download={({ address: file }) =>
        file && (
          <Button component="a" href={file} download variant="default" leftSection={<IconDownload size={18} />}>
            {t('passes.pack.download')}
          </Button>
        )
      }
    />
  )
}

/** Not kept on the device, as other answers are: its progress is of this moment. */
async function ask(pass: PassAddress, call: '/packs' | '/pack'): Promise<HeldPack[]> {
  const answer = await send('POST', pathOf(pass) + call, { ...visitorOptions(pass.pin), body: {} })
  return ((await answer.json()) as { data: HeldPack[] }).data
}
