import { sql } from 'kysely'
import { businessIdOf } from '#/server/access/auth/public.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { businessesOf, businessesWithCodes } from '#/server/people/entities/store-fragments.ts'
import { businessesOfOperator, businessOfOperator, businessOwners, operatorsWithBusiness } from '#/server/people/operators/public.ts'

export const answers: readonly Answer[] = [
  answer(
    businessIdOf,
    (_, operatorId) => sql<number | null>`(select id from ${businessesOf(sql`${operatorId}`)} owned order by state = 'cancelled', id desc limit 1)`,
  ),
  answer(
    businessOfOperator,
    () => sql`select business.name, jsonb_build_object('state', business.state, 'industry', business.industry,
        'is_licensed', business.credit_code is not null, 'licence_file_id', business.licence_file_id,
        'tax_kind', business.tax_kind, 'levy', business.levy, 'reported_year', business.annual_report_year,
        'overdue', owed.overdue, 'next_due', owed.next_due) as facts
      from operator_entity business cross join lateral (select (count(*) filter (where duty.state = 'overdue'))::int as overdue,
          min(duty.due_on)::text as next_due
        from entity_obligation duty where duty.entity_id = business.id and duty.state in ('open', 'overdue')
          and duty.kind <> 'serviceFee') owed
      where business.operator_id = operator.id order by business.state = 'cancelled', business.id desc limit 1`,
  ),
  answer(
    businessesOfOperator,
    (
      _,
      operatorId,
    ) => sql`coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'credit_code', coalesce(credit_code, ''), 'state', state) order by id desc)
      from ${businessesOf(sql`${operatorId}`)} owned), '[]')`,
  ),
  answer(businessOwners, (_, creditCodes) => sql`(select credit_code, operator_id from ${businessesWithCodes(creditCodes)} owned)`),
  answer(operatorsWithBusiness, (_, state) => sql`(select operator_id from operator_entity where state = ${state})`),
]
