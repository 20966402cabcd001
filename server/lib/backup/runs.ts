/** Notes how backups ended, those of the command and those by the clock. */
import type { ClientBase } from 'pg'
import type { Manifest } from './snapshot.ts'

/** What a finished backup consists of. */
export type Done = { name: string; rows: number; files: number; bytes: number; missing: number }

export type Run = { target: string; startedAt: Date } & (Done | { error: string })

/** How the drill of a backup ended. Where it could not be made, that says nothing of the backup. */
export type Proof =
  | { proof: 'proved'; reads: number }
  | { proof: 'failed'; reason: string }
  | { proof: 'no_right' | 'no_room' | 'no_key' }

/** Adds up a manifest; `bytes` is the compressed database with all stored files. */
export const doneOf = ({ name, manifest: { tables, files } }: { name: string; manifest: Manifest }): Done => ({
  name,
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
  files: files.count,
  bytes: tables.reduce((sum, table) => sum + table.bytes, files.bytes + files.total),
  missing: files.missing.length,
})

/** How many runs are remembered: more than a year of nights. */
const maxRuns = 400

/** Remembers how a backup ended, in `backup_runs`. */
export async function recordRun(client: Pick<ClientBase, 'query'>, run: Run): Promise<void> {
  const { name, rows, files, bytes, missing, error } = { ...nothing, ...run }
  await client.query(
    `insert into backup_runs (target, started_at, name, rows, files, bytes, missing, error)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [run.target, run.startedAt, name, rows, files, bytes, missing, error],
  )
  await client.query(
    'delete from backup_runs where id <= (select id from backup_runs order by id desc offset $1 limit 1)',
    [maxRuns],
  )
}

/** Remembers how the drill of a backup ended. */
export async function recordProof(client: Pick<ClientBase, 'query'>, runId: number, proof: Proof): Promise<void> {
  await client.query('update backup_runs set drilled_at = now(), proof = $2, proof_error = $3 where id = $1', [
    runId,
    proof.proof,
    proof.proof === 'failed' ? proof.reason : null,
  ])
}

const nothing = { name: null, rows: null, files: null, bytes: null, missing: null, error: null }
