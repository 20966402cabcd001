import { Link, useRouter } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { NamedSubject, SubjectType } from '#shared/lib/subjects.ts'

const pages: Record<SubjectType, string> = {
  animal: '/animals/$id',
  animal_group: '/animals/groups/$id',
  location: '/locations/$id',
  vehicle: '/vehicles/$id',
}

/** What a task or a submission is about, each leading to its page where there is one. */
export function SubjectLinks({ subjects }: { subjects: NamedSubject[] }) {
  const { routesByPath } = useRouter()
  return subjects.map(({ type, id, name }, index) => (
    <Fragment key={`${type} ${id}`}>
      {index > 0 && ', '}
      {pages[type] in routesByPath ? (
        <Link to={pages[type].replace('$id', String(id))}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
    </Fragment>
  ))
}
