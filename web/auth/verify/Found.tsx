import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Verification } from '#shared/sealing/contract.ts'
import { useFormat } from '../../lib/format.ts'
import { Notice } from '../../ui/Notice.tsx'

const kinds = { intact: 'ok', differs: 'stop', erased: 'info' } as const

/** What is said of a document: how it stands, what differs and since when, and what it was. */
export function Found({ found }: { found: Verification }) {
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
