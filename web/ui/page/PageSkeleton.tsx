import { Skeleton } from '@mantine/core'

/** The layout of a row's page while the row is on its way. */
export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={16} width={96} mb="md" />
      <Skeleton height={32} width="min(20rem, 70%)" mb="xl" />
      <Skeleton height={160} />
    </div>
  )
}
