import { type SqlBool, sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import { contractsDrawn } from '#/server/agreements/templates/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { countAwaitingSeal } from '#/server/organisations/certificates/public.ts'
import { agreementSummary } from '#/server/organisations/partners/public.ts'
import { type ContractOfUnit, contractStatus, contractsOfUnit } from '#/server/organisations/units/public.ts'
import { contractsWithUnit } from '#/server/people/disputes/public.ts'
import { consentsInForce, consentsOf, hasContract } from '#/server/people/operators/public.ts'

/** The status of `contract` today: signing, done, expired after its last day, or none in any other state. */
const statusColumn = (ctx: Context) => sql`case when contract.sign_state = 'signing' then 'signing' when contract.sign_state <> 'done' then 'none'
    when contract.valid_to < (${ctx.now}::timestamptz at time zone 'Asia/Shanghai')::date then 'expired' else 'done' end`

const unitAnswers = [
  answer(contractStatus, (ctx, id) => sql`coalesce((select ${statusColumn(ctx)} from contract where contract.id = ${id}), 'none')`),
  answer(contractsOfUnit, async (ctx, unitId) => {
    return ctx.rows<ContractOfUnit>`select contract.id, contract.no, contract.name, centre.name as centre_name, contract.mode, contract.valid_from::text,
        contract.valid_to::text, ${statusColumn(ctx)} as stand
      from contract join centre on centre.id = contract.centre_id
      where contract.unit_id = ${unitId} and contract.operator_id is null and ${inScope(ctx.scope, 'contract', { mode: true })} order by contract.id desc limit 200`
  }),
  answer(countAwaitingSeal, async (ctx, place) => {
    const rows = await ctx.rows<{ count: number }>`select count(*) as count from contract
      where seal_fault is not null and sign_state = 'signing' and seal_centre_id is not distinct from ${place}::bigint`
    return rows[0]?.count ?? 0
  }),
  answer(
    agreementSummary,
    (_, id) => sql`(select jsonb_build_object('id', contract.id, 'no', contract.no, 'centre', centre.name, 'from', contract.valid_from, 'to', contract.valid_to)
      from contract join centre on centre.id = contract.centre_id where contract.id = ${id})`,
  ),
]

const templateAnswers = [answer(contractsDrawn, () => sql<number>`(select count(*) from contract where contract.template_id = template.id)`)]

const personAnswers = [
  answer(
    contractsWithUnit,
    (
      _,
      operatorId,
    ) => sql`coalesce((select jsonb_agg(jsonb_build_object('no', contract.no, 'name', contract.name, 'state', contract.sign_state) order by contract.id desc)
      from contract where contract.operator_id = ${operatorId} and contract.unit_id = unit.id), '[]')`,
  ),
  answer(
    hasContract,
    () =>
      sql<SqlBool>`(exists (select from consent where consent.operator_id = operator.id) or exists (select from contract where contract.operator_id = operator.id))`,
  ),
  answer(
    consentsInForce,
    (ctx) => sql`select (max(coalesce(valid_to, 'infinity')) filter (where kind = 'agreement'))::text as agreement_to,
        bool_or(kind = 'tax_filing' and (valid_to is null or valid_to >= ${dayOf(ctx.now)}::date)) as is_authorised
      from consent where consent.operator_id = operator.id and consent.centre_id = operator.centre_id and consent.revoked_at is null`,
  ),
  answer(
    consentsOf,
    (
      _,
      operatorId,
      seen,
    ) => sql`coalesce((select jsonb_agg(jsonb_build_object('kind', consent.kind, 'centre', centre.name, 'no', contract.no, 'given_at', consent.given_at,
        'valid_to', consent.valid_to, 'revoked_at', consent.revoked_at) order by consent.id desc)
      from consent join centre on centre.id = consent.centre_id left join contract on contract.id = consent.contract_id
      where consent.operator_id = ${operatorId} and ${seen}), '[]')`,
  ),
]

export const answers: readonly Answer[] = [...unitAnswers, ...templateAnswers, ...personAnswers]
