/** Triggers by which a table notes its changes (`table.ts`), declared beside the table like its isolation. */
import { getTableName } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { snakeCase } from '#shared/lib/casing.ts'
import type { Isolation } from '../db/isolation.ts'

type Tracked = PgTable & Record<'companyId', AnyPgColumn>
type ColumnOf<Table extends PgTable> = keyof Table['$inferSelect'] & string

/** The columns that are kept of rows before a change, by table. */
const kept = new Map<string, readonly string[]>()

/** The columns by which a table keeps who saw a row before; none for a table that is not tracked. */
export const keptColumns = (table: PgTable): readonly string[] => kept.get(getTableName(table)) ?? []

/**
 * Notes each change of a table's rows for incremental reads. `seenBy` are the columns that decide who sees a row, by
 * its reach, by the rules or by what it belongs to; `id` is the column that lists know a row by.
 */
export function tracked<Table extends Tracked>(
  table: Table,
  seenBy: readonly ColumnOf<Table>[] = [],
  id: ColumnOf<Table> = 'id',
): Isolation {
  const name = getTableName(table)
  const columns = seenBy.map(snakeCase)
  kept.set(name, seenBy)
  const key = snakeCase(id)
  const state = (row: string) =>
    `jsonb_build_object(${columns.map(column => `'${column}', ${row}.${column}`).join(', ')})`
  const list = (row: string) => columns.map(column => `${row}.${column}`).join(', ')
  const before =
    columns.length > 0
      ? `case when (${list('o')}) is distinct from (${list('n')}) then ${state('o')} end`
      : 'null::jsonb'
  const insert = (of: string, state: string, from: string) =>
    `insert into changes (company_id, kind, transaction, row_id, before)
      select ${of}.company_id, '${name}', pg_current_xact_id()::text::bigint, ${of}.${key}, ${state} from ${from}`
  // The state before a transaction is what readers had: its first change keeps it.
  const keepFirst = `on conflict (company_id, kind, transaction, row_id) do update set before = excluded.before
      where changes.before is null and excluded.before is not null`
  // Plans are kept for one row and for ten thousand, so that none may go through both tables row by row.
  return {
    table: name,
    statements: `
create or replace function note_${name}() returns trigger language plpgsql security definer
  set search_path to 'public', 'pg_catalog' set enable_nestloop to 'off' as $note$
begin
  if tg_op = 'INSERT' then
    ${insert('n', 'null', 'fresh n')} on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    ${insert('o', before, `stale o join fresh n using (${key})`)} ${keepFirst};
    ${insert('n', 'null', 'fresh n')} on conflict do nothing;
  else
    ${insert('o', state('o'), 'stale o where exists (select from companies c where c.id = o.company_id)')} ${keepFirst};
  end if;
  return null;
end
$note$;
create or replace trigger note_inserts after insert on ${name}
  referencing new table as fresh for each statement execute function note_${name}();
create or replace trigger note_updates after update on ${name}
  referencing old table as stale new table as fresh for each statement execute function note_${name}();
create or replace trigger note_deletes after delete on ${name}
  referencing old table as stale for each statement execute function note_${name}();`,
  }
}

/**
 * Notes rows of another table that show columns of this one, when these change. `where` finds them: `o` is such a row
 * and `new` the changed one.
 */
export function shownBy<Table extends PgTable>(
  table: Table,
  columns: ColumnOf<Table>[],
  { kind, id = 'id', where }: { kind: PgTable; id?: string; where: string },
): Isolation {
  const [name, other] = [getTableName(table), getTableName(kind)]
  const named = columns.map(snakeCase)
  return {
    table: name,
    statements: `
create or replace function note_${other}_of_${name}() returns trigger language plpgsql security definer
  set search_path to 'public', 'pg_catalog' set enable_seqscan to 'off' as $note$
begin
  insert into changes (company_id, kind, transaction, row_id)
    select o.company_id, '${other}', pg_current_xact_id()::text::bigint, o.${id} from ${other} o where ${where}
    on conflict do nothing;
  return null;
end
$note$;
create or replace trigger note_${other} after update of ${named.join(', ')} on ${name} for each row
  when (${named.map(column => `old.${column} is distinct from new.${column}`).join(' or ')})
  execute function note_${other}_of_${name}();`,
  }
}
