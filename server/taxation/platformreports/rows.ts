import { countryDigits } from '#/domain/base/country-codes.ts'
import { factsOfNumber, type IdKind, idKindTaxCode } from '#/domain/base/id-paper.ts'
import { plainQuarter } from '#/domain/taxation/platform-report.ts'
import { platformName } from '#/domain/taxation/tax-form.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FormRow } from '#/server/taxation/forms/public.ts'
import type { CentreRow, PersonRow } from '#/server/taxation/platformreports/store.ts'

/** Returns the values above the table: reporter, platform, period and day. */
export function headOf(centre: CentreRow, quarter: string, today: string): Readonly<Record<string, string>> {
  return { agentName: centre.legal_name, agentCode: centre.credit_code, platformName, period: plainQuarter(quarter), filedOn: today }
}

function subject(ctx: Context, person: PersonRow): FormRow {
  const isRegistered = person.entity_id !== null
  if (isRegistered)
    return { isRegistered: 'yes', registeredName: person.entity_name, registeredCode: person.credit_code, shopName: person.entity_name, shopId: person.code }
  const idNumber = ctx.vault.open('id_number', person.id_number_sealed)
  const nationality = person.nationality || factsOfNumber(person.id_kind as IdKind, idNumber).nationality
  return {
    isRegistered: 'no',
    name: person.name,
    paper: idKindTaxCode(person.id_kind),
    idNumber,
    country: countryDigits(nationality),
    shopName: person.name,
    shopId: person.code,
  }
}

function identity(ctx: Context, person: PersonRow): FormRow {
  return {
    isExempt: person.is_covered ? 'yes' : 'no',
    bank: person.bank_name,
    accountName: person.entity_name || person.name,
    account: ctx.vault.open('card_no', person.card_no_sealed),
    contact: person.name,
    mobile: ctx.vault.open('mobile', person.mobile_sealed),
    startedOn: person.started_on,
    endedOn: person.ended_on,
    status: person.status,
  }
}

function income(person: PersonRow): FormRow {
  return {
    platformName,
    gross: person.gross_fen,
    refund: person.refund_fen,
    net: person.net_fen,
    labour: person.entity_id === null ? person.net_fen : null,
    commission: person.fee_fen,
    orders: person.payment_count,
    isCovered: person.is_covered ? 'yes' : 'no',
  }
}

/** Returns the rows of a form, with full numbers of people. */
export function rowsOf(ctx: Context, form: 'platform_identity' | 'platform_income', people: readonly PersonRow[]): readonly FormRow[] {
  return people.map((person, at) => ({ seq: at + 1, ...subject(ctx, person), ...(form === 'platform_identity' ? identity(ctx, person) : income(person)) }))
}
