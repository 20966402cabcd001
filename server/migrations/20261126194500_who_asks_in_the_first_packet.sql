-- Whether what is known of who asks with a token is still true (standing_of), asked in the packet of what they ask for. `or_fail` is for a
-- transaction, which then refuses all that follows; elsewhere the answer is thrown away (server/lib/db/pools.ts).
CREATE FUNCTION confirm_standing(asked text, known text, or_fail boolean) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
begin
  if standing_of(asked) is not distinct from known then return true; end if;
  if or_fail then raise exception 'Who asks is not who they were.' using errcode = 'TS401'; end if;
  return false;
end
$$;
