import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { type TitleOfUnit, titlesOfUnit, unitSeen } from '#/server/organisations/units/public.ts'

export const answers: readonly Answer[] = [
  answer(titlesOfUnit, async (ctx, unitId) => {
    return ctx.rows<TitleOfUnit>`select title.id, title.name, title.tax_no, title.bank, title.account_no, title.is_default
      from invoice_title title join unit on unit.id = title.unit_id where title.unit_id = ${unitId} and title.is_active and ${unitSeen(ctx)} order by title.id`
  }),
]
