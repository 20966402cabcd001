/** Compares PDFs with the chain: by their hash, and by the file while it is kept. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../lib/db/pools.ts'
import { sha256 } from '../lib/security/secrets.ts'
import type { SealState } from '../sealing/ports.ts'
import { sealedOf } from '../sealing/queries.ts'
import type { SealRow } from '../sealing/table.ts'
import { documents } from './table.ts'

export async function sealStatesOfDocuments(
  db: Database,
  { companyId, links }: { companyId: number; links: SealRow[] },
): Promise<Map<number, SealState>> {
  const asked = links.filter(({ kind, content }) => kind === 'exported' && content !== null)
  const tokens = asked.flatMap(({ token }) => token ?? [])
  const kept =
    tokens.length === 0
      ? []
      : await db
          .select({ uuid: documents.token, path: documents.path, sha256: documents.sha256 })
          .from(documents)
          .where(and(eq(documents.companyId, companyId), inArray(documents.token, tokens)))
  return new Map(
    asked.map(link => [
      link.position,
      sealState(
        link,
        kept.find(({ uuid }) => uuid === link.token),
      ),
    ]),
  )
}

function sealState(link: SealRow, kept: { path: string | null; sha256: string | null } | undefined): SealState {
  const sealed = sealedOf<{ file_sha256: string; token_sha256: string }>(link)
  const isAsSealed =
    link.fileSha256 === sealed.file_sha256 &&
    // One that came to where its document already is has no second token.
    (sha256(link.token ?? '') === sealed.token_sha256 || (link.moved !== null && link.token === null)) &&
    (!kept?.sha256 || kept.sha256 === sealed.file_sha256)
  return {
    fields: isAsSealed ? [] : ['document'],
    files: kept?.path ? [{ name: 'document', path: kept.path, sha256: sealed.file_sha256 ?? '' }] : [],
  }
}
