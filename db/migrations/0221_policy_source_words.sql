-- The source of the policy of 2026-11 is read by tax accountants on the page of policies: it named a file of the program. Its figures stay as they are.
update tax_policy set params = said.params, digest = app.policy_digest(said.params)
  from (select id, jsonb_set(params, '{source}', to_jsonb('公告2026年第28号施行（正文未取得，待税务机关确认，见待定口径 U1；平台代办口径保留为默认）'::text)) as params
    from tax_policy where version = '2026-11' and draft_id is null and digest = app.policy_digest(params)
      and params ->> 'source' = '公告2026年第28号施行 (正文未取得, 见 docs/decisions/0012; 平台代办口径保留为默认)') said
  where tax_policy.id = said.id;
