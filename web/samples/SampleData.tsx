import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconSeedling, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Samples } from '#shared/samples/contract.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'

/** Sample data to try tend with: added by one click, and removed by one click and a confirmation, as a whole. */
export function SampleData({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const words = useSampleWords()
  const { samples, isPending, adding, removing } = useSamples(companyId)
  // What is below stays where it is.
  if (isPending) return <Skeleton height={118} mt="2rem" />
  if (!samples) return null
  const error = adding.error ?? removing.error
  return (
    <Stack component="section" aria-labelledby="samples" align="flex-start" gap="0.75rem" mt="2rem">
      <Title order={2} id="samples" fz="1.125rem">
        {t('samples.title')}
      </Title>
      <Text maw="56rem" c="var(--tend-dimmed)">
        {samples.added_at === null ? t('samples.offer') : t('samples.there', { what: words(samples) })}
      </Text>
      {error && (
        <Notice kind="stop">
          <ProblemText error={error} />
        </Notice>
      )}
      {samples.added_at === null ? (
        <Button
          variant="default"
          leftSection={<IconSeedling size={20} />}
          loading={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {t('samples.add')}
        </Button>
      ) : (
        <ConfirmButton
          question={t('samples.removeQuestion')}
          confirmText={t('samples.remove')}
          onConfirm={() => removing.mutate()}
          buttonProps={{ leftSection: <IconTrash size={20} />, loading: removing.isPending }}
        >
          {t('samples.remove')}
        </ConfirmButton>
      )}
    </Stack>
  )
}

/** The sample data of a company, and what adds and removes it. Everything that is shown is read again after either. */
export function useSamples(companyId: number) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const query = useQuery(administration.samples.get.query({ id: companyId }))
  const onSettled = () => queries.invalidateQueries()
  // Said in place, where it was asked for.
  const onError = () => undefined
  const adding = useMutation({ mutationFn: () => administration.samples.add({ id: companyId }), onError, onSettled })
  const removing = useMutation({
    mutationFn: () => administration.samples.remove({ id: companyId }),
    onError,
    onSuccess: () => void tellDone(t('samples.removed')),
    onSettled,
  })
  return { samples: query.data, isPending: query.isPending, adding, removing }
}

/** What there is of it, in words: "3 animals, 1 group, 2 places and 1 task". */
function useSampleWords(): (samples: Samples) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return samples =>
    format.list(
      (['animals', 'animal_groups', 'locations', 'tasks'] as const)
        .filter(kind => samples[kind] > 0)
        .map(kind => t(`samples.counts.${kind}`, { count: samples[kind] })),
    )
}
