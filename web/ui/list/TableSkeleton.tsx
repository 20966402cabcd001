import { Skeleton } from '@mantine/core'

const rows = [72, 54, 63, 48, 80, 58]

/** Rows as they will stand, until the real ones arrive. */
export function TableSkeleton({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden>
      {rows.map(width => (
        <tr key={width}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a skeleton have no other identity
            <td key={column}>
              <Skeleton height={14} my={4} width={`${column === 0 ? width : width / 1.6}%`} radius="sm" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
