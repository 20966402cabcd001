import { Link, useRouter } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { NamedSubject, SubjectType } from '#shared/lib/subjects.ts'
import { SubjectStatus } from '../subjects/SubjectStatus.tsx'

const pages: Record<SubjectType, string> = {
  animal: '/animals/$id',
  animal_group: '/animals/groups/$id',
  location: '/locations/$id',
  vehicle: '/vehicles/$id',
}

/** What a task or a submission is about, each leading to its page where there is one; with its state where that needs somebody. */
export function SubjectLinks({ subjects }: { subjects: NamedSubject[] }) {
  const { routesByPath } = useRouter()
  return subjects.map(({ type, id, name, status }, index) => (
    <Fragment key={`${type} ${id}`}>
      {index > 0 && ', '}
      {pages[type] in routesByPath ? (
        <Link to={pages[type].replace('$id', String(id))}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {status && status.state !== 'ok' && (
        <>
          {' '}
          <SubjectStatus state={status.state} />
        </>
      )}
    </Fragment>
  ))
}
